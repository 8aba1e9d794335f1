import { ascending, increment, percentile, rounded } from '../figures.ts'

/** A slower reading of another client is a violation of the goal. */
export const slowMs = 500

/** Counts responses by status, and keeps their latencies. */
export function createTally(successStatus: number) {
  let latenciesMs: number[] = []
  let statuses = new Map<number | string, number>()
  return {
    record(status: number, latencyMs: number, response: string): void {
      latenciesMs.push(latencyMs)
      increment(statuses, status || response)
    },
    reset(): void {
      latenciesMs = []
      statuses = new Map()
    },
    /** Latencies include those of failures and timeouts. */
    summary() {
      const sorted = ascending(latenciesMs)
      const failures = [...statuses].filter(([status]) => status !== successStatus)
      return {
        requests: sorted.length,
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

export type ClientFigures = ReturnType<typeof createClientFigures>

/** Collects what legitimate clients observe. */
export function createClientFigures() {
  const readings = createTally(200)
  const falls = createTally(201)
  const alerts = createTally(200)
  const signIns = createTally(200)
  const probes = createTally(200)
  const fallsInReadings = { fallen: 0, detected: 0 }
  let lagsMs: number[] = []
  return {
    readings,
    falls,
    alerts,
    signIns,
    probes,
    fallsInReadings,
    recordLag(lagMs: number): void {
      lagsMs.push(lagMs)
    },
    reset(): void {
      for (const tally of [readings, falls, alerts, signIns, probes]) tally.reset()
      lagsMs = []
    },
    summary() {
      const sorted = ascending(lagsMs)
      return {
        readings: readings.summary(),
        falls: falls.summary(),
        detectedFalls: {
          fallen: fallsInReadings.fallen,
          missed: fallsInReadings.fallen - fallsInReadings.detected,
        },
        alerts: alerts.summary(),
        signIns: signIns.summary(),
        probe: probes.summary(),
        generatorLag: { p99Ms: rounded(percentile(sorted, 0.99)), longestMs: rounded(sorted.at(-1) ?? 0) },
      }
    },
  }
}
