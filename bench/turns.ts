import { countIn, inWords, median, printTable, rounded } from './figures.ts'
import type { Fleet } from './fleet.ts'
import { type Crew, hearAll, type Load, openCrew } from './load.ts'
import type { Target } from './targets.ts'
import { canMeasure, usageOf } from './usage.ts'

type Part = keyof Target['pids'] | 'generator'

/** Turn is one target under load for some seconds. */
interface Turn extends Load {
  /** Microseconds of the processor for each reading. */
  cpu: Partial<Record<Part, number>>
  residentMb: number | undefined
}

/** Series is all turns of one target with so many connections. */
export interface Series {
  target: Target
  connections: number
  turns: Turn[]
}

export interface TurnOptions {
  connections: number[]
  rounds: number
  seconds: number
  /** No further round begins after this time, in milliseconds; there is always one. */
  endsAt?: number
}

/** takeTurns puts the targets under load one after the other, in alternating order: a machine has moods. */
export async function takeTurns(
  targets: Target[],
  { requests }: Fleet,
  options: TurnOptions,
): Promise<Series[]> {
  const { connections, rounds, seconds, endsAt = Number.POSITIVE_INFINITY } = options
  const series = targets.flatMap((target) =>
    connections.map((count): Series => ({ target, connections: count, turns: [] })),
  )
  const crews = new Map<Series, Crew>()
  for (const one of series) {
    // Devices of its own: those that moved from one connection to another would be new to a worker.
    const own = requests.filter((_, n) => n % connections.length === connections.indexOf(one.connections))
    const crew = await openCrew(one.target.port, one.connections, own)
    await hearAll(crew, own.length)
    crews.set(one, crew)
  }
  for (let round = 0; round < rounds; round++) {
    if (round > 0 && Date.now() > endsAt) {
      console.log(`The time is up after ${round} of ${rounds} rounds.`)
      break
    }
    for (const one of round % 2 === 0 ? series : series.toReversed()) {
      const { target } = one
      const crew = crews.get(one) as Crew
      // The service closes what has been silent for a minute.
      for (const other of crews.values()) if (other !== crew) await other.work(0)
      // While another one was asked, what this one had compiled and cached went cold.
      await crew.work(1)
      const before = usageByPart(target)
      const load = await crew.work(seconds)
      one.turns.push(measured(load, before, usageByPart(target)))
    }
  }
  for (const crew of crews.values()) crew.close()
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
  for (const [part, pid] of Object.entries(pids) as [keyof Target['pids'], number | undefined][]) {
    if (!pid || !canMeasure) continue
    const usage = usageOf(pid)
    cpuMicros[part] = usage.cpuMicros
    if (part === 'service') residentMb = usage.residentBytes / 1e6
  }
  return { cpuMicros, residentMb }
}

function measured(load: Load, before: PartsUsage, after: PartsUsage): Turn {
  const entries = Object.entries(after.cpuMicros) as [Part, number][]
  const cpu = entries.map(([part, micros]) => [part, (micros - (before.cpuMicros[part] ?? 0)) / load.answers])
  return { ...load, cpu: Object.fromEntries(cpu), residentMb: after.residentMb }
}

/** summarize gives the medians of the turns, and all their statuses. */
export function summarize({ turns }: Series) {
  const middle = (of: (turn: Turn) => number | undefined) => {
    const values = turns.map(of).filter((value) => value !== undefined)
    return values.length > 0 ? rounded(median(values)) : null
  }
  const statuses = new Map<number, number>()
  for (const turn of turns) for (const [status, count] of turn.statuses) countIn(statuses, status, count)
  const cpu = (part: Part) => middle((turn) => turn.cpu[part])
  return {
    turns: turns.length,
    perSecond: middle((turn) => turn.rate) ?? 0,
    p50Ms: middle((turn) => turn.p50),
    p99Ms: middle((turn) => turn.p99),
    p999Ms: middle((turn) => turn.p999),
    cpuMicrosPerReading: {
      service: cpu('service'),
      postgres: cpu('postgres'),
      redis: cpu('redis'),
      generator: cpu('generator'),
    },
    serviceResidentMb: middle((turn) => turn.residentMb),
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
  ]
  const rows = series.map((one) => {
    const { perSecond, p50Ms, p99Ms, p999Ms, cpuMicrosPerReading, serviceResidentMb } = summarize(one)
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
    ]
  })
  console.log('\nMedians of the turns; µs of the processor for each reading, by who took them:')
  printTable(header, rows)
  for (const one of series) {
    const { all200, statuses } = summarize(one)
    if (all200) continue
    const told = inWords(new Map(Object.entries(statuses)))
    console.log(`NOT ALL WERE 200: ${one.target.title}, ${one.connections} connections: ${told}`)
  }
  if (!canMeasure) console.log('What other processes take is measured on Linux only.')
}

/** ratioOf divides the median rate of one target by that of another, with as many connections. */
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
