import { findStanding } from '../../accounts/access/policy.ts'
import { getPatient, getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { lockUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { RelativesChange } from './relatives.schemas.ts'
import { findRelatives, saveSettings } from './relatives.store.ts'

/** Returns the relatives of a patient, what they count as, and what the caller is to the patient. */
export async function readRelatives(ctx: Context, caller: Caller, patientId: string) {
  await getReadablePatient(ctx, caller, patientId)
  const { kind, isHelper, mayManage } = await findStanding(ctx.db, caller.actor, patientId)
  return { ...(await findRelatives(ctx.db, patientId)), you: { kind, helps: isHelper, mayManage } }
}

/** Takes effect with the next acknowledgement; what a relative is on already stays theirs. */
export async function updateRelatives(
  ctx: Context,
  caller: Caller,
  patientId: string,
  change: RelativesChange,
) {
  await getPatient(ctx, patientId)
  await ctx.db.transaction(async (tx) => {
    if (!(await lockUser(tx, patientId))) throw refusal('PATIENT_NOT_FOUND')
    const { countAsHelpers, mayManage } = await findRelatives(tx, patientId)
    const after = {
      countAsHelpers: change.countAsHelpers === undefined ? countAsHelpers : change.countAsHelpers,
      mayManage: change.mayManage ?? mayManage,
    }
    await saveSettings(tx, patientId, after)
    const helpers = { true: 'yes', false: 'no', null: 'while there is no staff' }[`${after.countAsHelpers}`]
    const message = `Relatives count as helpers: ${helpers}; may manage: ${after.mayManage ? 'yes' : 'no'}`
    await recordAuditEntry(ctx, tx, caller, {
      action: 'patient.relatives_changed',
      message,
      subjectId: patientId,
    })
    await appendEvent(tx, { type: 'patient.changed', at: ctx.now(), patientId, subjectId: patientId })
  })
  return readRelatives(ctx, caller, patientId)
}
