import type { Actor, AnyCaller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { attendingNotes, endAssistance, insertCallNotes } from '../notifications/incident-deliveries.ts'
import { insertAttendant, type NewAttendant } from './attendants.store.ts'
import type { StoredIncident } from './incidents.store.ts'
import { findActingPerson } from './people.ts'
import { recordAct, recordNote } from './people-entries.ts'

/** What somebody says of their way. */
export interface Arrival {
  etaMinutes?: number | undefined
  note?: string | undefined
}

/** Puts into the timeline that somebody goes there. Repeated, it keeps the first time. */
export async function recordAttendance(
  tx: Db,
  { station, ...attendant }: Omit<NewAttendant, 'etaMinutes'> & { station?: string | undefined },
  { etaMinutes, note }: Arrival,
): Promise<{ isNew: boolean; hasChanged: boolean }> {
  const { incidentId, personId: actorId, at } = attendant
  const isNew = await insertAttendant(tx, { ...attendant, etaMinutes: etaMinutes ?? null })
  if (isNew) {
    const data = { code: 'ATTENDING' as const, etaMinutes, note: note || undefined }
    await recordAct(tx, { incidentId, at, type: 'attending', actorId, data, station })
  } else if (note) await recordNote(tx, { incidentId, at, actorId, note, station })
  return { isNew, hasChanged: isNew || etaMinutes !== undefined || note !== undefined }
}

/**
 * Lets somebody go there beside who handles an incident and has asked for a second person. It stays handled;
 * who handles it is told who is coming, and whoever else was asked that somebody is. It returns whether anything has changed.
 */
export async function joinIncident(
  ctx: Context,
  tx: Db,
  { actor, station }: AnyCaller & { actor: Actor },
  incident: StoredIncident,
  arrival: Arrival,
): Promise<boolean> {
  const at = ctx.now()
  const personId = actor.id
  const { kind, relationship } = await findActingPerson(tx, personId, incident.patientId)
  const attendant = {
    ...{ incidentId: incident.id, personId, kind: kind ?? ('STAFF' as const), relationship, at },
    station: station?.name,
  }
  const { isNew, hasChanged } = await recordAttendance(tx, attendant, arrival)
  if (isNew) {
    const { id: incidentId, round, acknowledgedBy: userId } = incident
    await endAssistance(tx, incident, at, personId)
    if (userId) await insertCallNotes(tx, { incidentId, round, userId, at }, attendingNotes.begun)
  }
  return hasChanged
}
