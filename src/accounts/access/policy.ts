import type { Actor } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { AssignmentKind } from './assignment-kind.ts'
import { isInTeamOfWard, isStationOfWard } from './ward-access.ts'

/** The rules for which records an actor may read or change. Rules by role only are checked at the route. */

/** assertMayReadDevice: its owner, a caregiver assigned to the owner, an admin; of a shared one a caregiver of its ward. */
export async function assertMayReadDevice(db: Db, actor: Actor, device: DeviceSubject): Promise<void> {
  const { userId: patientId, ...place } = device
  if (!(await concerns(db, actor, { ...place, patientId }))) throw refusal('OTHER_OWNER')
}

/** assertMayChangeDevice: its owner only. */
export function assertMayChangeDevice(actor: Actor, device: DeviceSubject): void {
  if (device.userId !== actor.id) throw refusal('DEVICE_OWNER_ONLY')
}

/** assertMayReadPatient: the patient, an assigned caregiver, an admin. */
export async function assertMayReadPatient(db: Db, actor: Actor, patientId: string): Promise<void> {
  if (!(await looksAfter(db, actor, patientId))) throw refusal('PATIENT_NOT_ASSIGNED')
}

/** mayConfirmWard: an admin, and a member of a team of the ward. Only whom they place there is a patient of its staff. */
export async function mayConfirmWard(db: Db, actor: Actor, { site, ward }: Ward): Promise<boolean> {
  if (actor.role === 'ADMIN') return true
  const rows = await db.query(
    `select 1 from teams join team_members on team_id = teams.id
     where caregiver_id = $3 and lower(ward) = lower($1) and lower(coalesce(site, '')) = lower(coalesce($2, ''))`,
    [ward, site, actor.id],
  )
  return rows.length > 0
}

/**
 * assertMayMovePatient: into a ward that a team looks after or in which a station is, a member of such a team, and an admin;
 * into another one, or within the ward, whoever may change the patient. Otherwise anybody who signs up could give the staff
 * of a ward people of their own.
 */
export async function assertMayMovePatient(db: Db, actor: Actor, from: Ward, to: Ward): Promise<void> {
  if (actor.role === 'ADMIN' || to.ward === null) return
  const isThere = `lower(ward) = lower($1) and lower(coalesce(site, '')) = lower(coalesce($2, ''))`
  const [row] = await db.query(
    `select 1
     where (exists (select from teams where ${isThere}) or exists (select from stations where ${isThere}))
       and not exists (select from (values ($3, $4)) as home (ward, site) where ${isThere})
       and not exists (
         select from teams join team_members on team_id = teams.id where caregiver_id = $5 and ${isThere}
       )`,
    [to.ward, to.site, from.ward, from.site, actor.id],
  )
  if (row) throw refusal('WARD_OF_OTHER_TEAM')
}

interface Ward {
  site: string | null
  ward: string | null
}

/** assertMayReadFall: the person who fell, an assigned caregiver, an admin. */
export async function assertMayReadFall(db: Db, actor: Actor, fall: { userId: string }): Promise<void> {
  if (!(await looksAfter(db, actor, fall.userId))) throw refusal('FALL_NOT_ASSIGNED')
}

/** assertMayReportFall: for a patient an assigned caregiver, the station of the ward, an admin; patients report their own. */
export async function assertMayReportFall(db: Db, actor: Actor, patientId: string): Promise<void> {
  const isPatient = actor.role === 'PATIENT'
  if (isPatient || !(await looksAfter(db, actor, patientId))) throw refusal('PATIENT_NOT_ASSIGNED')
}

/**
 * assertMayDocumentFall: whoever may report one for the patient. A relative does not change what others have written, unless
 * they count as a helper, or an admin lets relatives change what staff may.
 */
export async function assertMayDocumentFall(
  db: Db,
  actor: Actor,
  fall: { userId: string; authorIds: readonly string[] },
): Promise<void> {
  if (actor.role === 'PATIENT' || !(await looksAfter(db, actor, fall.userId)))
    throw refusal('FALL_NOT_ASSIGNED')
  if (fall.authorIds.every((id) => id === actor.id)) return
  const { isHelper, mayManage } = await findStanding(db, actor, fall.userId)
  if (!isHelper && !mayManage) throw refusal('RELATIVE_NOT_ALLOWED')
}

