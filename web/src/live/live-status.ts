import { useSyncExternalStore } from 'react'

/** Whether changes reach this page as they happen, and since when. */
export interface LiveStatus {
  state: 'connecting' | 'live' | 'lost'
  /** Of a lost line, when it showed its last sign of life. */
  sinceMs: number
  noticedMs: number
}

/** A status that begins now, or that began earlier and is noticed now. */
export function statusNow(state: LiveStatus['state'], sinceMs = Date.now()): LiveStatus {
  return { state, sinceMs, noticedMs: Date.now() }
}

let current = statusNow('connecting')
const listeners = new Set<() => void>()

export function setLiveStatus(status: LiveStatus): void {
  if (status.state === current.state) return
  current = status
  for (const listener of listeners) listener()
}

export const liveStatus = () => current

/** Whoever waits for the stream is not kept longer than this: what is known is better than nothing. */
const maxWaitMs = 1000

let hasReadBefore = false

/** True once something was read without the stream: that may be older than what it begins with. */
export const wasReadBefore = () => hasReadBefore

/** Waits until changes reach this page, or until it takes too long. */
export async function whenStreaming(): Promise<void> {
  if (current.state === 'connecting')
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        listeners.delete(done)
        resolve()
      }
      const timer = setTimeout(done, maxWaitMs)
      listeners.add(done)
    })
  if (current.state !== 'live') hasReadBefore = true
}

export function useLiveStatus(): LiveStatus {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
}
