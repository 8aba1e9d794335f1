import type { ScheduledRequest } from './arrivals.ts'
import { setUptime } from './fleet.ts'

/** A device sends once a second. The interval is slightly longer, because the clock of the service may differ. */
const sendIntervalMs = 1050

/** Devices that each wait for their response, and then for the send interval, before they send again. */
export interface DevicePool {
  /** Returns the reading of a device that may send, or undefined if all have just sent or wait for a response. */
  next(): ScheduledRequest | undefined
}

export type OnResponse = (status: number, latencyMs: number, response: string) => void

/** Returns a pool of devices that send these requests. `onResponse` is called for each response. */
export function createDevicePool(requests: Buffer[], onResponse: OnResponse): DevicePool {
  // A ring of devices in the order of their last responses.
  const ring = new Int32Array(requests.length).map((_, i) => i)
  const readyAt = new Float64Array(requests.length)
  let first = 0
  let count = requests.length
  const scheduledRequests = requests.map((request, device): ScheduledRequest => {
    return {
      request,
      done(status, latencyMs, response) {
        readyAt[device] = performance.now() + sendIntervalMs
        ring[(first + count++) % ring.length] = device
        onResponse(status, latencyMs, response)
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
