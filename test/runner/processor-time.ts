import { readdirSync, readFileSync } from 'node:fs'

/**
 * What the processors were used for: loading modules and starting services in the process of the tests, the tests
 * themselves, services and other programs that they start, PostgreSQL, and browsers.
 */
export type Use = 'load' | 'start' | 'tests' | 'programs' | 'database' | 'browser'

export type ProcessorTime = Partial<Record<Use, number>>

export const totalOf = (time: ProcessorTime): number =>
  Object.values(time).reduce((total, milliseconds) => total + milliseconds, 0)

export function addTimes(times: ProcessorTime[]): ProcessorTime {
  const sum: ProcessorTime = {}
  for (const time of times)
    for (const [use, milliseconds] of Object.entries(time) as [Use, number][])
      sum[use] = (sum[use] ?? 0) + milliseconds
  return sum
}

interface ProcessInfo {
  pid: number
  name: string
  parent: number
  usedMs: number
  /** What its children had used that have ended. */
  endedMs: number
}

/** Linux counts in hundredths of a second. */
const tickMs = 10

/** A process that ends takes its count along, so that it is read while it runs. */
const sampleMs = 500

/**
 * Counts the processor time of the programs below this process; those that live shorter than an interval
 * are missed, and on systems without /proc all of them.
 */
export function watchPrograms(): { take(): ProcessorTime } {
  const seen = new Map<number, { use: Use; usedMs: number }>()
  let takenBefore: ProcessorTime = {}

  function sample() {
    const all = readProcesses()
    const addBelow = (parent: number) => {
      for (const child of all.filter((one) => one.parent === parent)) {
        seen.set(child.pid, { use: useOf(child), usedMs: child.usedMs })
        addBelow(child.pid)
      }
    }
    addBelow(process.pid)
  }
  setInterval(sample, sampleMs).unref()
  return {
    take() {
      sample()
      const total = addTimes([...seen.values()].map(({ use, usedMs }) => ({ [use]: usedMs })))
      const since = Object.entries(total).map(([use, ms]) => [use, ms - (takenBefore[use as Use] ?? 0)])
      takenBefore = total
      return Object.fromEntries(since)
    },
  }
}

const useOf = ({ name }: ProcessInfo): Use =>
  name === 'postgres' ? 'database' : /^(chrom|headless)/.test(name) ? 'browser' : 'programs'

/** What a PostgreSQL has used, with its processes that have ended. */
export function databaseTime(postmaster: number): number {
  const all = readProcesses()
  const server = all.find(({ pid }) => pid === postmaster)
  const children = all.filter(({ parent }) => parent === postmaster)
  return (server?.endedMs ?? 0) + [server, ...children].reduce((sum, info) => sum + (info?.usedMs ?? 0), 0)
}

/** What the processors of this machine have done since it started, for whomever. */
export function machineTime(): number {
  if (process.platform !== 'linux') return 0
  // The line of all processors: user, nice, system, idle, iowait, irq, softirq, and what other machines took.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.match(/\d+/g)?.map(Number) ?? []
  return (user + nice + system + irq + softirq) * tickMs
}

function readProcesses(): ProcessInfo[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
}

function readProcess(pid: number): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = stat.lastIndexOf(')')
    // After the name: state, parent, and from the twelfth on the times of itself and of its ended children.
    const fields = stat.slice(nameEnd + 2).split(' ')
    const milliseconds = (i: number) => Number(fields[i]) * tickMs
    return {
      pid,
      name: stat.slice(stat.indexOf('(') + 1, nameEnd),
      parent: Number(fields[1]),
      usedMs: milliseconds(11) + milliseconds(12),
      endedMs: milliseconds(13) + milliseconds(14),
    }
  } catch {
    // It ended meanwhile.
    return undefined
  }
}
