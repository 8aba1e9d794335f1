import { ascending, percentile, rounded } from '../figures.ts'
import { createTally } from './client-figures.ts'

/** A message or a live event that arrives later than this after the call, or never, is a violation of the goal. */
export const lateMs = 5000
/** So is a 99th percentile of messages above this. */
export const maxMessageP99Ms = 2000

/** Returns when something about an incident arrived, by performance.now(). */
export type Arrivals = (incidentId: string) => number | undefined

interface Call {
  incidentId: string
  dueAt: number
}

export type CallFigures = ReturnType<typeof createCallFigures>

/** Collects how calls for help were answered, and how soon the caregiver knew of them. */
export function createCallFigures() {
  const tally = createTally(201)
  let calls: Call[] = []

  /** Counts what is still missing as if it arrived now. */
  function delays(arrivedAt: Arrivals) {
    const now = performance.now()
    const sorted = ascending(calls.map(({ incidentId, dueAt }) => (arrivedAt(incidentId) ?? now) - dueAt))
    const isLate = ({ incidentId, dueAt }: Call) => {
      const at = arrivedAt(incidentId)
      return at === undefined || at - dueAt > lateMs
    }
    return {
      expected: calls.length,
      missing: calls.filter(({ incidentId }) => arrivedAt(incidentId) === undefined).length,
      p50Ms: rounded(percentile(sorted, 0.5)),
      p99Ms: rounded(percentile(sorted, 0.99)),
      longestMs: rounded(sorted.at(-1) ?? 0),
      late: calls.filter(isLate).length,
    }
  }

  return {
    record(status: number, dueAt: number, response: string): void {
      tally.record(status, performance.now() - dueAt, response)
      const incidentId = incidentIn(response)
      if (status === 201 && incidentId) calls.push({ incidentId, dueAt })
    },
    reset(): void {
      tally.reset()
      calls = []
    },
    /** True if nothing is missing, or what is missing is late. */
    isSettled: (...arrivals: Arrivals[]) =>
      calls.every(
        ({ incidentId, dueAt }) =>
          performance.now() - dueAt > lateMs ||
          arrivals.every((arrivedAt) => arrivedAt(incidentId) !== undefined),
      ),
    summary: (messages: Arrivals, events: Arrivals) => ({
      calls: tally.summary(),
      messages: delays(messages),
      events: delays(events),
    }),
  }
}

/** Returns the id of the incident in the response to a call. */
export const incidentIn = (response: string) => /"data":\{"id":"([0-9a-f-]{36})"/.exec(response)?.[1]
