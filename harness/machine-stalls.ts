import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Leaves out the time for which the machine stood still. */
export interface Stopwatch {
  elapsedMs(): number
  stop(): void
}

const intervalMs = 20

/**
 * Counts for how long the machine let this process stand still, which it then did to the service as well:
 * a timer of this process that is late by a second had to wait for the processor, as it does nothing itself. Of a
 * machine that shares its processors with others, what those took counts as well: it slows down whoever is at work.
 */
export function startStopwatch(): Stopwatch {
  const [startedAt, stolenBefore] = [performance.now(), stolenMs()]
  let lastAt = startedAt
  let lateMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - lastAt - intervalMs
    if (late > intervalMs) lateMs += late
    lastAt = now
  }, intervalMs)
  return {
    elapsedMs: () => performance.now() - startedAt - Math.max(lateMs, stolenMs() - stolenBefore),
    stop: () => clearInterval(timer),
  }
}

/** For how long each processor was lent to other machines since the start of this one, on average. */
function stolenMs(): number {
  if (process.platform !== 'linux') return 0
  // The line of all processors: user, nice, system, idle, iowait, irq, softirq, steal, in hundredths of a second.
  const [, , , , , , , ticks] = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.match(/\d+/g) ?? []
  return (Number(ticks ?? 0) * 10) / cpus().length
}
