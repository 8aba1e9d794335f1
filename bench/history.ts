import http from 'node:http'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService, unlimited } from '../harness/start-service.ts'
import { loadConfig } from '../src/platform/config.ts'
import type { Database } from '../src/platform/db/database.ts'
import { openStore } from '../src/platform/db/store.ts'
import { msPerDay, msPerHour } from '../src/platform/lib/duration.ts'
import { createLog } from '../src/platform/log.ts'
import { packRows, readingsTable } from '../src/telemetry/packing/pack-chunk.ts'
import { insertPacked } from '../src/telemetry/packing/packed-readings.store.ts'
import { ensurePackedPartitions } from '../src/telemetry/packing/reading-partitions.ts'
import {
  motionColumns,
  type ReadingTable,
  type ValueColumn,
  vitalColumns,
} from '../src/telemetry/packing/reading-table.ts'
import { ascending, percentile, printTable, rounded } from './figures.ts'
import { createFleet, createSessions, seedFleet } from './fleet.ts'
import { secret } from './processes.ts'
import { writeResults } from './results.ts'
import { simulatedReadings } from './storage/simulated-hours.ts'
import { startPostgres } from './stores.ts'

const days = 89
const readingsPerDevice = days * 86_400
const millions = Number(process.env.BENCH_READINGS) || 8
const deviceCount = Math.max(1, Math.round((millions * 1e6) / readingsPerDevice))
const calls = 1000
const warmUpCalls = 1000

/** One connection, one request after the other; `fetch` would add its own half a millisecond. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Measures requests for packed readings: a page and a day of vital signs at a random time of a random device,
 * and a chart of 90 days. Each device has sent every second of 89 days.
 */
export async function benchHistory(cleanup: Cleanup): Promise<void> {
  const postgres = await startPostgres(cleanup)
  const url = await postgres.createDatabase('history')
  const config = loadConfig({ DATABASE_URL: url, LOG_LEVEL: 'warn' })
  const store = await openStore(config, createLog('warn'), (error) => {
    throw error
  })
  const fleet = createFleet(deviceCount * 10)
  await seedFleet(url, fleet)
  const devices = await fill(store.db.background, postgres.version)
  await store.close()
  const settings = { DATABASE_URL: url, JWT_SECRET: secret, PACK_READINGS_AFTER: 'off', ...unlimited }
  const service = await startService(cleanup.makeFolder(), settings, cleanup)
  const tokens = await createSessions(
    url,
    secret,
    devices.map(({ userId }) => ({ id: userId, key: '' })),
  )
  const wearers = devices.map((device, i) => ({ ...device, token: tokens[i] ?? '' }))
  const figures = await measure(`http://127.0.0.1:${service.port}/api`, wearers)
  printTable(
    ['', 'p50 ms', 'p99 ms'],
    Object.entries(figures).map(([name, { p50Ms, p99Ms }]) => [name, p50Ms, p99Ms]),
  )
  const readings = deviceCount * readingsPerDevice
  writeResults('history', { readings, devices: deviceCount, ...figures }, { postgres: postgres.version })
}

interface Device {
  id: string
  number: number
  userId: string
}

/** Writes packed rows, as the job would: storing and packing so many readings one by one would take hours. */
async function fill(db: Database, version: string): Promise<Device[]> {
  // One device of each person.
  const devices = await db.query<Device>(
    `select distinct on (user_id) id, number, user_id as "userId" from devices order by user_id, number limit $1`,
    [deviceCount],
  )
  const firstDay = Math.floor(Date.now() / msPerDay) * msPerDay - days * msPerDay
  const template = simulatedHour()
  console.log(`writing ${deviceCount * days * 24} hours into PostgreSQL ${version} …`)
  for (let hour = firstDay; hour < firstDay + days * msPerDay; hour += msPerHour) {
    if (hour % msPerDay === 0 && !(await ensurePackedPartitions(db, hour))) throw new Error('No partition')
    const at = template.at.map((time) => time + hour * 1000)
    const rows = await packRows({ at, values: template.values })
    await Promise.all(devices.map(({ number }) => insertPacked(db, readingsTable, number, rows)))
  }
  await insertSummaries(db, devices, firstDay)
  await db.query('vacuum analyze')
  return devices
}

