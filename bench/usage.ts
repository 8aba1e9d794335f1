import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Usage is what a process and all its children have used of the processor so far, and hold of the memory now. */
export interface Usage {
  cpuMicros: number
  residentBytes: number
}

interface ProcessStat extends Usage {
  pid: number
  parent: number
}

/** canMeasure: what other processes use is only known from /proc. */
export const canMeasure = process.platform === 'linux'

/** usageOf sums up a process and its descendants; what children that have ended used is with their parents. */
export function usageOf(pid: number): Usage {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(name) ?? [])
  const family = new Set([pid])
  // Children may come before their parents in the list.
  for (let known = 0; known < family.size; ) {
    known = family.size
    for (const stat of all) if (family.has(stat.parent)) family.add(stat.pid)
  }
  const members = all.filter((stat) => family.has(stat.pid))
  const sum = (of: (stat: ProcessStat) => number) => members.reduce((total, stat) => total + of(stat), 0)
  return { cpuMicros: sum((stat) => stat.cpuMicros), residentBytes: sum((stat) => stat.residentBytes) }
}

/** machineMicros is the time that all processors together have worked so far, for whomever. */
export function machineMicros(): number {
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
    // It has ended since the folder was listed.
    return undefined
  }
}

/** parseStat reads a line of /proc/<pid>/stat; the name in its parentheses may hold anything, even parentheses. */
export function parseStat(line: string): ProcessStat {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // Numbered from 1 in proc(5), where the first one after the name is the third.
  const field = (number: number) => Number(fields[number - 3])
  const ticks = field(14) + field(15) + field(16) + field(17)
  return {
    pid: Number.parseInt(line, 10),
    parent: field(4),
    cpuMicros: (ticks / ticksPerSecond()) * 1e6,
    residentBytes: field(24) * pageSize(),
  }
}

const ticksPerSecond = remembered(() => systemValue('CLK_TCK', 100))
const pageSize = remembered(() => systemValue('PAGESIZE', 4096))

function remembered(find: () => number): () => number {
  let found: number | undefined
  return () => {
    found ??= find()
    return found
  }
}

function systemValue(name: string, usual: number): number {
  try {
    return Number(execFileSync('getconf', [name], { encoding: 'utf8' })) || usual
  } catch {
    return usual
  }
}
