import { setTimeout as sleep } from 'node:timers/promises'

/** answersWithin tells whether something comes to a good end in so many milliseconds; a failure is no answer. */
export async function answersWithin(milliseconds: number, asked: Promise<unknown>): Promise<boolean> {
  const answer = asked.then(
    () => true,
    () => false,
  )
  const timer = new AbortController()
  const late = sleep(milliseconds, false, { signal: timer.signal })
    // The answer may lie in the socket of a process that was busy: read that before judging.
    .then(() => sleep(0, false))
    .catch(() => false)
  const answered = await Promise.race([answer, late])
  timer.abort()
  return answered
}
