import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Knows when a device may send again, by the service's clock and not by this machine's. A response has
 * its timestamp before it is received, so the smallest difference so far is at least that of the clocks: a device that adds
 * it to `nextAllowedRequest` is never too early.
 */
export interface Pace {
  /** Takes the times of a response and gives the time, by this machine's clock, from which the next reading is accepted. */
  nextAfter(answer: { timestamp?: string; nextAllowedRequest: string }, receivedAt: number): number
}

export function createPace(): Pace {
  let difference = Number.POSITIVE_INFINITY
  return {
    nextAfter({ timestamp, nextAllowedRequest }, receivedAt) {
      if (timestamp) difference = Math.min(difference, receivedAt - Date.parse(timestamp))
      // One more for times that are cut off at the millisecond, one for a stamp that was moved to keep two apart.
      return Date.parse(nextAllowedRequest) + (Number.isFinite(difference) ? difference : 0) + 2
    },
  }
}

/**
 * Looks up at least once a second to see whether all is over. It does not listen to the signal: with thousands
 * of sleepers, coming and going on one list of listeners takes more time than all the rest.
 */
export async function sleepUntil(at: number, signal: AbortSignal): Promise<void> {
  for (let wait = at - Date.now(); wait > 0 && !signal.aborted; wait = at - Date.now()) {
    await sleep(Math.min(wait, 1000))
  }
  signal.throwIfAborted()
}
