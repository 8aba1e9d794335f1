import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Actor, Context } from '../context.ts'
import type { Sensitivity } from '../detection/confidence.ts'
import { announceDevicesOf } from '../devices/announcements.ts'
import { changeSensitivity } from '../users/users.service.ts'
import { getReadablePatient } from './patients.service.ts'

/**
 * updateSensitivity counts from the next reading of each of the patient's devices, in every process. A value that is set
 * already changes nothing and leaves no audit entry.
 */
export async function updateSensitivity(
  ctx: Context,
  actor: Actor,
  origin: Origin,
  id: string,
  sensitivity: Sensitivity,
): Promise<void> {
  await getReadablePatient(ctx, actor, id)
  await ctx.db.transaction(async (tx) => {
    const before = await changeSensitivity(tx, id, sensitivity)
    if (before === sensitivity) return
    await announceDevicesOf(tx, id)
    const message = `Sensitivity changed from ${before} to ${sensitivity}`
    await recordDeed(ctx, tx, origin, { action: 'patient.sensitivity_changed', message, subjectId: id })
  })
}
