import { setTimeout as sleep } from 'node:timers/promises'

const sliceMs = 100

/**
 * Whether the promise resolves in time; a rejection is false. Time for which this process stood still
 * does not count: neither the request nor its response moved meanwhile, as during startup or on a starved machine.
 */
export async function resolvesWithin(timeoutMs: number, promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => false,
  )
  const timer = new AbortController()
  const result = await Promise.race([settled, timeOut(timeoutMs, timer.signal)])
  timer.abort()
  return result
}

/** Waits in slices; one that took longer, because the process stood still, counts as one. */
async function timeOut(timeoutMs: number, signal: AbortSignal): Promise<false> {
  try {
    for (let leftMs = timeoutMs; leftMs > 0; leftMs -= sliceMs)
      await sleep(Math.min(leftMs, sliceMs), undefined, { signal })
    // The response may be in the socket already: another iteration reads it.
    await sleep(0, undefined, { signal })
  } catch {
    // Aborted, because the promise has settled.
  }
  return false
}
