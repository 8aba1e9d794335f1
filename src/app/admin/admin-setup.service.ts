import type { Caller, Context } from '../../platform/context.ts'
import { findSetup, type Setup } from './admin-setup.store.ts'

/** readSetup tells an admin what has been set up since the first start. */
export const readSetup = (ctx: Context, { actor }: Caller): Promise<Setup> => findSetup(ctx.db, actor.id)
