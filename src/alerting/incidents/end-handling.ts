import type { Db } from '../../platform/db/database.ts'
import { isUnresolved } from '../model/incident.ts'
import { wakeEngine } from '../model/incident-changes.ts'
import { usableContact } from '../notifications/contact.ts'

/**
 * Makes incidents due when a person no longer looks after a patient, or after anybody: those that the person
 * handles, which the engine opens, and those that the person was told of if no other caregiver can be reached, so that
 * the admins are told at once. It is called while the person's contacts are still there.
 */
export async function endHandling(
  tx: Db,
  userId: string,
  at: Date,
  patientId: string | null = null,
): Promise<void> {
  const rows = await tx.query(
    `update incidents set due_at = $2
     where acknowledged_by = $1 and state = 'ACKNOWLEDGED' and ($3::uuid is null or patient_id = $3)
     returning 1`,
    [userId, at, patientId],
  )
  await tx.query(
    `delete from incident_attendants using incidents
     where incidents.id = incident_id and person_id = $1 and ($2::uuid is null or patient_id = $2) and ${isUnresolved}`,
    [userId, patientId],
  )
  const unattended = await tx.query(
    `update incidents set due_at = $2
     where state = 'OPEN' and due_at > $2 and ($3::uuid is null or patient_id = $3)
       and exists (
         select from deliveries join contacts on contacts.id = contact_id
         where incident_id = incidents.id and deliveries.round = incidents.round and purpose = 'alert'
           and contacts.user_id = $1)
       and not exists (
         select from helpers join users on users.id = caregiver_id join contacts on contacts.user_id = users.id
         where helpers.patient_id = incidents.patient_id and caregiver_id <> $1
           and role = 'CAREGIVER' and status = 'active' and ${usableContact})
     returning 1`,
    [userId, at, patientId],
  )
  if (rows.length + unattended.length > 0) await wakeEngine(tx)
}

/** A caregiver who no longer looks after a patient. */
export interface EndedCare {
  caregiverId: string
  patientId: string
}

/** Does the same for several caregivers and patients at once, after their assignments were deleted. */
export async function endHandlingOf(tx: Db, ended: readonly EndedCare[], at: Date): Promise<void> {
  const pairs = [ended.map(({ caregiverId }) => caregiverId), ended.map(({ patientId }) => patientId)]
  const rows = await tx.query(
    `update incidents set due_at = $3
     from unnest($1::uuid[], $2::uuid[]) as ended (caregiver_id, patient_id)
     where acknowledged_by = ended.caregiver_id and incidents.patient_id = ended.patient_id and state = 'ACKNOWLEDGED'
     returning 1`,
    [...pairs, at],
  )
  await tx.query(
    `delete from incident_attendants
     using incidents, unnest($1::uuid[], $2::uuid[]) as ended (caregiver_id, patient_id)
     where incidents.id = incident_id and person_id = ended.caregiver_id
       and incidents.patient_id = ended.patient_id and ${isUnresolved}`,
    pairs,
  )
  const unattended = await tx.query(
    `update incidents set due_at = $3
     where state = 'OPEN' and due_at > $3
       and exists (
         select from unnest($1::uuid[], $2::uuid[]) as ended (caregiver_id, patient_id)
         join contacts on contacts.user_id = ended.caregiver_id
         join deliveries on contacts.id = contact_id
         where ended.patient_id = incidents.patient_id and incident_id = incidents.id
           and deliveries.round = incidents.round and purpose = 'alert')
       and not exists (
         select from helpers join users on users.id = caregiver_id join contacts on contacts.user_id = users.id
         where helpers.patient_id = incidents.patient_id
           and role = 'CAREGIVER' and status = 'active' and ${usableContact})
     returning 1`,
    [...pairs, at],
  )
  if (rows.length + unattended.length > 0) await wakeEngine(tx)
}
