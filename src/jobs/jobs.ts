import { recordDeed, theService } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { alone } from './alone.ts'

/** Job is work that comes back at its interval, in one process of however many there are. */
export interface Job {
  name: string
  everyMs: number
  /** Answers what it did, or undefined when there was nothing to do. */
  run(ctx: Context): Promise<object | undefined>
}

/**
 * startJobs answers with a function that stops them and waits for the one under way. One after the other: there are
 * connections for one lock and for the work of one.
 */
export function startJobs(service: Context, jobs: Job[]): () => Promise<void> {
  const ctx = { ...service, db: service.db.unhurried }
  const waiting = new Set<Job>()
  let stopped = false
  let line = Promise.resolve()
  function queue(job: Job) {
    if (waiting.has(job)) return
    waiting.add(job)
    line = line.then(async () => {
      waiting.delete(job)
      if (!stopped) await takeTurn(ctx, job)
    })
  }
  const timers = jobs.map((job) => {
    ctx.metrics.jobScheduled(job.name, job.everyMs)
    queue(job)
    return setInterval(() => queue(job), job.everyMs).unref()
  })
  return async () => {
    stopped = true
    for (const timer of timers) clearInterval(timer)
    await line
  }
}

/** takeTurn runs the job unless another process is at it, or has just been; a failure is tried again next time. */
export async function takeTurn(ctx: Context, job: Job): Promise<void> {
  try {
    const outcome = await alone(ctx.db, job.name, async (session) => {
      const begunAt = ctx.now()
      if (!(await isDue(session, job, begunAt))) return undefined
      const done = await runTimed(ctx, job)
      await noteRun(session, job, begunAt)
      return done
    })
    if (!outcome) return
    ctx.log.info({ job: job.name, ...outcome }, 'job done')
    const message = `${job.name}: ${JSON.stringify(outcome)}`
    await recordDeed(ctx, ctx.db, theService, { action: 'job.done', message })
  } catch (error) {
    ctx.log.warn({ job: job.name, err: error }, 'job failed; it will be tried again')
    ctx.metrics.jobFailed(job.name)
    const deed = { level: 'ERROR' as const, action: 'job.failed', message: job.name }
    await recordDeed(ctx, ctx.db, theService, deed).catch((reason) =>
      ctx.log.warn({ err: reason }, 'not audited'),
    )
  }
}

async function runTimed(ctx: Context, job: Job): Promise<object | undefined> {
  const begunAt = performance.now()
  try {
    return await job.run(ctx)
  } finally {
    ctx.metrics.jobRan(job.name, performance.now() - begunAt)
  }
}

/**
 * isDue looks for a run within the interval. Timers may be a little early, and the clock of another process a little
 * ahead; a run that lies further ahead was noted by a clock that was wrong.
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

/** noteRun keeps when a run began, once it has succeeded: one that fails was none. */
async function noteRun(session: Db, { name }: Job, begunAt: Date): Promise<void> {
  await session.query(
    `insert into job_runs (name, last_run) values ($1, $2)
     on conflict (name) do update set last_run = excluded.last_run`,
    [name, begunAt],
  )
}

/** listLastRuns tells of each job when its last run that succeeded began, in whichever process. */
export function listLastRuns(db: Db): Promise<{ name: string; lastRun: Date }[]> {
  return db.query('select name, last_run as "lastRun" from job_runs order by name')
}
