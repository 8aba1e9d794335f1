import type { Db } from '../db/database.ts'
import { type Place, placeColumns } from './place.ts'

export async function findResidence(db: Db, patientId: string): Promise<Place | undefined> {
  const [place] = await db.query<Place>(`select ${placeColumns} from residences where patient_id = $1`, [
    patientId,
  ])
  return place
}

/** setResidences replaces the places of several patients, of each of which something is known. */
export async function setResidences(
  tx: Db,
  places: readonly (Place & { patientId: string })[],
): Promise<void> {
  await tx.query(
    `insert into residences (patient_id, site, ward, room)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
     on conflict (patient_id) do update set site = excluded.site, ward = excluded.ward, room = excluded.room`,
    [
      places.map(({ patientId }) => patientId),
      places.map(({ site }) => site),
      places.map(({ ward }) => ward),
      places.map(({ room }) => room),
    ],
  )
}

/** setResidence replaces the place of a patient; a place of which nothing is known has no row. */
export async function setResidence(tx: Db, patientId: string, place: Place): Promise<void> {
  const { site, ward, room } = place
  if (site === null && ward === null && room === null) {
    await tx.query('delete from residences where patient_id = $1', [patientId])
    return
  }
  await tx.query(
    `insert into residences (patient_id, site, ward, room) values ($1, $2, $3, $4)
     on conflict (patient_id) do update set site = excluded.site, ward = excluded.ward, room = excluded.room`,
    [patientId, site, ward, room],
  )
}
