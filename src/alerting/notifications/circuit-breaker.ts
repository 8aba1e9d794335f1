/** Knows the destinations that do not answer: whatever is sent there only waits for its timeout. */
export interface CircuitBreaker {
  /** Notes how an attempt ended; any answer, also a refusal, ends the silence of a destination. */
  note(destination: string, hasAnswered: boolean): void
  silentDestinations(): string[]
}

/** One attempt may be lost on the way; so many in a row mean that there is nobody. */
const maxUnanswered = 3

/** Those that were silent first are forgotten beyond this, and found out again. */
const maxDestinations = 10_000

export function createCircuitBreaker(): CircuitBreaker {
  const unanswered = new Map<string, number>()
  return {
    note(destination, hasAnswered) {
      if (hasAnswered) {
        unanswered.delete(destination)
        return
      }
      unanswered.set(destination, (unanswered.get(destination) ?? 0) + 1)
      const [oldest] = unanswered.keys()
      if (unanswered.size > maxDestinations && oldest !== undefined) unanswered.delete(oldest)
    },
    silentDestinations: () =>
      [...unanswered].filter(([, count]) => count >= maxUnanswered).map(([destination]) => destination),
  }
}
