// A process that stores the batches that it is sent, and packs all the time, until it is killed.
import { loadConfig } from '../../src/platform/config.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { noMetrics } from '../../src/platform/metrics/metrics.ts'
import { insertHistory, type StoredReading } from '../../src/telemetry/ingest/ingest.store.ts'
import { withPartitions } from '../../src/telemetry/ingest/reading-writer.ts'
import { summariseReadings } from '../../src/telemetry/ingest/vital-summaries.ts'
import { packReadings } from '../../src/telemetry/packing/pack-readings.ts'

const db = openDatabase({ connectionString: process.env.DATABASE_URL }, () => {}, {
  isDistributed: process.env.TEST_DISTRIBUTED !== undefined,
})
const ctx = { db, config: loadConfig({}), metrics: noMetrics, now: () => new Date() }

process.on('message', async (rows: StoredReading[]) => {
  const stored = await withPartitions(db, rows, () => db.transaction((tx) => insertHistory(tx, rows)))
  process.send?.(stored)
})
process.once('disconnect', () => process.exit())
await db.query('select 1')
process.send?.('ready')
for (;;) {
  await summariseReadings(ctx)
  await packReadings(ctx, 0)
}
