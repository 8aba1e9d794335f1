import type { Db } from '../db/database.ts'
import type { PersonName } from './incident-view.ts'

export const entryTypes = [
  'checking',
  'opened',
  'added',
  'raised',
  'told',
  'acknowledged',
  'released',
  'reopened',
  'resolved',
  'cancelled',
  'ok',
  'help',
  'note',
] as const
export type EntryType = (typeof entryTypes)[number]

export interface NewEntry {
  incidentId: string
  at: Date
  type: EntryType
  actorId?: string | null | undefined
  text: string
  /** The name of the station where somebody acted, or that acted. */
  station?: string | undefined
}

/** insertEntry adds a line to the timeline of an incident. */
export async function insertEntry(
  tx: Db,
  { incidentId, at, type, actorId, text, station }: NewEntry,
): Promise<void> {
  await tx.query(
    'insert into incident_entries (incident_id, at, type, actor_id, text, station) values ($1, $2, $3, $4, $5, $6)',
    [incidentId, at, type, actorId ?? null, text, station ?? null],
    'insert-incident-entry',
  )
}

/** findLastEntry returns the newest entry of one of the types. */
export async function findLastEntry(
  db: Db,
  incidentId: string,
  types: readonly EntryType[],
): Promise<{ type: EntryType; at: Date } | undefined> {
  const [last] = await db.query<{ type: EntryType; at: Date }>(
    'select type, at from incident_entries where incident_id = $1 and type = any($2) order by id desc limit 1',
    [incidentId, types],
  )
  return last
}

export interface Entry {
  at: Date
  type: EntryType
  actor: PersonName | null
  text: string
  station: string | null
}

const maxEntries = 1000

export async function listEntries(db: Db, incidentId: string): Promise<Entry[]> {
  return db.query(
    `select at, type, text, station,
            case when actor_id is not null
              then json_build_object('id', actor_id, 'name', coalesce(first_name || ' ' || last_name, station))
            end as actor
     from incident_entries left join users on users.id = actor_id
     where incident_id = $1
     order by incident_entries.id
     limit ${maxEntries}`,
    [incidentId],
  )
}
