import { ascending, countIn, percentile, rounded } from '../figures.ts'

/** No single account, and nobody without one, may make somebody else's reading slower than this. */
export const slowMs = 500

/** createTally counts answers by status, and how long each took. */
function createTally(good: number) {
  let times: number[] = []
  let statuses = new Map<number | string, number>()
  return {
    note(status: number, ms: number, text: string): void {
      times.push(ms)
      countIn(statuses, status || text)
    },
    reset(): void {
      times = []
      statuses = new Map()
    },
    /** Times are those of all answers, good or bad, and of those who gave up waiting. */
    summary() {
      const sorted = ascending(times)
      const failures = [...statuses].filter(([status]) => status !== good)
      return {
        asked: sorted.length,
        p50Ms: rounded(percentile(sorted, 0.5)),
        p99Ms: rounded(percentile(sorted, 0.99)),
        longestMs: rounded(sorted.at(-1) ?? 0),
        slow: sorted.filter((ms) => ms > slowMs).length,
        failed: failures.reduce((sum, [, count]) => sum + count, 0),
        failures: Object.fromEntries(failures) as Record<string, number>,
      }
    },
  }
}

export type Figures = ReturnType<typeof createFigures>

/** createFigures is what honest clients notice. */
export function createFigures() {
  const readings = createTally(200)
  const falls = createTally(201)
  const alerts = createTally(200)
  const signIns = createTally(200)
  const probes = createTally(200)
  const felt = { fallen: 0, detected: 0 }
  let lags: number[] = []
  return {
    readings,
    falls,
    alerts,
    signIns,
    probes,
    felt,
    lag(ms: number): void {
      lags.push(ms)
    },
    reset(): void {
      for (const tally of [readings, falls, alerts, signIns, probes]) tally.reset()
      lags = []
    },
    summary() {
      const sorted = ascending(lags)
      return {
        readings: readings.summary(),
        falls: falls.summary(),
        detectedFalls: { fallen: felt.fallen, missed: felt.fallen - felt.detected },
        alerts: alerts.summary(),
        signIns: signIns.summary(),
        probe: probes.summary(),
        generatorLag: { p99Ms: rounded(percentile(sorted, 0.99)), longestMs: rounded(sorted.at(-1) ?? 0) },
      }
    },
  }
}
