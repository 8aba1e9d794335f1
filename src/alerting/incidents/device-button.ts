import type { Context } from '../../platform/context.ts'
import { publishChange } from '../model/incident-changes.ts'
import { findLastFallTime, findLastHelpCall, lockUnresolved } from './incidents.store.ts'
import { callForHelp, recordFine } from './patient-acts.service.ts'
import { lockPeople } from './people.ts'

export interface ButtonPress {
  patientId: string
  deviceId: string
  at: Date
}

/** Raises the SOS of a wearer. A batch that is sent again does not raise the same one again. */
export async function callForHelpByDevice(
  ctx: Context,
  { patientId, deviceId, at }: ButtonPress,
): Promise<void> {
  await ctx.db.reserved.transaction(async (tx) => {
    if (!(await lockPeople(tx, [patientId]))) return
    const last = await findLastHelpCall(tx, patientId)
    if (last && last >= at) return
    await callForHelp(ctx, tx, { patientId, deviceId, at })
  })
}

/**
 * The wearer's "I'm fine" to the unresolved incident of a fall; without one it means nothing, nor does
 * a press from before the fall that a device sends late.
 */
export async function sayFineByDevice(ctx: Context, { patientId, at }: ButtonPress): Promise<void> {
  await ctx.db.reserved.transaction(async (tx) => {
    if (!(await lockPeople(tx, [patientId]))) return
    const incident = await lockUnresolved(tx, patientId, 'FALL')
    if (!incident) return
    const fallenAt = await findLastFallTime(tx, incident.id)
    if (fallenAt && at < fallenAt) return
    await recordFine(ctx, tx, incident, patientId)
    await publishChange(tx, 'incident.changed', incident, ctx.now())
  })
}
