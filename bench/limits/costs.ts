import type { Database } from '../../src/platform/db/database.ts'
import { usageOf, walPositionQuery } from '../usage.ts'

/** What a run of some work takes, on average. */
export interface Cost {
  runs: number
  wallMs: number
  /** Processor time. */
  serviceMs: number
  postgresMs: number
  walBytes: number
}

export type Measure = (work: () => Promise<unknown>, options?: MeasureOptions) => Promise<Cost>

interface MeasureOptions {
  /** How long it is repeated at least, and how often at most: the clock of the kernel ticks every ten milliseconds. */
  minMs?: number
  maxRuns?: number
}

/** Measures work of this process on a PostgreSQL that does nothing else. */
export function createMeasure(db: Database, postgresPid: number): Measure {
  const walPosition = async () => {
    const [row] = await db.query<{ bytes: number }>(walPositionQuery)
    return row?.bytes ?? 0
  }
  return async (work, { minMs = 1000, maxRuns = 200 } = {}) => {
    const walBefore = await walPosition()
    const postgresBefore = usageOf(postgresPid).cpuMicros
    const ownBefore = process.cpuUsage()
    const startedAtMs = performance.now()
    let runs = 0
    do {
      await work()
      runs++
    } while (runs < maxRuns && performance.now() - startedAtMs < minMs)
    const wallMs = (performance.now() - startedAtMs) / runs
    const { user, system } = process.cpuUsage(ownBefore)
    const postgres = usageOf(postgresPid).cpuMicros - postgresBefore
    return {
      runs,
      wallMs,
      serviceMs: (user + system) / 1000 / runs,
      postgresMs: postgres / 1000 / runs,
      walBytes: ((await walPosition()) - walBefore) / runs,
    }
  }
}

/** The part of a core that the larger of both takes in a period. */
export const shareOfCore = ({ serviceMs, postgresMs }: Cost, everyMs: number) =>
  Math.max(serviceMs, postgresMs) / everyMs

/**
 * How many devices work takes half a core of its process or of PostgreSQL for, or its whole period unless it waits, by two
 * measurements and a straight line; undefined if it does not grow.
 */
export function devicesAtLimit(
  [fewer, more]: readonly [{ devices: number; cost: Cost }, { devices: number; cost: Cost }],
  everyMs: number,
  waits = false,
): number | undefined {
  const limits = [
    [(cost: Cost) => cost.serviceMs, everyMs / 2],
    [(cost: Cost) => cost.postgresMs, everyMs / 2],
    ...(waits ? [] : ([[(cost: Cost) => cost.wallMs, everyMs]] as const)),
  ] as const
  const counts = limits.flatMap(([of, limit]) => {
    const perDevice = (of(more.cost) - of(fewer.cost)) / (more.devices - fewer.devices)
    return perDevice > 0 ? [more.devices + (limit - of(more.cost)) / perDevice] : []
  })
  return counts.length > 0 ? Math.max(0, Math.min(...counts)) : undefined
}
