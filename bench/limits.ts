import type { Cleanup } from '../harness/cleanup.ts'
import { createCleanup } from '../harness/cleanup.ts'
import { msPerMinute } from '../src/platform/lib/duration.ts'
import { printTable, rounded } from './figures.ts'
import { type Cost, createMeasure, devicesAtLimit, shareOfCore } from './limits/costs.ts'
import { type Installation, seedInstallation } from './limits/installation.ts'
import { measureWork, type Work } from './limits/jobs.ts'
import { measureNotifications, type NotificationCost } from './limits/notifications.ts'
import { startMeasured } from './limits/process.ts'
import { measureReader, type ReaderCost } from './limits/reader.ts'
import { type CommitCost, measureCommits } from './limits/readings.ts'
import { measureStart, type StartCost } from './limits/starts.ts'
import { writeResults } from './results.ts'
import { type PostgresServer, startPostgres, withClient } from './stores.ts'

/** The sizes that are compared, the last one as many devices as BENCH_DEVICES says. */
const largest = Number(process.env.BENCH_DEVICES) || 100_000
const sizes = [largest / 10, largest]

/** As many fresh readings as a machine of two cores stores within a minute. */
const maxReadings = 3_000_000
const packedDevices = 100

interface Figures {
  devices: number
  readingsEach: number
  commits: CommitCost[]
  works: Work[]
  /** On disk, of one of five minutes, with its index. */
  summaryBytes: number
  notifications: NotificationCost[]
  reader: ReaderCost[]
  start: StartCost
}

/**
 * Measures what the service does besides receiving readings, as far as that grows with the devices: its jobs, what every
 * process does all the time, notifications between processes, and a start. The devices are rows in a real
 * PostgreSQL, as the service would have stored them.
 */
export async function benchLimits(cleanup: Cleanup, seconds: number): Promise<void> {
  const postgres = await startPostgres(cleanup)
  const figures: Figures[] = []
  for (const devices of sizes) figures.push(await measureSize(postgres, devices, seconds))
  for (const one of figures) printSize(one)
  printWork(figures)
  writeResults(
    'limits',
    Object.fromEntries(figures.map(({ devices, ...rest }) => [`${devices} devices`, rest])),
    { postgres: postgres.version },
  )
}

async function measureSize(postgres: PostgresServer, devices: number, seconds: number): Promise<Figures> {
  const { pid } = postgres
  if (!pid) throw new Error('The processor time of PostgreSQL is needed: leave BENCH_DATABASE_URL out')
  const cleanup = createCleanup()
  try {
    const url = await postgres.createDatabase(`limits_${devices}`)
    const fiveMinutes = 5 * msPerMinute
    const at = new Date(Math.floor(Date.now() / fiveMinutes) * fiveMinutes + 3 * msPerMinute)
    const readingsEach = Math.max(1, Math.min(300, Math.floor(maxReadings / devices)))
    const installation: Installation = { devices, readingsEach, packedDevices, at }
    const service = await startMeasured(cleanup, url, at)
    const startedAtMs = performance.now()
    await seedInstallation(url, installation)
    console.log(`${devices} devices were stored in ${Math.round((performance.now() - startedAtMs) / 1000)} s`)
    await setAutovacuum(url, false)
    const measure = createMeasure(service.ctx.db, pid)
    const commits = await measureCommits(service, measure, devices, seconds)
    await service.background.db.query('vacuum device_states')
    const works = await measureWork(service, measure, installation)
    const [{ bytes: summaryBytes = 0 } = {}] = await service.ctx.db.query<{ bytes: number }>(
      `select pg_total_relation_size('vital_summaries')::float8 / count(*) as bytes from vital_summaries`,
    )
    const notifications = await measureNotifications(service, measure, url, cleanup)
    const reader = await measureReader(service, measure, url)
    // A process of its own is alone on the database.
    await cleanup.run()
    await setAutovacuum(url, true)
    const start = await measureStart(cleanup, url, pid, devices)
    return { devices, readingsEach, commits, works, summaryBytes, notifications, reader, start }
  } finally {
    await cleanup.run()
  }
}

