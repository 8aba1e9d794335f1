import { assertMayHandleIncident } from '../../accounts/access/policy.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { ended } from './acknowledge-incident.ts'
import { type IncidentView, readIncidentViews } from './incident-view.ts'
import * as store from './incidents.store.ts'
import { lockPeople, lockStation } from './people.ts'

/** Returns an incident as it is shown, or throws 404. */
export async function viewOf(db: Db, id: string): Promise<IncidentView> {
  const [view] = await readIncidentViews(db, [id])
  if (!view) throw refusal('INCIDENT_NOT_FOUND')
  return view
}

/** Whom or what an incident is about, by which its readers are known. */
type Subject = Pick<store.StoredIncident, 'patientId' | 'site' | 'ward'>

/** Locks the caller, a person or a station, and the patient, in the order of a deletion, and returns what the incident is about. */
export async function lockPeopleOf(tx: Db, { actor }: Caller, id: string): Promise<Subject> {
  const incident = await store.findIncident(tx, id)
  if (!incident) throw refusal('INCIDENT_NOT_FOUND')
  const { patientId, site, ward } = incident
  const people = actor.role === 'STATION' ? [] : [actor.id]
  if (actor.role === 'STATION' && !(await lockStation(tx, actor.id))) throw refusal('INVALID_TOKEN')
  if (!(await lockPeople(tx, patientId ? [...people, patientId] : people)))
    throw refusal('INCIDENT_NOT_FOUND')
  return { patientId, site, ward }
}

/** Throws 403 unless the caller may handle an incident; at a station, those of its ward only. */
export async function assertMayHandle(tx: Db, { actor, station }: Caller, incident: Subject): Promise<void> {
  await assertMayHandleIncident(tx, actor, incident)
  if (station) await assertMayHandleIncident(tx, { id: station.id, role: 'STATION' }, incident)
}

/** Returns the locked incident, or throws 404, or 409 if it has ended. */
export async function lockUnresolved(tx: Db, id: string): Promise<store.StoredIncident> {
  const incident = await store.lockIncident(tx, id)
  if (!incident) throw refusal('INCIDENT_NOT_FOUND')
  await assertUnresolved(tx, incident)
  return incident
}

/** Throws 409 if an incident has ended. */
export async function assertUnresolved(tx: Db, { state, resolvedBy }: store.StoredIncident): Promise<void> {
  if (state === 'RESOLVED' || state === 'CANCELLED') throw await ended(tx, state, resolvedBy)
}

/** Writes an act on an incident to the audit log, with its patient. */
export function audit(
  ctx: Context,
  tx: Db,
  caller: Caller,
  { patientId }: { patientId: string | null },
  action: string,
  message: string,
) {
  const where = caller.station ? ` at station ${caller.station.id}` : ''
  return recordAuditEntry(ctx, tx, caller, { action, message: message + where, subjectId: patientId })
}
