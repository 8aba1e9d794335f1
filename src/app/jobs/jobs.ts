import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import { type Context, systemCaller } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { withJobLock } from './job-lock.ts'

/** Work that runs at an interval, in one of all processes. */
export interface Job {
  name: string
  everyMs: number
  /** Runs in every process at this interval: they share the work among themselves. */
  isShared?: boolean
  /** Returns what it did, or undefined if there was nothing to do. */
  run(ctx: Context): Promise<object | undefined>
}

/**
 * Schedules the jobs and returns a function that stops them and waits for the running one. They run one after
 * the other: there are connections for one lock and for the work of one job.
 */
export function startJobs(service: Context, jobs: Job[]): () => Promise<void> {
  const ctx = { ...service, db: service.db.background }
  const queued = new Set<Job>()
  let isStopped = false
  let queueTail = Promise.resolve()
  function enqueue(job: Job) {
    if (queued.has(job)) return
    queued.add(job)
    queueTail = queueTail.then(async () => {
      queued.delete(job)
      if (!isStopped) await runIfDue(ctx, job)
    })
  }
  const timers = jobs.map((job) => {
    ctx.metrics.jobScheduled(job.name, job.everyMs)
    enqueue(job)
    return setInterval(() => enqueue(job), job.everyMs).unref()
  })
  return async () => {
    isStopped = true
    for (const timer of timers) clearInterval(timer)
    await queueTail
  }
}

/**
 * Runs the job unless another process is running it or has run it within the interval, or they share it; a failure is
 * retried.
 */
export async function runIfDue(ctx: Context, job: Job): Promise<void> {
  try {
    const outcome = job.isShared ? await runRecorded(ctx, ctx.db, job) : await runAlone(ctx, job)
    if (!outcome) return
    ctx.log.info({ job: job.name, ...outcome }, 'job finished')
    const message = `${job.name}: ${JSON.stringify(outcome)}`
    await recordAuditEntry(ctx, ctx.db, systemCaller, { action: 'job.done', message })
  } catch (error) {
    ctx.log.warn({ job: job.name, err: error }, 'job failed; it will be retried')
    ctx.metrics.jobFailed(job.name)
    const entry = { level: 'ERROR' as const, action: 'job.failed', message: job.name }
    await recordAuditEntry(ctx, ctx.db, systemCaller, entry).catch((reason) =>
      ctx.log.warn({ err: reason }, 'the audit entry could not be written'),
    )
  }
}

function runAlone(ctx: Context, job: Job): Promise<object | undefined> {
  return withJobLock(ctx.db, job.name, async (session) =>
    (await isDue(session, job, ctx.now())) ? runRecorded(ctx, session, job) : undefined,
  )
}

async function runRecorded(ctx: Context, session: Db, job: Job): Promise<object | undefined> {
  const startedAt = ctx.now()
  const done = await runTimed(ctx, job)
  await recordRun(session, job, startedAt)
  return done
}

async function runTimed(ctx: Context, job: Job): Promise<object | undefined> {
  const startedAt = performance.now()
  try {
    return await job.run(ctx)
  } finally {
    ctx.metrics.jobRan(job.name, performance.now() - startedAt)
  }
}

/**
 * False after a run within the interval. Timers may be a little early, and the clock of another process a little
 * ahead; a run that lies further ahead was recorded by a wrong clock.
 */
async function isDue(session: Db, { name, everyMs }: Job, now: Date): Promise<boolean> {
  const [from, to] = [-0.9, 0.9].map((part) => new Date(now.getTime() + everyMs * part))
  const rows = await session.query('select from job_runs where name = $1 and last_run between $2 and $3', [
    name,
    from,
    to,
  ])
  return rows.length === 0
}

/** Stores when a successful run started. */
async function recordRun(session: Db, { name }: Job, startedAt: Date): Promise<void> {
  await session.query(
    `insert into job_runs (name, last_run) values ($1, $2)
     on conflict (name) do update set last_run = excluded.last_run`,
    [name, startedAt],
  )
}

/** Returns when the last successful run of each job started, in any process. */
export function listLastRuns(db: Db): Promise<{ name: string; lastRun: Date }[]> {
  return db.query('select name, last_run as "lastRun" from job_runs order by name')
}
