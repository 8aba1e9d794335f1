import type { Context } from '../context.ts'
import * as store from './disconnections.store.ts'

/**
 * setDisconnected records that a device has lost its connection, as its last will says, or is online again. It counts
 * only until the next reading: a device that was disconnected after its last one is silent sooner.
 */
export function setDisconnected(ctx: Context, device: number, isDisconnected: boolean): Promise<void> {
  if (!isDisconnected) return store.deleteDisconnection(ctx.db, device)
  return store.upsertDisconnection(ctx.db, device, ctx.now())
}