/** It would run beside what is measured. */
const setAutovacuum = (url: string, on: boolean) =>
  withClient(url, async (client) => {
    await client.query(`alter system set autovacuum = ${on ? 'on' : 'off'}`)
    await client.query('select pg_reload_conf()')
  })

function printSize({
  devices,
  readingsEach,
  commits,
  summaryBytes,
  notifications,
  reader,
  start,
}: Figures): void {
  console.log(`\n${devices} devices, ${readingsEach} readings each in five minutes`)
  console.log('\nStoring readings of all devices in turn:')
  printTable(
    ['readings a commit', 'a second', 'service µs', 'PostgreSQL µs', 'WAL bytes'],
    commits.map((c) => [
      c.perCommit,
      c.perSecond,
      rounded(c.serviceMicros),
      rounded(c.postgresMicros),
      Math.round(c.walBytes),
    ]),
  )
  console.log(`\nA summary of five minutes takes ${Math.round(summaryBytes)} bytes.`)
  console.log('\nA notification, and a transaction with an event:')
  printTable(
    ['processes', 'PostgreSQL µs', 'all processes µs', 'events/s', 'PostgreSQL µs an event'],
    notifications.map((n) => [
      n.listeners,
      rounded(n.postgresMicros),
      rounded(n.receiversMicros),
      n.eventsPerSecond,
      rounded(n.eventPostgresMicros),
    ]),
  )
  console.log('\nReading an event for open streams:')
  printTable(
    ['streams', 'service µs', 'PostgreSQL µs'],
    reader.map((r) => [r.streams, rounded(r.serviceMicros), rounded(r.postgresMicros)]),
  )
  const { jobs, first, next } = start
  console.log('\nA start:')
  printTable(
    ['', 'service', 'PostgreSQL'],
    [
      [
        `until healthy, ms (${Math.round(start.healthyMs)} ms)`,
        Math.round(start.serviceMs),
        Math.round(start.postgresMs),
      ],
      ['the first 15 seconds, ms', Math.round(jobs.serviceMs), Math.round(jobs.postgresMs)],
      [
        `first readings (${first.readings}), µs each`,
        rounded(first.serviceMicros),
        rounded(first.postgresMicros),
      ],
      ['next readings, µs each', rounded(next.serviceMicros), rounded(next.postgresMicros)],
    ],
  )
}

/** Compares the work of both sizes. */
function printWork(figures: Figures[]): void {
  const [fewer, more] = figures
  if (!fewer || !more) return
  const header = [
    'ms a run at',
    ...[fewer, more].flatMap(({ devices }) => [`${devices}`, 'service', 'PostgreSQL', 'WAL kB']),
    'core',
    'ends at devices',
  ]
  const columnsOf = ({ wallMs, serviceMs, postgresMs, walBytes }: Cost) => [
    rounded(wallMs),
    rounded(serviceMs),
    rounded(postgresMs),
    Math.round(walBytes / 1000),
  ]
  console.log('')
  printTable(
    header,
    more.works.map((work) => {
      const before = fewer.works.find(({ name }) => name === work.name) as Work
      const { everyMs, notifications, items, waits } = work
      const ends =
        everyMs &&
        devicesAtLimit(
          [
            { devices: fewer.devices, cost: before.cost },
            { devices: more.devices, cost: work.cost },
          ],
          everyMs,
          waits,
        )
      const each = items ? ` (${items})` : ''
      const notified = notifications === undefined ? '' : `, ${notifications} notifications`
      return [
        `${work.name}${each}${notified}`,
        ...columnsOf(before.cost),
        ...columnsOf(work.cost),
        everyMs ? `${rounded(100 * shareOfCore(work.cost, everyMs), 2)} %` : '',
        everyMs ? (ends === undefined ? 'none' : Math.round(ends / 1000) * 1000) : '',
      ]
    }),
  )
}
