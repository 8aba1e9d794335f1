import { formatCounts, increment, median, printTable, rounded } from './figures.ts'
import type { Fleet } from './fleet.ts'
import {
  type LoadGenerator,
  type LoadResult,
  openLoadGenerator,
  openMqttLoadGenerator,
  warmUp,
} from './load.ts'
import { withClient } from './stores.ts'
import type { Target } from './targets.ts'
import { canMeasure, usageOf, walPositionQuery } from './usage.ts'

type Part = keyof Target['pids'] | 'generator'

/** One target under load for some seconds. */
interface Measurement extends LoadResult {
  /** Processor time per reading. */
  cpuMicros: Partial<Record<Part, number>>
  residentMb: number | undefined
  /** Bytes per reading: on the connection, and in the write-ahead log. */
  networkBytes: number
  walBytes: number | undefined
}

/** All measurements of one target with one number of connections. */
export interface Series {
  target: Target
  connections: number
  measurements: Measurement[]
}

export interface MeasureOptions {
  connections: number[]
  rounds: number
  seconds: number
  /** No further round begins after this time, in milliseconds; there is always one. */
  endsAt?: number
}

/**
 * Measures the targets one after the other, in alternating order, because the speed of a machine varies.
 */
export async function measureTargets(
  targets: Target[],
  fleet: Fleet,
  options: MeasureOptions,
): Promise<Series[]> {
  const { connections, rounds, seconds, endsAt = Number.POSITIVE_INFINITY } = options
  const series = targets.flatMap((target) =>
    connections.map((count): Series => ({ target, connections: count, measurements: [] })),
  )
  const generators = new Map<Series, LoadGenerator>()
  for (const one of series) {
    // Each series has its own devices: a device that moved to another connection would be new to a worker.
    const ofSeries = <T>(list: T[]) =>
      list
        .filter((_, n) => n % connections.length === connections.indexOf(one.connections))
        .slice(0, one.target.hasOneDeviceEach ? one.connections : undefined)
    const { port, protocol } = one.target
    const requests = ofSeries(fleet.requests)
    const generator =
      protocol === 'mqtt'
        ? await openMqttLoadGenerator(port, ofSeries(fleet.mqtt))
        : await openLoadGenerator(port, one.connections, requests)
    await warmUp(generator, requests.length)
    generators.set(one, generator)
    // The service closes connections that were idle for a minute.
    for (const opened of generators.values()) await opened.run(0)
  }
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && Date.now() > endsAt) {
      console.log(`The time is up after ${round} of ${rounds} rounds.`)
      break
    }
    for (const one of round % 2 === 0 ? series : series.toReversed()) {
      const { target } = one
      const generator = generators.get(one) as LoadGenerator
      // The service closes connections that were idle for a minute.
      for (const other of generators.values()) if (other !== generator) await other.run(0)
      // The processor's caches hold the target that was measured before.
      await generator.run(1)
      const walBefore = await walPosition(target)
      const before = usageByPart(target)
      const load = await generator.run(seconds)
      const after = usageByPart(target)
      const walBytes = ((await walPosition(target)) - walBefore) / load.responses
      one.measurements.push(measured(load, before, after, walBytes))
    }
  }
  for (const generator of generators.values()) generator.close()
  return series
}

interface PartsUsage {
  cpuMicros: Partial<Record<Part, number>>
  residentMb: number | undefined
}

function usageByPart({ pids }: Target): PartsUsage {
  const { user, system } = process.cpuUsage()
  const cpuMicros: PartsUsage['cpuMicros'] = { generator: user + system }
  let residentMb: number | undefined
  for (const [part, given] of Object.entries(pids) as [
    keyof Target['pids'],
    number | number[] | undefined,
  ][]) {
    if (!given || !canMeasure) continue
    const usages = [given].flat().map(usageOf)
    cpuMicros[part] = usages.reduce((sum, usage) => sum + usage.cpuMicros, 0)
    if (part === 'service') residentMb = (usages[0]?.residentBytes ?? 0) / 1e6
  }
  return { cpuMicros, residentMb }
}

/** Returns how many bytes have been written ahead so far; not a number without a database. */
async function walPosition({ database }: Target): Promise<number> {
  if (!database) return Number.NaN
  return withClient(database, async (client) => {
    const { rows } = await client.query(walPositionQuery)
    return rows[0].bytes
  })
}

