import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { findTimeZone, isTimeZoneOfDatabase, updateTimeZone } from '../../platform/db/installation.ts'
import { invalidFields } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { canonicalTimeZone } from '../../platform/lib/local-time.ts'

/** Where the time zone comes from. What an admin has set applies before TIME_ZONE. */
export const timeZoneSources = ['CONSOLE', 'ENVIRONMENT', 'DEFAULT'] as const

export async function readTimeZone(ctx: Context) {
  const setting = await findTimeZone(ctx.db)
  const { timeZone: ofEnvironment } = ctx.config
  const source = setting ? 'CONSOLE' : ofEnvironment ? 'ENVIRONMENT' : 'DEFAULT'
  const timeZone = setting ?? ofEnvironment ?? 'UTC'
  return { timeZone, source: source as (typeof timeZoneSources)[number] }
}

/** Takes effect in this process before it returns, and in the others when they are notified. */
export async function changeTimeZone(ctx: Context, caller: Caller, given: string | null) {
  const timeZone = given === null ? null : canonicalTimeZone(given)
  if (timeZone !== null && !(await isTimeZoneOfDatabase(ctx.db, timeZone)))
    throw invalidFields({ timeZone: fieldMessage('NOT_TIME_ZONE') })
  await ctx.db.transaction(async (tx) => {
    await updateTimeZone(tx, timeZone)
    const message = timeZone === null ? 'Time zone left to the settings' : `Time zone changed to ${timeZone}`
    await recordAuditEntry(ctx, tx, caller, { action: 'installation.time_zone_changed', message })
  })
  await ctx.timeZone.refresh()
  return readTimeZone(ctx)
}
