import { recentSince } from '../../alerting/falls/recent-falls.ts'
import { healthScore } from '../../detection/health-score.ts'
import type { Context } from '../../platform/context.ts'
import { listHealthSigns, setHealthScores } from './device-health.store.ts'

/** How many devices are processed together. */
const batchSize = 5000

/** Recalculates the score of every device from its last values, and returns how many changed. */
export async function recalculateHealth(ctx: Context, dryRun: boolean): Promise<number> {
  const fallsSince = recentSince(ctx.now())
  let changed = 0
  let after = 0
  for (;;) {
    const devices = await listHealthSigns(ctx.db, after, batchSize, fallsSince)
    const stale = devices
      .map((device) => ({ ...device, score: healthScore(device) }))
      .filter(({ score, storedScore }) => score !== storedScore)
    if (!dryRun && stale.length > 0) await setHealthScores(ctx.db, stale)
    changed += stale.length
    if (devices.length < batchSize) return changed
    after = devices.at(-1)?.device ?? Number.POSITIVE_INFINITY
  }
}
