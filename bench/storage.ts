import { type Cleanup, createCleanup } from '../harness/cleanup.ts'
import { loadConfig } from '../src/platform/config.ts'
import type { Context } from '../src/platform/context.ts'
import type { Database } from '../src/platform/db/database.ts'
import { openStore } from '../src/platform/db/store.ts'
import { msPerDay } from '../src/platform/lib/duration.ts'
import { createLog } from '../src/platform/log.ts'
import { noMetrics } from '../src/platform/metrics/metrics.ts'
import { insertHistory, type StoredReading } from '../src/telemetry/ingest/ingest.store.ts'
import { withPartitions } from '../src/telemetry/ingest/reading-writer.ts'
import { packReadings } from '../src/telemetry/packing/pack-readings.ts'
import { type PartitionedTable, partitionedTables } from '../src/telemetry/packing/reading-partitions.ts'
import { releaseEmptyPartitions } from '../src/telemetry/packing/release-partitions.ts'
import { printTable, rounded } from './figures.ts'
import { createFleet, seedFleet } from './fleet.ts'
import { measureTargets, summarize } from './measurements.ts'
import { writeResults } from './results.ts'
import { simulatedReadings } from './storage/simulated-hours.ts'
import { startPostgres } from './stores.ts'
import { embeddedTarget } from './targets.ts'
import { usageOf } from './usage.ts'

const deviceCount = Number(process.env.BENCH_DEVICES) || 20
const hours = Number(process.env.BENCH_HOURS) || 1
const readingsPerInsert = 900

type Bytes = Record<PartitionedTable, number>

/**
 * Measures the bytes on disk of a reading, in the plain table and packed, with indexes and TOAST, and what
 * packing costs beside receiving a reading: of simulated devices, once with only the peak of each second and once with 50
 * samples a second.
 */
export async function benchStorage(cleanup: Cleanup): Promise<void> {
  const postgres = await startPostgres(cleanup)
  const figures: Record<string, Awaited<ReturnType<typeof measure>> & { ingestMicros: number | undefined }> =
    {}
  for (const mode of ['peak-only', '50 samples'] as const) {
    const url = await postgres.createDatabase(mode.replace(/\W/g, '_'))
    const packing = await measure(url, mode === 'peak-only', postgres.pid, cleanup)
    const ingestMicros = await measureIngest(mode === 'peak-only' ? 0 : 50)
    figures[mode] = { ...packing, ingestMicros }
  }
  printTable(
    ['', 'readings', 'plain, bytes', 'packed, bytes', 'packed/s', 'process µs', 'PostgreSQL µs', 'ingest µs'],
    Object.entries(figures).map(([mode, f]) => [
      mode,
      f.readings,
      f.plainBytes,
      f.packedBytes,
      f.packedPerSecond,
      f.processMicros,
      f.postgresMicros ?? '',
      f.ingestMicros ?? '',
    ]),
  )
  writeResults('storage', { devices: deviceCount, hours, ...figures }, { postgres: postgres.version })
}

async function measure(url: string, peakOnly: boolean, postgresPid: number | undefined, cleanup: Cleanup) {
  const config = loadConfig({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  const store = await openStore(config, createLog('warn'), (error) => {
    throw error
  })
  cleanup.add(() => store.close())
  const db = store.db.background
  await seedFleet(url, createFleet(deviceCount))
  const startMs = Math.floor(Date.now() / msPerDay) * msPerDay - 3 * msPerDay
  const readings = await fill(db, startMs, peakOnly)
  await db.query('vacuum analyze readings')
  const plainBytes = total(await bytesOf(db))
  // As long as a device may come back, its last hour stays fresh.
  await db.query('update device_states set last_seen = null')
  await db.query('insert into vital_summary_progress values (true, $1)', [new Date()])
  const ctx = { db, config, now: () => new Date(), metrics: noMetrics } as Context
  const cost = await packAll(ctx, postgresPid)
  if (cost.packed !== readings) throw new Error(`${cost.packed} of ${readings} readings were packed`)
  for (const table of partitionedTables) await db.query(`vacuum analyze ${table}`)
  await releaseEmptyPartitions(ctx)
  const packedBytes = total(await bytesOf(db))
  const { packed: _, ...costs } = cost
  return {
    readings,
    plainBytes: rounded(plainBytes / readings),
    packedBytes: rounded(packedBytes / readings),
    ...costs,
  }
}

/** Returns the processor time of receiving a reading over HTTP, of the service and PostgreSQL together. */
async function measureIngest(sampleCount: number): Promise<number | undefined> {
  const cleanup = createCleanup()
  try {
    // Every device sends at most once a second, so there must be more of them than readings in a second.
    const fleet = createFleet(20_000, sampleCount)
    const target = await embeddedTarget(cleanup, fleet)
    const [series] = await measureTargets([target], fleet, { connections: [64], rounds: 3, seconds: 3 })
    if (!series) return
    const { all200, cpuMicrosPerReading: cost } = summarize(series)
    if (!all200) throw new Error('Not all readings were accepted')
    return cost.service !== null && cost.postgres !== null ? rounded(cost.service + cost.postgres) : undefined
  } finally {
    await cleanup.run()
  }
}

async function fill(db: Database, startMs: number, peakOnly: boolean): Promise<number> {
  const devices = await db.query<{ number: number }>('select number from devices order by number')
  const count = hours * 3600
  for (const { number } of devices.slice(0, deviceCount)) {
    let rows: StoredReading[] = []
    let stored = 0
    for (const row of simulatedReadings(number, startMs, peakOnly)) {
      rows.push(row)
      if (rows.length < readingsPerInsert) continue
      const batch = rows
      stored += await withPartitions(db, batch, () => db.transaction((tx) => insertHistory(tx, batch)))
      rows = []
      if (stored >= count) break
    }
  }
  return deviceCount * count
}

/** Packs everything, and returns the processor time of a reading in this process and in PostgreSQL. */
async function packAll(ctx: Context, postgresPid: number | undefined) {
  const postgresMicros = () => (postgresPid ? usageOf(postgresPid).cpuMicros : 0)
  const [startedAtMs, ownBefore, postgresBefore] = [performance.now(), process.cpuUsage(), postgresMicros()]
  let packed = 0
  for (;;) {
    const count = await packReadings(ctx)
    packed += count
    if (count === 0) break
  }
  // The space of deleted rows is part of the cost.
  await ctx.db.query('vacuum readings')
  const { user, system } = process.cpuUsage(ownBefore)
  return {
    packed,
    packedPerSecond: Math.round((packed * 1000) / (performance.now() - startedAtMs)),
    processMicros: rounded((user + system) / packed),
    postgresMicros: postgresPid ? rounded((postgresMicros() - postgresBefore) / packed) : undefined,
  }
}

async function bytesOf(db: Database): Promise<Bytes> {
  const rows = await db.query<{ name: PartitionedTable; bytes: number }>(
    `select inhparent::regclass::text as name, sum(pg_total_relation_size(inhrelid))::float8 as bytes
     from pg_inherits join pg_class on pg_class.oid = inhrelid where relkind = 'r' group by 1`,
  )
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes])) as Bytes
}

const total = (bytes: Bytes) => partitionedTables.reduce((sum, table) => sum + (bytes[table] ?? 0), 0)
