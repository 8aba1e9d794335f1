import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { PolicyChange } from './escalation.schemas.ts'
import { deletePolicy, lockPatient, upsertPolicy } from './policies.store.ts'
import { readPolicies } from './read-policy.ts'
import { findRecipients } from './recipients.ts'
import { showPeopleTo } from './shown-people.ts'

/** Lists the policies of all patients who have none of their own. */
export async function listInstallationPolicies(ctx: Context) {
  const policies = await readPolicies(ctx.db, null)
  return policies.map(({ severity, source, policy }) => ({
    severity,
    isDefault: source === 'DEFAULT',
    policy,
  }))
}

/** Returns the policies that apply to a patient, and the order of their caregivers. */
export async function readPatientPolicies(ctx: Context, caller: Caller, id: string) {
  await getReadablePatient(ctx, caller, id)
  const policies = await readPolicies(ctx.db, id)
  const { caregivers } = await findRecipients(ctx, ctx.db, { patientId: id }, ctx.now())
  const ids = caregivers.map(({ userId }) => userId)
  const show = await showPeopleTo(ctx.db, caller.actor, ids)
  return {
    policies,
    caregivers: caregivers.map(({ userId, name, kind, relationship, helps, priority, onDuty }) => {
      const { personId, name: shownName } = show(userId, name)
      return {
        personId,
        name: shownName,
        kind,
        relationship: personId && relationship,
        helps,
        priority,
        onDuty,
      }
    }),
  }
}

export async function updateInstallationPolicy(
  ctx: Context,
  caller: Caller,
  change: PolicyChange,
): Promise<void> {
  await updatePolicy(ctx, caller, null, change)
}

export async function updatePatientPolicy(
  ctx: Context,
  caller: Caller,
  id: string,
  change: PolicyChange,
): Promise<void> {
  await getReadablePatient(ctx, caller, id)
  await updatePolicy(ctx, caller, id, change)
}

/** Takes effect with the next incident: one that is open has a copy of its policy. */
async function updatePolicy(
  ctx: Context,
  caller: Caller,
  patientId: string | null,
  { severity, policy }: PolicyChange,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (patientId && !(await lockPatient(tx, patientId))) throw refusal('PATIENT_NOT_FOUND')
    if (policy) await upsertPolicy(tx, { severity, patientId, policy }, ctx.now())
    else if (!(await deletePolicy(tx, severity, patientId))) return
    await recordAuditEntry(ctx, tx, caller, {
      action: 'escalation.policy_changed',
      message: `Escalation policy of severity ${severity} ${policy ? 'changed' : 'removed'}`,
      subjectId: patientId,
    })
  })
}
