import type pg from 'pg'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService } from '../harness/start-service.ts'
import { msPerDay } from '../src/platform/lib/duration.ts'
import { ascending, percentile } from './figures.ts'
import { createFleet, seedFleet } from './fleet.ts'
import { embeddedConnection, withClient } from './stores.ts'

const deviceCount = 600
const days = 84
const passes = 4
const admin = { email: 'admin@bench.example', password: 'Bench-Admin-1!' }

/** Measures requests for the status and readings of devices: npm run bench -- queries [millions of readings]. */
export async function benchQueries(cleanup: Cleanup): Promise<void> {
  const millions = Number(process.argv[3] ?? 50)
  const dataDir = cleanup.makeFolder()
  const settings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, RATE_LIMIT_GLOBAL: 'off' }
  const service = await startService(dataDir, settings, cleanup)
  const connection = embeddedConnection(dataDir)
  await seedFleet(connection, createFleet(deviceCount))
  await withClient(connection, async (client) => {
    await generateReadings(client, (millions * 1e6) / deviceCount / days)
    const { rows } = await client.query('select count(*)::int as count from readings')
    console.log(
      `${(rows[0].count / 1e6).toFixed(1)} million readings of ${deviceCount} devices over ${days} days`,
    )
    await explain(client)
    await measureOverHttp(client, `http://127.0.0.1:${service.port}/api`)
  })
}

async function generateReadings(client: pg.Client, perDeviceAndDay: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    const start = new Date(Math.floor(Date.now() / msPerDay - day) * msPerDay)
    const name = `readings_${start.toISOString().slice(0, 10).replaceAll('-', '')}`
    const end = new Date(start.getTime() + msPerDay)
    await client.query(
      `create table if not exists ${name} partition of readings for values from ('${start.toISOString()}') to ('${end.toISOString()}')`,
    )
    await client.query(
      `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, pressure,
                             battery, confidence, heart_rate, spo2, health_score)
       select number, $1::timestamptz + i * (interval '1 day' / $2), i * 1000, 0.1, 0.2, 9.8, 1, 2, 3, 1013, 80, 0,
              70 + i % 20, 97, 100
       from devices, generate_series(0, $2::int - 1) as i`,
      [start, Math.round(perDeviceAndDay)],
    )
  }
  // Otherwise the server would do it in the background, during the measurement.
  await client.query('vacuum analyze')
}

const newest = `select at from readings where device = (select number from devices order by number limit 1)
  and at >= now() - interval '91 days' and at < now() + interval '1 day' order by at desc limit 101`
const oneHour = `select at from readings where device = (select number from devices order by number limit 1)
  and at >= date_trunc('day', now()) - interval '40 days' and at < date_trunc('day', now()) - interval '959 hours'
  order by at desc limit 101`

async function explain(client: pg.Client): Promise<void> {
  for (const [title, sql] of Object.entries({ 'the newest page': newest, 'an hour 40 days ago': oneHour })) {
    const { rows } = await client.query(`explain (analyze, buffers, costs off) ${sql}`)
    const plan = rows.map((row) => row['QUERY PLAN'] as string)
    const relevantLines = plan.filter(
      (line) => /Scan .*using|Append|Subplans|Execution/.test(line) && !/never executed/.test(line),
    )
    console.log(`\n${title}:\n${relevantLines.join('\n')}`)
  }
}

async function measureOverHttp(client: pg.Client, api: string): Promise<void> {
  const login = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const { token } = (await login.json()) as { token: string }
  const { rows } = await client.query('select id from devices order by random() limit 300')
  console.log('')
  for (const path of ['status', 'readings', 'readings?from=2020-01-01T00:00:00Z&limit=1000']) {
    const latenciesMs: number[] = []
    for (const { id } of Array.from({ length: passes }, () => rows).flat()) {
      const startedAt = performance.now()
      const response = await fetch(`${api}/device/${id}/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await response.arrayBuffer()
      if (response.status !== 200) throw new Error(`${path} returned ${response.status}`)
      latenciesMs.push(performance.now() - startedAt)
    }
    // The first pass warms up: code is compiled, and connections cache the table definitions.
    latenciesMs.splice(0, rows.length)
    ascending(latenciesMs)
    const at = (share: number) => percentile(latenciesMs, share).toFixed(1)
    console.log(
      `GET /device/:id/${path}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms over ${latenciesMs.length} calls`,
    )
  }
}
