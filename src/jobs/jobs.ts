import type { Context } from '../context.ts'

/** Job is work that comes back: once at the start, and then at its interval. A failure is logged and tried again. */
export interface Job {
  name: string
  everyMs: number
  run(ctx: Context): Promise<object | undefined>
}

/** startJobs answers with a function that stops them and waits for those under way. */
export function startJobs(ctx: Context, jobs: Job[]): () => Promise<void> {
  const underWay = new Set<Promise<void>>()
  const timers = jobs.map((job) => {
    let busy = false
    const turn = async () => {
      if (busy) return
      busy = true
      try {
        const outcome = await job.run(ctx)
        if (outcome) ctx.log.info({ job: job.name, ...outcome }, 'job done')
      } catch (error) {
        ctx.log.warn({ job: job.name, err: error }, 'job failed; it will be tried again')
      } finally {
        busy = false
      }
    }
    const begin = () => {
      const running = turn().finally(() => underWay.delete(running))
      underWay.add(running)
    }
    begin()
    return setInterval(begin, job.everyMs).unref()
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay)
  }
}
