import type { Db } from '../db/database.ts'
import { type Place, placeColumns } from './place.ts'

export async function findResidence(db: Db, patientId: string): Promise<Place | undefined> {
  const [place] = await db.query<Place>(`select ${placeColumns} from residences where patient_id = $1`, [
    patientId,
  ])
  return place
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
