import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'

/** A tablet on the wall of a ward. */
export interface Station {
  id: string
  name: string
  site: string | null
  ward: string
}

export interface ListedStation extends Station {
  createdAt: Date
  /** Null while it has never signed in. */
  signedInAt: Date | null
  /** Until when the current code can be used; null without one. */
  codeExpiresAt: Date | null
}

const columns = `stations.id, stations.name, stations.site, stations.ward, stations.created_at as "createdAt",
  (select created_at from station_sessions where station_id = stations.id) as "signedInAt",
  stations.code_expires_at as "codeExpiresAt"`

export function listStations(db: Db, page: Page): Promise<PageResult<ListedStation>> {
  return listPage(
    db,
    {
      columns,
      from: 'stations',
      where: 'true',
      values: [],
      id: 'stations.id',
      sorts: { name: 'stations.name', created_at: 'stations.created_at' },
    },
    page,
  )
}

export async function findStation(db: Db, id: string): Promise<ListedStation | undefined> {
  const [station] = await db.query<ListedStation>(`select ${columns} from stations where id = $1`, [id])
  return station
}

export interface Code {
  hash: Buffer
  expiresAt: Date
}

export async function insertStation(
  tx: Db,
  { id, name, site, ward }: Station,
  code: Code,
  createdAt: Date,
): Promise<void> {
  await tx.query(
    `insert into stations (id, name, site, ward, created_at, code_hash, code_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, name, site, ward, createdAt, code.hash, code.expiresAt],
  )
}

/** Replaces the code; false if there is no such station. */
export async function updateCode(tx: Db, id: string, code: Code): Promise<boolean> {
  const rows = await tx.query(
    'update stations set code_hash = $2, code_expires_at = $3 where id = $1 returning 1',
    [id, code.hash, code.expiresAt],
  )
  return rows.length > 0
}

export async function findStationByCode(db: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(
    'select id from stations where code_hash = $1 and code_expires_at > $2',
    [hash, now],
  )
  return row?.id
}

/** Returns the station whose code it was: of concurrent calls, one gets it. */
export async function consumeCode(tx: Db, hash: Buffer, now: Date): Promise<Station | undefined> {
  const [station] = await tx.query<Station>(
    `update stations set code_hash = null, code_expires_at = null
     where code_hash = $1 and code_expires_at > $2
     returning id, name, site, ward`,
    [hash, now],
  )
  return station
}

export async function deleteStation(tx: Db, id: string): Promise<boolean> {
  return (await tx.query('delete from stations where id = $1 returning 1', [id])).length > 0
}

/** The SQL condition for `users` who look after somebody in the ward of the station $1, as staff. */
const isCaregiver = `users.role = 'CAREGIVER' and users.status = 'active' and exists (
  select from assignments join station_patients using (patient_id)
  where assignments.caregiver_id = users.id and assignments.kind = 'STAFF'
    and station_patients.station_id = $1)`

/** Returns who can act at a station in their own name: they need a PIN. */
export function listStationCaregivers(db: Db, stationId: string): Promise<{ id: string; name: string }[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name
     from users join caregiver_pins on caregiver_pins.user_id = users.id
     where ${isCaregiver}
     order by last_name, first_name, users.id`,
    [stationId],
  )
}

/** Why nobody can act at a station in their own name, from what must be done first. */
export const noCaregiversReasons = ['NO_PATIENTS', 'NO_CAREGIVERS', 'NO_PINS'] as const
export type NoCaregiversReason = (typeof noCaregiversReasons)[number]

export async function whyNoCaregivers(db: Db, stationId: string): Promise<NoCaregiversReason> {
  const [known] = await db.query<{ hasPatients: boolean; hasCaregivers: boolean }>(
    `select exists (select from station_patients where station_id = $1) as "hasPatients",
            exists (select from users where ${isCaregiver}) as "hasCaregivers"`,
    [stationId],
  )
  if (!known?.hasPatients) return 'NO_PATIENTS'
  return known.hasCaregivers ? 'NO_PINS' : 'NO_CAREGIVERS'
}

export async function isCaregiverAt(db: Db, stationId: string, caregiverId: string): Promise<boolean> {
  const rows = await db.query(`select 1 from users where id = $2 and ${isCaregiver}`, [
    stationId,
    caregiverId,
  ])
  return rows.length > 0
}
