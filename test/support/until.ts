import { setTimeout as sleep } from 'node:timers/promises'
import { startStopwatch } from './machine-stalls.ts'

/** until asks again and again until there is an answer; the time for which the machine stands still does not count. */
export async function until<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  milliseconds: number,
): Promise<T> {
  const watch = startStopwatch()
  try {
    for (;;) {
      const answer = await ask()
      if (answer) return answer
      if (watch.elapsedMs() > milliseconds) throw new Error(`No answer within ${milliseconds} ms`)
      await sleep(20)
    }
  } finally {
    watch.stop()
  }
}
