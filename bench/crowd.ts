import type { Errand } from './arrivals.ts'
import { setUptime } from './fleet.ts'

/** A device sends once a second; a little more, because the service's clock is not ours. */
const pace = 1050

/** Crowd is devices that take turns: each waits for its answer, and then for its pace, before it sends again. */
export interface Crowd {
  /** Gives a device's reading to send, or none where every device has sent a moment ago or waits for an answer. */
  next(): Errand | undefined
}

/** Told is what a crowd tells about each answer. */
export type Told = (status: number, took: number, answer: string) => void

export function createCrowd(requests: Buffer[], tell: Told): Crowd {
  // A ring of devices in the order of their last answers.
  const ring = new Int32Array(requests.length).map((_, i) => i)
  const readyAt = new Float64Array(requests.length)
  let first = 0
  let count = requests.length
  const errands = requests.map((request, device): Errand => {
    return {
      request,
      done(status, took, answer) {
        readyAt[device] = performance.now() + pace
        ring[(first + count++) % ring.length] = device
        tell(status, took, answer)
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
      return errands[device]
    },
  }
}
