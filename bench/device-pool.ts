import type { ScheduledRequest } from './arrivals.ts'
import { setUptime } from './fleet.ts'

/** A device sends once a second; slightly longer, because the clock of the service may differ. */
const sendIntervalMs = 1050

/** DevicePool is devices that each wait for their response, and then for the send interval, before they send again. */
export interface DevicePool {
  /** Returns the reading of a device that may send, or undefined if all have just sent or wait for a response. */
  next(): ScheduledRequest | undefined
}

/** OnResponse is called for each response. */
export type OnResponse = (status: number, took: number, answer: string) => void

export function createDevicePool(requests: Buffer[], onResponse: OnResponse): DevicePool {
  // A ring of devices in the order of their last responses.
  const ring = new Int32Array(requests.length).map((_, i) => i)
  const readyAt = new Float64Array(requests.length)
  let first = 0
  let count = requests.length
  const scheduledRequests = requests.map((request, device): ScheduledRequest => {
    return {
      request,
      done(status, took, answer) {
        readyAt[device] = performance.now() + sendIntervalMs
        ring[(first + count++) % ring.length] = device
        onResponse(status, took, answer)
      },
    }
  })
  return {
    next() {
      const device = ring[first] ?? 0
      if (count === 0 || (readyAt[device] ?? 0) > performance.now()) return undefined
      first = (first + 1) % ring.length
      count--
      setUptime(requests[device] as Buffer)
      return scheduledRequests[device]
    },
  }
}