function measured(load: LoadResult, before: PartsUsage, after: PartsUsage, walBytes: number): Measurement {
  const entries = Object.entries(after.cpuMicros) as [Part, number][]
  const cpuMicros = entries.map(([part, micros]) => [
    part,
    (micros - (before.cpuMicros[part] ?? 0)) / load.responses,
  ])
  return {
    ...load,
    cpuMicros: Object.fromEntries(cpuMicros),
    residentMb: after.residentMb,
    networkBytes: load.transferredBytes / load.responses,
    walBytes: Number.isNaN(walBytes) ? undefined : walBytes,
  }
}

/** Returns the medians of the measurements, and all statuses. */
export function summarize({ measurements }: Series) {
  const medianOf = (select: (measurement: Measurement) => number | undefined) => {
    const values = measurements.map(select).filter((value) => value !== undefined)
    return values.length > 0 ? rounded(median(values)) : null
  }
  const statuses = new Map<number, number>()
  for (const measurement of measurements)
    for (const [status, count] of measurement.statuses) increment(statuses, status, count)
  const cpu = (part: Part) => medianOf((measurement) => measurement.cpuMicros[part])
  return {
    measurements: measurements.length,
    perSecond: medianOf((measurement) => measurement.perSecond) ?? 0,
    p50Ms: medianOf((measurement) => measurement.p50Ms),
    p99Ms: medianOf((measurement) => measurement.p99Ms),
    p999Ms: medianOf((measurement) => measurement.p999Ms),
    cpuMicrosPerReading: {
      service: cpu('service'),
      postgres: cpu('postgres'),
      redis: cpu('redis'),
      ...(measurements.some(({ cpuMicros }) => cpuMicros.workers !== undefined) && {
        workers: cpu('workers'),
      }),
      generator: cpu('generator'),
    },
    serviceResidentMb: medianOf((measurement) => measurement.residentMb),
    bytesPerReading: {
      network: medianOf((measurement) => measurement.networkBytes),
      wal: medianOf((measurement) => measurement.walBytes),
    },
    statuses: Object.fromEntries(statuses),
    all200: [...statuses.keys()].every((status) => status === 200),
  }
}
export type Summary = ReturnType<typeof summarize>

export function printSeries(series: Series[]): void {
  const shown = (value: number | null) => value ?? '–'
  const header = [
    '',
    'conn.',
    'readings/s',
    'p50 ms',
    'p99 ms',
    'p99.9 ms',
    'service µs',
    'PostgreSQL µs',
    'Redis µs',
    'generator µs',
    'RSS MB',
    'network B',
    'WAL B',
  ]
  const rows = series.map((one) => {
    const { perSecond, p50Ms, p99Ms, p999Ms, cpuMicrosPerReading, serviceResidentMb, bytesPerReading } =
      summarize(one)
    const { service, postgres, redis, generator } = cpuMicrosPerReading
    const cpu = [service, postgres, redis, generator].map(shown)
    const latencies = [p50Ms, p99Ms, p999Ms].map(shown)
    return [
      one.target.title,
      one.connections,
      Math.round(perSecond),
      ...latencies,
      ...cpu,
      shown(serviceResidentMb),
      shown(bytesPerReading.network),
      shown(bytesPerReading.wal),
    ]
  })
  console.log('\nMedians of the measurements; processor time for each reading in µs:')
  printTable(header, rows)
  for (const one of series) {
    const { all200, statuses } = summarize(one)
    if (all200) continue
    const counts = formatCounts(new Map(Object.entries(statuses)))
    console.log(`NOT ALL WERE 200: ${one.target.title}, ${one.connections} connections: ${counts}`)
  }
  if (!canMeasure) console.log('The usage of other processes is measured on Linux only.')
}

/** Returns the median rate of one target divided by that of another, with the same number of connections. */
export function ratioOf(series: Series[], one: string, other: string, connections: number): number | null {
  const rate = (title: string) => {
    const found = series.find(
      ({ target, connections: count }) => target.title === title && count === connections,
    )
    return found && summarize(found).perSecond
  }
  const [a, b] = [rate(one), rate(other)]
  return a && b ? rounded(a / b, 2) : null
}