/** assertMayActAsCaregiver: the caregiver in question, an admin. */
export function assertMayActAsCaregiver(actor: Actor, caregiverId: string): void {
  if (actor.role !== 'ADMIN' && actor.id !== caregiverId) throw refusal('OTHER_CAREGIVER')
}

/** assertMayAcknowledge: the caregiver whose alert it is, while the patient is assigned to them. */
export async function assertMayAcknowledge(
  db: Db,
  actor: Actor,
  alert: { caregiverId: string; patientId: string },
): Promise<void> {
  if (alert.caregiverId !== actor.id) throw refusal('ALERT_OF_OTHER_CAREGIVER')
  if (!(await isAssigned(db, actor.id, alert.patientId))) throw refusal('PATIENT_NOT_ASSIGNED')
}

/**
 * assertMayReadIncident: the patient, an assigned caregiver, the station of the ward, an admin; of a shared device the teams
 * and the station of its ward; of the installation's own only admins.
 */
export async function assertMayReadIncident(db: Db, actor: Actor, incident: IncidentSubject): Promise<void> {
  if (!(await concerns(db, actor, incident))) throw refusal('INCIDENT_NOT_ASSIGNED')
}

/** assertMayHandleIncident: an assigned caregiver, the station of the ward, an admin. */
export async function assertMayHandleIncident(
  db: Db,
  actor: Actor,
  incident: IncidentSubject,
): Promise<void> {
  if (actor.role === 'PATIENT') throw refusal('CAREGIVERS_ONLY')
  await assertMayReadIncident(db, actor, incident)
}

/** What somebody is to a patient. */
export interface Standing {
  /** Null for those who are not assigned: the patient, an admin, a station. */
  kind: AssignmentKind | null
  relationship: string | null
  /** Whether their acknowledgement ends the escalation: not that of a relative, unless relatives count as helpers. */
  isHelper: boolean
  /** Whether they may change what staff may: relatives only if an admin allows it. */
  mayManage: boolean
}

/** Of somebody who may read the record of the patient; null is the installation, whose admins see all. */
export async function findStanding(db: Db, actor: Actor, patientId: string | null): Promise<Standing> {
  const [standing] =
    actor.role === 'CAREGIVER' && patientId
      ? await db.query<Standing>(
          `select kind, relationship, exists (
                    select from helpers where caregiver_id = $1 and patient_id = $2) as "isHelper",
                  kind = 'STAFF' or coalesce(may_manage, false) as "mayManage"
           from assignments left join relative_settings using (patient_id)
           where caregiver_id = $1 and patient_id = $2`,
          [actor.id, patientId],
          'find-standing',
        )
      : []
  return standing ?? { kind: null, relationship: null, isHelper: true, mayManage: true }
}

/** assertMayManagePatient: of those who may read the record all but relatives, unless an admin allows it for this patient. */
export async function assertMayManagePatient(db: Db, actor: Actor, patientId: string): Promise<void> {
  await assertMayReadPatient(db, actor, patientId)
  if (!(await findStanding(db, actor, patientId)).mayManage) throw refusal('RELATIVE_NOT_ALLOWED')
}

/** mayManagePatient: the same as a question. */
export async function mayManagePatient(db: Db, actor: Actor, patientId: string): Promise<boolean> {
  return (await looksAfter(db, actor, patientId)) && (await findStanding(db, actor, patientId)).mayManage
}

/** assertMayReplaceDevice: its owner, staff assigned to the owner, a relative whom an admin allows it, an admin. */
export async function assertMayReplaceDevice(db: Db, actor: Actor, device: DeviceSubject): Promise<void> {
  await assertMayReadDevice(db, actor, device)
  if (device.userId !== null) await assertMayManagePatient(db, actor, device.userId)
  else if (actor.role !== 'ADMIN') throw refusal('DEVICE_OWNER_ONLY')
}

/** assertMayEndIncident: who may handle it, except a relative who does not count as a helper and is not on it. */
export async function assertMayEndIncident(
  db: Db,
  actor: Actor,
  incident: IncidentSubject & { acknowledgedBy: string | null },
): Promise<void> {
  if (incident.acknowledgedBy === actor.id) return
  if (!(await findStanding(db, actor, incident.patientId)).isHelper) throw refusal('RELATIVE_CANNOT_END')
}

/** Whom or what an incident is about: a patient, a place, or neither of the installation. */
interface IncidentSubject {
  patientId: string | null
  site?: string | null
  ward?: string | null
}

