import { msPerSecond } from '../../platform/lib/duration.ts'

/** Due incidents that could not be advanced. While they wait, those that are due after them have their turn. */
export interface PostponedIncidents {
  /** Another transaction has it. */
  locked(id: string): void
  /** Something is wrong with it: each time, it waits longer. */
  failed(id: string): void
  forget(id: string): void
  /** Returns those that are not to be tried now. */
  ids(): string[]
  /** Returns after how long one of them is; without any, it is infinite. */
  untilNextMs(): number
}

const lockedMs = 100
const maxFailedMs = 30 * msPerSecond
/** Those that were postponed first are tried again beyond this. */
const maxPostponed = 1000

export function createPostponedIncidents(now = () => performance.now()): PostponedIncidents {
  const entries = new Map<string, { untilMs: number; waitedMs: number }>()

  function postpone(id: string, waitedMs: number, waitMs: number): void {
    entries.delete(id)
    entries.set(id, { untilMs: now() + waitMs, waitedMs })
    const [oldest] = entries.keys()
    if (entries.size > maxPostponed && oldest !== undefined) entries.delete(oldest)
  }

  return {
    locked: (id) => postpone(id, 0, lockedMs),
    failed(id) {
      const waitMs = Math.min(maxFailedMs, 2 * (entries.get(id)?.waitedMs ?? 0) || msPerSecond)
      postpone(id, waitMs, waitMs)
    },
    forget: (id) => void entries.delete(id),
    ids() {
      const nowMs = now()
      // One that has failed is remembered for as long again: its next wait is longer.
      for (const [id, { untilMs, waitedMs }] of entries) if (nowMs >= untilMs + waitedMs) entries.delete(id)
      return [...entries].filter(([, { untilMs }]) => untilMs > nowMs).map(([id]) => id)
    },
    untilNextMs() {
      const nowMs = now()
      const waits = [...entries.values()].map(({ untilMs }) => untilMs - nowMs)
      return Math.min(Number.POSITIVE_INFINITY, ...waits.filter((ms) => ms > 0))
    },
  }
}
