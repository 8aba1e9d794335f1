import type { Context } from '../../platform/context.ts'
import * as store from './disconnections.store.ts'

/** Records that devices have lost their connection, as their last wills say, or are online again. */
export interface StatusWriter {
  /**
   * A status counts only until the next reading: a device that was disconnected after its last one is silent sooner.
   * Resolves when this or a later one of the device is stored.
   */
  set(device: number, isOnline: boolean): Promise<void>
}

interface Status {
  isOnline: boolean
  at: Date
}

/**
 * Stores the last status of each device, those of many devices in one statement, and one statement at
 * a time on the background pool: however often devices come and go, no request waits for it.
 */
export function createStatusWriter(ctx: Context): StatusWriter {
  let waiting = new Map<number, Status>()
  let next: Promise<void> | undefined
  let running: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    await running.catch(() => {})
    const statuses = waiting
    waiting = new Map()
    next = undefined
    running = store.saveStatuses(ctx.db.background, [...statuses])
    await running
  }

  return {
    set(device, isOnline) {
      waiting.set(device, { isOnline, at: ctx.now() })
      next ??= write()
      return next
    },
  }
}
