import { getManageablePatient } from '../../accounts/users/readable-patient.ts'
import { changeSensitivity } from '../../accounts/users/users.service.ts'
import type { Sensitivity } from '../../detection/confidence.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { notifyDevicesOfUser } from '../../platform/events/device-notifications.ts'

/**
 * Takes effect with the next reading of each of the patient's devices, in every process. Setting the
 * same value changes nothing and writes no audit entry.
 */
export async function updateSensitivity(
  ctx: Context,
  caller: Caller,
  id: string,
  sensitivity: Sensitivity,
): Promise<void> {
  await getManageablePatient(ctx, caller, id)
  await ctx.db.transaction(async (tx) => {
    const before = await changeSensitivity(tx, id, sensitivity)
    if (before === sensitivity) return
    await notifyDevicesOfUser(tx, id)
    const message = `Sensitivity changed from ${before} to ${sensitivity}`
    await recordAuditEntry(ctx, tx, caller, { action: 'patient.sensitivity_changed', message, subjectId: id })
  })
}