async function concerns(db: Db, actor: Actor, { patientId, ...place }: IncidentSubject): Promise<boolean> {
  if (patientId !== null) return looksAfter(db, actor, patientId)
  return actor.role === 'ADMIN' || isOfWard(db, actor, place)
}

/** Whether somebody looks after a ward: a member of a team of it, or its station. */
async function isOfWard(
  db: Db,
  actor: Actor,
  { site = null, ward = null }: Omit<IncidentSubject, 'patientId'>,
): Promise<boolean> {
  if (ward === null || actor.role === 'PATIENT') return false
  const condition = actor.role === 'STATION' ? isStationOfWard : isInTeamOfWard
  const rows = await db.query(
    `select 1 from (values ($1, $2)) as place (ward, site) where ${condition('$3', 'place')}`,
    [ward, site, actor.id],
  )
  return rows.length > 0
}

/** What a device belongs to: a person, or a place if it is shared. */
interface DeviceSubject {
  userId: string | null
  site?: string | null
  ward?: string | null
}

/** assertMayReadTeam: its members, an admin. */
export async function assertMayReadTeam(db: Db, actor: Actor, teamId: string): Promise<void> {
  if (actor.role === 'ADMIN') return
  const rows = await db.query('select 1 from team_members where team_id = $1 and caregiver_id = $2', [
    teamId,
    actor.id,
  ])
  if (rows.length === 0) throw refusal('NOT_IN_TEAM')
}

/** assertMayDeleteNote: its author, an admin. */
export function assertMayDeleteNote(actor: Actor, note: { author: { id: string } }): void {
  if (actor.role !== 'ADMIN' && actor.id !== note.author.id) throw refusal('NOTE_AUTHOR_ONLY')
}

/** assertMayReadMessage: its sender and its recipient only. */
export function assertMayReadMessage(actor: Actor, message: { senderId: string; recipientId: string }): void {
  if (![message.senderId, message.recipientId].includes(actor.id)) {
    throw refusal('MESSAGE_OF_OTHERS')
  }
}

/** assertMayMarkRead: its recipient only. */
export function assertMayMarkRead(actor: Actor, message: { recipientId: string }): void {
  if (message.recipientId !== actor.id) throw refusal('MESSAGE_RECIPIENT_ONLY')
}

async function looksAfter(db: Db, actor: Actor, patientId: string): Promise<boolean> {
  if (actor.role === 'STATION') return isInWard(db, actor.id, patientId)
  if (actor.id === patientId || actor.role === 'ADMIN') return true
  return actor.role === 'CAREGIVER' && isAssigned(db, actor.id, patientId)
}

/** Whether the caregiver is assigned to the patient. */
export async function isAssigned(db: Db, caregiverId: string, patientId: string): Promise<boolean> {
  const rows = await db.query('select 1 from assignments where caregiver_id = $1 and patient_id = $2', [
    caregiverId,
    patientId,
  ])
  return rows.length > 0
}

/** Whether the patient lives in the ward of the station. */
async function isInWard(db: Db, stationId: string, patientId: string): Promise<boolean> {
  const rows = await db.query('select 1 from station_patients where station_id = $1 and patient_id = $2', [
    stationId,
    patientId,
  ])
  return rows.length > 0
}

/** False for a patient who has paused sharing of their vital signs. */
export async function sharesVitals(db: Db, patientId: string): Promise<boolean> {
  const rows = await db.query('select 1 from vital_sharing_pauses where patient_id = $1', [patientId])
  return rows.length === 0
}

/** mayReadVitals: of those who may read the record, the patient always, and others while the patient shares them. */
export async function mayReadVitals(db: Db, actor: Actor, patientId: string): Promise<boolean> {
  return actor.id === patientId || sharesVitals(db, patientId)
}

/** assertMayDecideSharing: the patient; an admin, on behalf of a representative. */
export function assertMayDecideSharing(actor: Actor, patientId: string): void {
  if (actor.role !== 'ADMIN' && actor.id !== patientId) throw refusal('PATIENT_DECIDES')
}

/** True for a patient for whom somebody else decides. */
export async function hasRepresentative(db: Db, patientId: string): Promise<boolean> {
  const rows = await db.query('select 1 from representatives where patient_id = $1', [patientId])
  return rows.length > 0
}
