import { noteSilentDevices } from '../devices/silence.ts'
import { foldFallCounts } from '../falls/fall-counts.store.ts'
import type { Job } from './jobs.ts'
import { type TaskName, tasks } from './tasks.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A task that found nothing to do leaves no line behind. */
function scheduled(name: TaskName, everyMs: number): Job {
  return {
    name,
    everyMs,
    async run(ctx) {
      const outcome = await tasks[name](ctx, { dryRun: false })
      return Object.values(outcome).some((count) => count > 0) ? outcome : undefined
    },
  }
}

/** Everything that runs by the clock. */
export const schedule: Job[] = [
  scheduled('cleanup_readings', minute),
  scheduled('cleanup_logs', day),
  scheduled('cleanup_sessions', hour),
  // Falls grow old: a score that counted one must be made anew without it.
  scheduled('recalculate_health', hour),
  {
    name: 'fold_fall_counts',
    everyMs: minute,
    async run(ctx) {
      await foldFallCounts(ctx.db)
      return undefined
    },
  },
  {
    name: 'note_silent_devices',
    everyMs: minute,
    async run(ctx) {
      const silent = await noteSilentDevices(ctx)
      return silent > 0 ? { silent } : undefined
    },
  },
]
