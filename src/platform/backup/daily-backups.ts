import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { recordAuditEntry } from '../audit/audit.service.ts'
import type { Config } from '../config.ts'
import { type Context, systemCaller } from '../context.ts'
import { msPerDay, msPerMinute, msPerSecond } from '../lib/duration.ts'
import { wallClock } from '../lib/local-time.ts'
import { projectFolder } from '../project.ts'
import { prepareFolder } from './backup-folder.ts'
import type { BackupMonitor } from './backup-monitor.ts'

type BackupSettings = NonNullable<Config['backup']>

const jobName = 'backup'
const checkIntervalMs = 5 * msPerSecond

/** A full disk is not tried again every few seconds. */
const retryDelayMs = 15 * msPerMinute

/** Whether no copy was begun since the time of day was last reached. */
export function isBackupDue(
  now: Date,
  lastStartedAt: Date | undefined,
  { minuteOfDay }: Pick<BackupSettings, 'minuteOfDay'>,
  timeZone: string,
): boolean {
  if (!lastStartedAt) return true
  const clock = wallClock(now, timeZone)
  const today = Math.floor(clock / msPerDay) * msPerDay + minuteOfDay * msPerMinute
  const dueAt = today <= clock ? today : today - msPerDay
  return wallClock(lastStartedAt, timeZone) < dueAt
}

/**
 * Takes a copy each day, and one at once if the last time of day passed without one. The copy is made by
 * the backup command, in a process of low priority, so that it takes nothing from the event loop. It is not a job of the
 * schedule: those run one after the other, and would wait for it.
 */
export function startDailyBackups(
  service: Context,
  settings: BackupSettings,
  monitor: BackupMonitor,
): () => Promise<void> {
  const ctx = { ...service, db: service.db.background }
  let child: ChildProcess | undefined
  let running: Promise<void> | undefined
  let notBeforeMs = 0
  ctx.metrics.jobScheduled(jobName, msPerDay)

  async function takeCopy(): Promise<void> {
    const startedAt = performance.now()
    const failure = await runCommand()
    monitor.refresh()
    ctx.metrics.jobRan(jobName, performance.now() - startedAt)
    if (failure === undefined) {
      monitor.setObstacle(undefined)
      const { folder, bytes } = monitor.copies()[0] ?? {}
      ctx.log.info({ job: jobName, folder, bytes }, 'job finished')
      await audit({ action: 'job.done', message: `${jobName}: ${JSON.stringify({ bytes })}` })
      return
    }
    notBeforeMs = ctx.now().getTime() + retryDelayMs
    monitor.setObstacle((await whyUnusable()) === undefined ? 'FAILED_ATTEMPT' : 'FOLDER')
    ctx.log.warn({ job: jobName, reason: failure }, 'job failed; it will be retried')
    ctx.metrics.jobFailed(jobName)
    await audit({ level: 'ERROR', action: 'job.failed', message: jobName })
  }

  const audit = (entry: Parameters<typeof recordAuditEntry>[3]) =>
    recordAuditEntry(ctx, ctx.db, systemCaller, entry).catch((reason) =>
      ctx.log.warn({ err: reason }, 'the audit entry could not be written'),
    )

  /** Returns why there is no copy, or undefined if there is one. */
  function runCommand(): Promise<string | undefined> {
    const command = fileURLToPath(new URL('dist/backup-command.js', projectFolder))
    child = spawn(process.execPath, [command, settings.folder, '--copies', String(settings.copies)], {
      env: { ...process.env, DATA_DIR: ctx.config.dataDir, DATABASE_URL: '' },
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    })
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-2000)
    })
    return new Promise((resolve) => {
      child?.on('error', (error) => resolve(error.message))
      child?.on('close', (code) => resolve(code === 0 ? undefined : output.trim() || `exit code ${code}`))
    })
  }

  /** Returns why no copy can be written to the folder, or undefined if one can. */
  const whyUnusable = () =>
    prepareFolder(settings.folder).then(
      () => undefined,
      (error: Error) => error.message,
    )

  /** Warns of a wrong folder at the start: the service runs without backups rather than not at all. */
  async function checkFolder(): Promise<void> {
    const reason = await whyUnusable()
    if (reason !== undefined && monitor.obstacle() !== 'FOLDER')
      ctx.log.error({ job: jobName, folder: settings.folder, reason }, 'BACKUP_DIR cannot be used')
    monitor.setObstacle(reason === undefined ? undefined : 'FOLDER')
  }

  function isDue(now: Date): boolean {
    const last = monitor.copies()[0]
    return isBackupDue(now, last && new Date(last.startedAt), settings, ctx.timeZone.current())
  }

  function check(): void {
    const now = ctx.now()
    if (running || now.getTime() < notBeforeMs) return
    if (isDue(now)) run(takeCopy)
    // Once somebody has put the folder right, the next copy may be a day away.
    else if (monitor.obstacle() === 'FOLDER') run(checkFolder)
  }

  function run(work: () => Promise<void>): void {
    running = work().finally(() => {
      running = undefined
    })
  }

  run(checkFolder)
  const timer = setInterval(check, checkIntervalMs).unref()
  return async () => {
    clearInterval(timer)
    child?.kill('SIGTERM')
    await running
  }
}
