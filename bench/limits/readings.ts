import { toReading } from '../../src/telemetry/ingest/ingest.schemas.ts'
import { insertReadings, type StoredReading } from '../../src/telemetry/ingest/ingest.store.ts'
import { readingFields } from '../fleet.ts'
import type { Cost, Measure } from './costs.ts'
import type { MeasuredService } from './process.ts'

/** What storing a reading costs in a commit of so many, of ever other devices. */
export interface CommitCost {
  perCommit: number
  perSecond: number
  serviceMicros: number
  postgresMicros: number
  walBytes: number
}

const sizes = [12, 64, 256]

/** Stores readings of all devices in turn, with the statement of the service. */
export async function measureCommits(
  { ctx }: MeasuredService,
  measure: Measure,
  devices: number,
  seconds: number,
): Promise<CommitCost[]> {
  const costs: CommitCost[] = []
  let next = 0
  const store = (count: number) => {
    const rows = Array.from({ length: count }, () => rowOf(next++, devices, ctx.now()))
    return insertReadings(ctx.db.commits, rows)
  }
  // The first change of a page after a checkpoint writes all of it ahead.
  while (next < devices) await store(Math.min(1000, devices - next))
  for (const perCommit of sizes) {
    let stored = 0
    const cost: Cost = await measure(
      async () => {
        await store(perCommit)
        stored += perCommit
      },
      { minMs: seconds * 1000, maxRuns: Number.POSITIVE_INFINITY },
    )
    const micros = (ms: number) => (ms * 1000) / perCommit
    costs.push({
      perCommit,
      perSecond: Math.round((stored * 1000) / (cost.wallMs * cost.runs)),
      serviceMicros: micros(cost.serviceMs),
      postgresMicros: micros(cost.postgresMs),
      walBytes: cost.walBytes / perCommit,
    })
  }
  return costs
}

/** Each device is a step of a millisecond further with each of its readings. */
function rowOf(n: number, devices: number, now: Date): StoredReading {
  // Neighbours in time are no neighbours in the table.
  const device = 1 + ((n * 7919) % devices)
  const at = new Date(now.getTime() - 60_000 + Math.floor(n / devices))
  return {
    device,
    at,
    seenAt: now,
    reading: toReading({ ...readingFields(n), uptime_ms: 1_000_000 + n }),
    confidence: 0.02,
    healthScore: 95,
    heartSpread: 1,
  }
}
