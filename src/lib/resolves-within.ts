import { setTimeout as sleep } from 'node:timers/promises'

/** resolvesWithin is true if the promise resolves in time; a rejection is false. */
export async function resolvesWithin(timeoutMs: number, promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => false,
  )
  const timer = new AbortController()
  const timeout = sleep(timeoutMs, false, { signal: timer.signal })
    // If this process was busy, the response may be in the socket already: another iteration reads it.
    .then(() => sleep(0, false))
    .catch(() => false)
  const result = await Promise.race([settled, timeout])
  timer.abort()
  return result
}
