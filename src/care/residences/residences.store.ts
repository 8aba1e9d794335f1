import { type Place, placeColumns } from '../../accounts/residences/place.ts'
import type { Db } from '../../platform/db/database.ts'

export async function findResidence(db: Db, patientId: string): Promise<Place | undefined> {
  const [place] = await db.query<Place>(`select ${placeColumns} from residences where patient_id = $1`, [
    patientId,
  ])
  return place
}

/** setResidences replaces the places of several patients from a time on. A place of which nothing is known has no row. */
export async function setResidences(
  tx: Db,
  places: readonly (Place & { patientId: string })[],
  from: Date,
): Promise<void> {
  const columns = [
    places.map(({ patientId }) => patientId),
    places.map(({ site }) => site),
    places.map(({ ward }) => ward),
    places.map(({ room }) => room),
  ]
  const given =
    'unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as given (patient_id, site, ward, room)'
  await tx.query(
    `insert into former_residences (patient_id, until, site, ward, room)
     select patient_id, $5, residences.site, residences.ward, residences.room
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
    `insert into residences (patient_id, site, ward, room)
     select * from ${given} where num_nonnulls(site, ward, room) > 0
     on conflict (patient_id) do update set site = excluded.site, ward = excluded.ward, room = excluded.room`,
    columns,
  )
}
