import type { Db } from '../db/database.ts'

export type LogType = 'INFO' | 'WARNING' | 'ERROR'

export interface DeviceLog {
  id: string
  type: LogType
  message: string
  timestamp: Date
}

const mostLogs = 1000

/** insertDeviceLog adds an entry and lets those go that are no longer among the newest 1000 of the device. */
export async function insertDeviceLog(
  db: Db,
  device: number,
  type: LogType,
  message: string,
  at: Date,
): Promise<void> {
  await db.query(
    `with added as (
       insert into device_logs (device, type, message, at)
       select $1, $2, $3, $4 where exists (select from devices where number = $1)
     )
     delete from device_logs where device = $1 and id <= (
       select id from device_logs where device = $1 order by id desc offset ${mostLogs - 1} limit 1
     )`,
    [device, type, message, at],
  )
}

export interface LogQuery {
  type?: LogType | undefined
  limit: number
  offset: number
}

export async function listDeviceLogs(db: Db, device: number, query: LogQuery) {
  const filter = 'where device = $1 and ($2::text is null or type = $2)'
  const values = [device, query.type ?? null]
  const [counted] = await db.query<{ total: number }>(
    `select count(*)::int as total from device_logs ${filter}`,
    values,
  )
  const logs = await db.query<DeviceLog>(
    `select id::text, type, message, at as timestamp from device_logs ${filter} order by device_logs.id desc limit $3 offset $4`,
    [...values, query.limit, query.offset],
  )
  return { logs, total: counted?.total ?? 0 }
}
