import { useSyncExternalStore } from 'react'
import { serviceTime } from '../live/service-clock.ts'

let tickMs = Date.now()
/** By the clock of the service as it is known now, so that two times on the page never come from two clocks. */
const nowMs = () => serviceTime(tickMs).getTime()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Nobody has counted the seconds before the first listener.
  if (timer === undefined) tickMs = Date.now()
  timer ??= setInterval(() => {
    tickMs = Date.now()
    for (const each of listeners) each()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const minuteMs = 60_000

/** The same to the minute, and renders again when it changes: for what stands on the page hundreds of times. */
export function useMinute(): Date {
  return new Date(useSyncExternalStore(subscribe, () => Math.floor(nowMs() / minuteMs) * minuteMs))
}

/** The current time of the service, and renders again each second; one timer serves the whole page. */
export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, nowMs))
}
