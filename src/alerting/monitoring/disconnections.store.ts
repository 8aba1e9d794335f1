import type { Db } from '../../platform/db/database.ts'

type Statuses = readonly (readonly [device: number, status: { isOnline: boolean; at: Date }])[]

/** Keeps the devices that are not online, with when they went. */
export async function saveStatuses(db: Db, statuses: Statuses): Promise<void> {
  const online = statuses.filter(([, { isOnline }]) => isOnline).map(([device]) => device)
  const offline = statuses.filter(([, { isOnline }]) => !isOnline)
  if (online.length > 0)
    await db.query('delete from device_disconnections where device = any($1::int[])', [online])
  if (offline.length > 0)
    await db.query(
      `insert into device_disconnections (device, at)
       select number, given.at from unnest($1::int[], $2::timestamptz[]) as given (device, at)
       join devices on number = given.device order by number
       on conflict (device) do update set at = excluded.at`,
      [offline.map(([device]) => device), offline.map(([, { at }]) => at)],
    )
}
