import type { OnResponse } from './device-pool.ts'
import { ascending, formatCounts, increment, percentile, rounded } from './figures.ts'

export type Outcome = ReturnType<ReturnType<typeof createTally>['summary']>

/** Counts responses: those with the status of success, those with 503, and the others. */
export function createTally(successStatus: number, endsAt: number) {
  const statuses = new Map<number | string, number>()
  const acceptedMs: number[] = []
  const shedMs: number[] = []
  let shedWithoutRetryAfter = 0
  let acceptedInTime = 0
  const record: OnResponse = (status, latencyMs, response) => {
    increment(statuses, status || `no response (${response})`)
    if (status === successStatus) {
      acceptedMs.push(latencyMs)
      if (performance.now() <= endsAt) acceptedInTime++
    } else if (status === 503) {
      shedMs.push(latencyMs)
      if (!/\r\nretry-after: \d/i.test(response)) shedWithoutRetryAfter++
    }
  }
  const percentilesOf = (latenciesMs: number[]) => {
    ascending(latenciesMs)
    const at = (share: number) => rounded(percentile(latenciesMs, share))
    return { p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
  }
  return {
    record,
    /** How many were accepted before the arrivals ended: draining the queue afterwards is no throughput. */
    acceptedInTime: () => acceptedInTime,
    summary() {
      const responses = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      return {
        sent: responses,
        acceptedShare: rounded(acceptedMs.length / responses, 4),
        shedShare: rounded(shedMs.length / responses, 4),
        shedWithoutRetryAfter,
        accepted: percentilesOf(acceptedMs),
        shed: percentilesOf(shedMs),
        statuses: Object.fromEntries(statuses),
      }
    },
  }
}

/** Formats the responses with none of these statuses; undefined if there are none. */
export function otherStatuses({ statuses }: Outcome, expected: string[]): string | undefined {
  const others = Object.entries(statuses).filter(([status]) => !expected.includes(status))
  return others.length > 0 ? formatCounts(new Map(others)) : undefined
}
