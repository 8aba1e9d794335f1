import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The processor time of a process and its descendants so far, and the memory that they hold now. */
export interface Usage {
  cpuMicros: number
  residentBytes: number
}

interface ProcessStat extends Usage {
  pid: number
  parent: number
}

/** A position in the write-ahead log: how many bytes have been written to it so far. */
export const walPositionQuery = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`

/** The usage of other processes is read from /proc. */
export const canMeasure = process.platform === 'linux'

/** Returns the usage of a process and its descendants; that of ended children is counted in their parents. */
export function usageOf(pid: number): Usage {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? [])
  const tree = new Set([pid])
  // Children can precede their parents in the list.
  for (let previousSize = 0; previousSize < tree.size; ) {
    previousSize = tree.size
    for (const stat of all) if (tree.has(stat.parent)) tree.add(stat.pid)
  }
  const members = all.filter((stat) => tree.has(stat.pid))
  const sum = (select: (stat: ProcessStat) => number) =>
    members.reduce((total, stat) => total + select(stat), 0)
  return { cpuMicros: sum((stat) => stat.cpuMicros), residentBytes: sum((stat) => stat.residentBytes) }
}

/** Returns the processor time of all processes of the machine so far. */
export function machineCpuMicros(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .slice('cpu '.length, 200)
    .trim()
    .split(/\s+/)
    .map(Number)
  return ((user + nice + system + irq + softirq) / ticksPerSecond()) * 1e6
}

function readStat(pid: string): ProcessStat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    // The process has ended since the folder was listed.
    return undefined
  }
}

/** Parses a line of /proc/<pid>/stat. The name in parentheses can contain anything, even parentheses. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // proc(5) numbers the fields from 1, and the first one after the name is 3.
  const field = (number: number) => Number(fields[number - 3])
  const ticks = field(14) + field(15) + field(16) + field(17)
  return {
    pid: Number.parseInt(line, 10),
    parent: field(4),
    cpuMicros: (ticks / ticksPerSecond()) * 1e6,
    residentBytes: field(24) * pageSize(),
  }
}

const ticksPerSecond = memoized(() => systemValue('CLK_TCK', 100))
const pageSize = memoized(() => systemValue('PAGESIZE', 4096))

function memoized(calculate: () => number): () => number {
  let value: number | undefined
  return () => {
    value ??= calculate()
    return value
  }
}

function systemValue(name: string, defaultValue: number): number {
  try {
    return Number(execFileSync('getconf', [name], { encoding: 'utf8' })) || defaultValue
  } catch {
    return defaultValue
  }
}
