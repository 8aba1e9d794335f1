import type { Db } from '../db/database.ts'

export async function upsertDisconnection(db: Db, device: number, at: Date): Promise<void> {
  await db.query(
    `insert into device_disconnections (device, at) select number, $2 from devices where number = $1
     on conflict (device) do update set at = excluded.at`,
    [device, at],
  )
}

export async function deleteDisconnection(db: Db, device: number): Promise<void> {
  await db.query('delete from device_disconnections where device = $1', [device])
}
