import { tooMany } from '../../platform/lib/errors.ts'
import { createKeyedLimiter } from '../../platform/lib/keyed-limiter.ts'

export const maxBatchBytes = 1024 * 1024

/** A megabyte takes some 30 ms of the event loop to read and store; this hold time leaves most of it to others. */
const holdMsPerMegabyte = 400

/** Lets an account have one batch at a time, by whichever transport it comes. */
export interface BatchSlots {
  /** Waits for the slot of an account and returns the function that releases it. */
  acquire(userId: string, bytes: number): Promise<() => void>
}

export function createBatchSlots(): BatchSlots {
  const slots = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 256,
    maxQueuedPerKey: 20,
    refuse: () => tooMany('BATCHES_BUSY'),
  })
  return {
    acquire: (userId, bytes) =>
      slots.acquire(userId, (Math.min(bytes, maxBatchBytes) / maxBatchBytes) * holdMsPerMegabyte),
  }
}
