import { deleteExpiredSessions } from '../auth/sessions.store.ts'
import { noteSilentDevices } from '../devices/silence.ts'
import { dropOldPartitions, ensurePartitions } from '../ingest/partitions.ts'
import { purgeReadings } from '../ingest/purge.ts'
import type { Job } from './jobs.ts'

const minute = 60_000
const hour = 60 * minute

/** Everything that runs by the clock. */
export const schedule: Job[] = [
  {
    name: 'remove expired sessions',
    everyMs: hour,
    async run(ctx) {
      const removed = await deleteExpiredSessions(ctx.db, ctx.now())
      return removed > 0 ? { removed } : undefined
    },
  },
  {
    name: 'make partitions ahead and drop those past retention',
    everyMs: hour,
    async run(ctx) {
      await ensurePartitions(ctx.db, ctx.now())
      const dropped = await dropOldPartitions(ctx.db, ctx.now())
      return dropped.length > 0 ? { dropped } : undefined
    },
  },
  {
    name: 'note silent devices',
    everyMs: minute,
    async run(ctx) {
      const silent = await noteSilentDevices(ctx)
      return silent > 0 ? { silent } : undefined
    },
  },
  {
    name: 'remove the readings of deleted devices',
    everyMs: minute,
    async run(ctx) {
      const removed = await purgeReadings(ctx)
      return removed > 0 ? { removed } : undefined
    },
  },
]