/** Has times from zero on. */
function simulatedHour(): ReadingTable {
  const at: number[] = []
  const names: ValueColumn[] = [...vitalColumns, ...motionColumns]
  const values = Object.fromEntries(names.map((name) => [name, [] as (number | null)[]]))
  for (const { at: time, reading, confidence, healthScore } of simulatedReadings(1, 0, true)) {
    if (time.getTime() >= msPerHour) break
    at.push(time.getTime() * 1000)
    const [accel_x, accel_y, accel_z] = reading.accel
    const [gyro_x, gyro_y, gyro_z] = reading.gyro
    const { heartRate: heart_rate, spo2, battery, uptimeMs: uptime_ms, pressure, fsr } = reading
    const row: Record<string, number | null> = {
      ...{ heart_rate, spo2, battery, uptime_ms, pressure, fsr, confidence, health_score: healthScore },
      ...{ accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, wifi: 1, bluetooth: 1, sensors_initialized: 1 },
    }
    for (const name of names) values[name]?.push(row[name] ?? null)
  }
  return { at, values }
}

async function insertSummaries(db: Database, devices: Device[], firstDay: number): Promise<void> {
  await db.query(
    `insert into vital_summaries
     select device, $2::timestamptz + n * interval '5 minutes', 55, 110, 300 * 72, 300, 94, 99, 300 * 97, 300
     from unnest($1::int[]) as device, generate_series(0, ${days} * 288 - 1) as n`,
    [devices.map(({ number }) => number), new Date(firstDay)],
  )
  await db.query('insert into vital_summary_progress values (true, $1)', [
    new Date(firstDay + days * msPerDay),
  ])
}

async function measure(api: string, wearers: (Device & { token: string })[]) {
  const randomTime = (daysAgo: number) => new Date(Date.now() - (1.5 + Math.random() * daysAgo) * msPerDay)
  const requests: Record<string, (device: Device) => string> = {
    'a page of 100 readings': ({ id }) => `/device/${id}/readings?to=${randomTime(85).toISOString()}`,
    'a day of vital signs': ({ userId }) => {
      const to = randomTime(80)
      const from = new Date(to.getTime() - msPerDay)
      return `/patients/${userId}/vitals?from=${from.toISOString()}&to=${to.toISOString()}`
    },
    'a chart of a day': ({ userId }) => {
      const to = randomTime(80)
      const from = new Date(to.getTime() - msPerDay)
      return `/patients/${userId}/vitals/series?from=${from.toISOString()}&to=${to.toISOString()}`
    },
    'a chart of 90 days': ({ userId }) =>
      `/patients/${userId}/vitals/series?from=${new Date(Date.now() - 90 * msPerDay + 60_000).toISOString()}`,
  }
  const figures: Record<string, { p50Ms: number; p99Ms: number }> = {}
  for (const [name, pathOf] of Object.entries(requests)) {
    const latenciesMs: number[] = []
    for (let call = 0; call < warmUpCalls + calls; call++) {
      const wearer = wearers[Math.floor(Math.random() * wearers.length)]
      if (!wearer) throw new Error('There are no devices')
      const startedAt = performance.now()
      const { status, body } = await get(api + pathOf(wearer), wearer.token)
      if (call >= warmUpCalls) latenciesMs.push(performance.now() - startedAt)
      if (status !== 200) throw new Error(`${name}: ${status} ${body}`)
    }
    ascending(latenciesMs)
    figures[name] = {
      p50Ms: rounded(percentile(latenciesMs, 0.5)),
      p99Ms: rounded(percentile(latenciesMs, 0.99)),
    }
  }
  return figures
}

/** Resolves with the last byte of the response. */
function get(url: string, token: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
    request.on('error', reject)
  })
}
