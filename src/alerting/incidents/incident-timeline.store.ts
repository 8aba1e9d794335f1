import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { ActingPerson } from '../model/acting-person.ts'
import type { EntryData, EntryType } from './entry-data.ts'
import { type ReadEntry, readEntry, type StoredEntry, storedEntry } from './stored-entry.ts'

export interface NewEntry {
  incidentId: string
  at: Date
  type: EntryType
  actorId?: string | null | undefined
  data: EntryData
  /** The name of the station where somebody acted, or that acted. */
  station?: string | undefined
}

/** What a patient says is kept in the incident, too, where lists and live events read it. */
const saying = `($3 = 'ok' or $3 = 'help' or $3 = 'added' and kind = 'SOS')`

const keepSaid = `update incidents
  set fine_at = case when $3 = 'ok' then greatest(fine_at, $2) else fine_at end,
      help_at = case when $3 = 'ok' then help_at else greatest(help_at, $2) end
  where id = $1 and ${saying}`

/** How many entries a timeline takes, counted with the entry in one statement: each further one costs time in an alarm. */
export interface EntryLimits {
  all?: number
  ofPeople?: number
  /** Of whoever makes the entry, after a time. */
  ofActor?: { count: number; since: Date }
}

const isBelow = (limit: string, entries: string) =>
  `(${limit}::int is null
    or (select count(*) from (select from incident_entries where incident_id = $1 ${entries} limit ${limit}) as entry) < ${limit})`

/**
 * Adds a line to the timeline of an incident, unless one of the limits is reached; it returns whether it was added. What it
 * says is kept in the incident in any case.
 */
export async function insertEntry(
  tx: Db,
  { incidentId, at, type, actorId, data, station }: NewEntry,
  { all, ofPeople, ofActor }: EntryLimits = {},
): Promise<boolean> {
  const stored = storedEntry(data)
  const limits = [all ?? null, ofPeople ?? null, ofActor?.count ?? null, ofActor?.since ?? null]
  const rows = await tx.query(
    `with entry as (
       insert into incident_entries (incident_id, at, type, actor_id, data, text, station, actor_kind, actor_relationship)
       select $1, $2, $3, $4, $5, $6, $7, care.kind, care.relationship
       from (values (1)) as one left join (
         incidents join assignments as care on care.patient_id = incidents.patient_id and care.caregiver_id = $4
       ) on incidents.id = $1
       where ${isBelow('$8', '')} and ${isBelow('$9', 'and actor_id is not null')}
         and ${isBelow('$10', 'and actor_id = $4 and at > $11::timestamptz')}
       returning 1
     ), said as (
       ${keepSaid}
     )
     select from entry`,
    [incidentId, at, type, actorId ?? null, stored.data, stored.text, station ?? null, ...limits],
    'insert-incident-entry',
  )
  return rows.length > 0
}

/** Returns the name of the station at which an incident was acknowledged last, if it was at one. */
export async function findAcknowledgingStation(db: Db, incidentId: string): Promise<string | null> {
  const [row] = await db.query<{ station: string | null }>(
    `select station from incident_entries where incident_id = $1 and type = 'acknowledged'
     order by at desc, id desc limit 1`,
    [incidentId],
    'find-acknowledging-station',
  )
  return row?.station ?? null
}

/** Counts the entries of a person after a time, up to a number. */
export async function countEntriesBy(
  db: Db,
  { incidentId, actorId, since }: { incidentId: string; actorId: string; since: Date },
  upTo: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from incident_entries where incident_id = $1 and actor_id = $2 and at > $3 limit $4
     ) as entry`,
    [incidentId, actorId, since, upTo],
    'count-entries-by',
  )
  return row?.count ?? 0
}

/** Counts the entries of people, without those of the service, up to a number. */
export async function countEntriesOfPeople(db: Db, incidentId: string, upTo: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from incident_entries where incident_id = $1 and actor_id is not null limit $2
     ) as entry`,
    [incidentId, upTo],
    'count-entries-of-people',
  )
  return row?.count ?? 0
}

/** Whether a person, or the service, has made an entry of a type after a time; of the service, with the same data. */
export async function hasEntry(
  db: Db,
  { incidentId, type, actorId, data }: NewEntry,
  since: Date,
): Promise<boolean> {
  const rows = await db.query(
    `select from incident_entries
     where incident_id = $1 and type = $2 and actor_id is not distinct from $3 and at > $4
       and (actor_id is not null or data = $5::jsonb)
     limit 1`,
    [incidentId, type, actorId ?? null, since, JSON.stringify(storedEntry(data).data)],
    'has-entry',
  )
  return rows.length > 0
}

interface EntryRow extends StoredEntry {
  at: Date
  type: EntryType
  actor: ActingPerson | null
  station: string | null
}
export type Entry = Omit<EntryRow, keyof StoredEntry> & ReadEntry

const entryColumns = `at, type, data, text, station,
  case when actor_id is not null
    then json_build_object('id', actor_id, 'name', coalesce(first_name || ' ' || last_name, station),
                           'kind', actor_kind, 'relationship', actor_relationship)
  end as actor`
const actor = 'left join users on users.id = actor_id'

/** How many entries an incident is shown with; the earlier ones are read in pages. */
export const maxShownEntries = 100

/** Returns the newest entries of an incident, the newest last, and whether there are earlier ones. */
export async function listNewestEntries(
  db: Db,
  incidentId: string,
): Promise<{ entries: Entry[]; hasEarlier: boolean }> {
  const rows = await db.query<EntryRow>(
    `select ${entryColumns} from incident_entries ${actor}
     where incident_id = $1
     order by incident_entries.id desc
     limit ${maxShownEntries + 1}`,
    [incidentId],
  )
  const entries = rows.slice(0, maxShownEntries).reverse().map(readEntry)
  return { entries, hasEarlier: rows.length > maxShownEntries }
}

/** Returns a page of the timeline of an incident. */
export async function listEntries(db: Db, incidentId: string, page: Page): Promise<PageResult<Entry>> {
  const { rows, ...rest } = await listPage<EntryRow>(
    db,
    {
      columns: entryColumns,
      from: 'incident_entries',
      joins: actor,
      where: 'incident_id = $1',
      values: [incidentId],
      id: 'incident_entries.id',
      // Entries have their ids in the order of their times, and an index by them.
      sorts: { at: 'incident_entries.id' },
    },
    page,
  )
  return { rows: rows.map(readEntry), ...rest }
}
