// A process that stores the batches that it is sent, and packs all the time, until it is killed.
import { loadConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/database.ts'
import { insertHistory, type StoredReading } from '../../src/ingest/ingest.store.ts'
import { withPartitions } from '../../src/ingest/reading-writer.ts'
import { summariseReadings } from '../../src/ingest/vital-summaries.ts'
import { noMetrics } from '../../src/metrics/metrics.ts'
import { createPacker } from '../../src/packing/pack-readings.ts'

const db = openDatabase({ connectionString: process.env.DATABASE_URL }, () => {})
const ctx = { db, config: loadConfig({}), metrics: noMetrics, now: () => new Date() }
const pack = createPacker()

process.on('message', async (rows: StoredReading[]) => {
  const stored = await withPartitions(db, rows, () => db.transaction((tx) => insertHistory(tx, rows)))
  process.send?.(stored)
})
process.once('disconnect', () => process.exit())
await db.query('select 1')
process.send?.('ready')
for (;;) {
  await summariseReadings(ctx)
  await pack(ctx)
}
