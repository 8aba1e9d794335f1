import type { Caller, Context } from '../../platform/context.ts'
import { findSetup, type Setup } from './admin-setup.store.ts'

/** Returns what has been set up since the first start. */
export async function readSetup(ctx: Context, { actor }: Caller): Promise<Setup> {
  const setup = await findSetup(ctx.db, actor.id)
  return { ...setup, timeZoneChosen: setup.timeZoneChosen || ctx.config.timeZone !== undefined }
}
