import { type Place, placeColumns } from '../../accounts/residences/place.ts'
import { isUnresolved } from '../../alerting/model/incident.ts'
import type { Db } from '../../platform/db/database.ts'

export async function findResidence(db: Db, patientId: string): Promise<Place | undefined> {
  const [place] = await db.query<Place>(`select ${placeColumns} from residences where patient_id = $1`, [
    patientId,
  ])
  return place
}

/** Counts the incidents of a patient that somebody still has to end. */
export async function countUnresolved(db: Db, patientId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from incidents where patient_id = $1 and ${isUnresolved}`,
    [patientId],
  )
  return row?.count ?? 0
}

/** Where a patient lives, and whether whoever says so may place somebody in that ward. */
export interface PlacedPatient extends Place {
  patientId: string
  isConfirmed: boolean
}

/**
 * Replaces the places of several patients from a time on. A place of which nothing is known has no row. What was
 * confirmed stays so while the ward is the same.
 */
export async function setResidences(tx: Db, places: readonly PlacedPatient[], from: Date): Promise<void> {
  const columns = [
    places.map(({ patientId }) => patientId),
    places.map(({ site }) => site),
    places.map(({ ward }) => ward),
    places.map(({ room }) => room),
    places.map(({ isConfirmed }) => isConfirmed),
  ]
  const given = `unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[])
    as given (patient_id, site, ward, room, confirmed)`
  await tx.query(
    `insert into former_residences (patient_id, until, site, ward, room)
     select patient_id, $6, residences.site, residences.ward, residences.room
     from residences join ${given} using (patient_id)
     where (residences.site, residences.ward, residences.room) is distinct from (given.site, given.ward, given.room)
     on conflict do nothing`,
    [...columns, from],
  )
  await tx.query(
    `delete from residences using ${given}
     where residences.patient_id = given.patient_id and num_nonnulls(given.site, given.ward, given.room) = 0`,
    columns,
  )
  await tx.query(
    `insert into residences (patient_id, site, ward, room, confirmed)
     select * from ${given} where num_nonnulls(site, ward, room) > 0
     on conflict (patient_id) do update set
       site = excluded.site, ward = excluded.ward, room = excluded.room,
       confirmed = excluded.confirmed or residences.confirmed
         and (lower(residences.ward), lower(coalesce(residences.site, '')))
           is not distinct from (lower(excluded.ward), lower(coalesce(excluded.site, '')))`,
    columns,
  )
}

/** Somebody who would live in a ward if those who placed them there were allowed to. */
export interface UnconfirmedPatient {
  id: string
  name: string
  room: string | null
}

export const maxUnconfirmed = 100

/** Counts those who are in a ward without a confirmation. */
export async function countUnconfirmed(db: Db, { site, ward }: Omit<Place, 'room'>): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count ${fromUnconfirmed}`, [
    ward,
    site,
  ])
  return row?.count ?? 0
}

/** Lists the first of them by name. */
export function listUnconfirmed(db: Db, { site, ward }: Omit<Place, 'room'>): Promise<UnconfirmedPatient[]> {
  return db.query(
    `select users.id, first_name || ' ' || last_name as name, room ${fromUnconfirmed}
     order by last_name, first_name, users.id limit ${maxUnconfirmed}`,
    [ward, site],
  )
}

const fromUnconfirmed = `from residences join users on users.id = patient_id and role = 'PATIENT'
  where not confirmed and lower(ward) = lower($1) and lower(coalesce(site, '')) = lower(coalesce($2, ''))`

/** One in which somebody lives, or which a team looks after. */
export interface Ward {
  site: string | null
  ward: string
  patientCount: number
  hasTeam: boolean
}

export const maxWards = 500

const knownWards = `(
  select lower(ward) as ward_key, lower(coalesce(site, '')) as site_key, site, ward, patient_id, null::uuid as team_id
  from residences join users on users.id = patient_id and role = 'PATIENT' where ward is not null
  union all
  select lower(ward), lower(coalesce(site, '')), site, ward, null, id from teams where ward is not null
) as known`

/** Takes wards for one that differ in capitals only, as teams and stations do. */
export function listWards(db: Db): Promise<Ward[]> {
  return db.query(
    `select min(site) as site, min(ward) as ward, count(patient_id)::int as "patientCount", count(team_id) > 0 as "hasTeam"
     from ${knownWards} group by site_key, ward_key
     order by min(site) collate natural_order nulls first, min(ward) collate natural_order, site_key, ward_key
     limit ${maxWards}`,
  )
}

export async function isKnownWard(db: Db, { site, ward }: Omit<Place, 'room'>): Promise<boolean> {
  const rows = await db.query(
    `select 1 from ${knownWards} where ward_key = lower($1) and site_key = lower(coalesce($2, '')) limit 1`,
    [ward, site],
  )
  return rows.length > 0
}
