import { setTimeout as sleep } from 'node:timers/promises'
import { startStopwatch } from './machine-stalls.ts'

/** A busy machine may take so long for anything: a shorter limit would say more of the machine than of the service. */
const leastMs = 60_000

/** Most things are there soon; whoever waits for longer asks less often, which leaves the processor to what is awaited. */
const [firstPauseMs, longestPauseMs] = [10, 100]

/**
 * Asks again and again until there is an answer; `what` says in the error which one did not come. The limit is at
 * least 60 s, and the time for which the machine stands still does not count.
 */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  milliseconds = leastMs,
  what = String(ask),
): Promise<T> {
  const limitMs = Math.max(milliseconds, leastMs)
  const watch = startStopwatch()
  try {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.2, longestPauseMs)) {
      const answer = await ask()
      if (answer) return answer
      if (watch.elapsedMs() > limitMs) throw new Error(`No answer within ${limitMs} ms: ${what}`)
      await sleep(pauseMs)
    }
  } finally {
    watch.stop()
  }
}

/** Fails if a promise takes too long; `what` says in the error what did not come. */
export async function within<T>(promise: Promise<T>, what: string, milliseconds = leastMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms: ${what}`)), milliseconds)
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    clearTimeout(timer)
  }
}
