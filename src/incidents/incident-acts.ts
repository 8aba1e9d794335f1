import { recordAuditEntry } from '../audit/audit.service.ts'
import type { Caller, Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { notFound } from '../lib/errors.ts'
import { ended } from './acknowledge-incident.ts'
import { type IncidentView, readIncidentViews } from './incident-view.ts'
import * as store from './incidents.store.ts'
import { lockPeople } from './people.ts'

/** viewOf returns an incident as it is shown, or throws 404. */
export async function viewOf(db: Db, id: string): Promise<IncidentView> {
  const [view] = await readIncidentViews(db, [id])
  if (!view) throw notFound('Incident not found')
  return view
}

/** lockPeopleOf locks the caller and the patient, in the order of a deletion, and returns the incident's patient. */
export async function lockPeopleOf(
  tx: Db,
  { actor }: Caller,
  id: string,
): Promise<{ patientId: string | null }> {
  const incident = await store.findIncident(tx, id)
  if (!incident) throw notFound('Incident not found')
  const { patientId } = incident
  if (!(await lockPeople(tx, patientId ? [actor.id, patientId] : [actor.id])))
    throw notFound('Incident not found')
  return { patientId }
}

/** lockUnresolved returns the locked incident, or throws 404, or 409 if it has ended. */
export async function lockUnresolved(tx: Db, id: string): Promise<store.StoredIncident> {
  const incident = await store.lockIncident(tx, id)
  if (!incident) throw notFound('Incident not found')
  const { state } = incident
  if (state === 'RESOLVED' || state === 'CANCELLED') throw await ended(tx, state, incident.resolvedBy)
  return incident
}

/** audit writes an act on an incident to the audit log, with its patient. */
export function audit(
  ctx: Context,
  tx: Db,
  caller: Caller,
  { patientId }: { patientId: string | null },
  action: string,
  message: string,
) {
  return recordAuditEntry(ctx, tx, caller, { action, message, subjectId: patientId })
}
