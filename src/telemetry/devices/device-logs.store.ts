import type { Db } from '../../platform/db/database.ts'

export type LogType = 'INFO' | 'WARNING' | 'ERROR'

export interface DeviceLog {
  id: string
  type: LogType
  message: string
  timestamp: Date
}

const maxLogs = 1000

export interface NewDeviceLog {
  device: number
  type: LogType
  message: string
  at: Date
}

export const insertDeviceLog = (db: Db, device: number, type: LogType, message: string, at: Date) =>
  insertDeviceLogs(db, [{ device, type, message, at }])

/**
 * Adds entries and deletes those beyond the newest 1000 of their device. It uses two statements: the
 * second one sees concurrent entries, so that the last of several leaves no more than that.
 */
export async function insertDeviceLogs(db: Db, entries: NewDeviceLog[]): Promise<void> {
  await insertEntries(db, entries)
  if (db.isDistributed) return deleteSurplusOf(db, new Set(entries.map(({ device }) => device)))
  await db.query(
    `delete from device_logs using unnest($1::int[]) as given (device), lateral (
       select id from device_logs where device = given.device order by id desc offset ${maxLogs} limit 1
     ) as surplus
     where device_logs.device = given.device and device_logs.id <= surplus.id`,
    [entries.map(({ device }) => device)],
  )
}

/** The same, a device at a time: Citus sends a statement with a limit to one shard only. */
async function deleteSurplusOf(db: Db, devices: ReadonlySet<number>): Promise<void> {
  for (const device of devices) {
    await db.query(
      `delete from device_logs where device = $1 and id <= (
         select id from device_logs where device = $1 order by id desc offset ${maxLogs} limit 1
       )`,
      [device],
    )
  }
}

/** For a new device, which has no older entries to delete. */
export const insertFirstLog = (db: Db, device: number, type: LogType, message: string, at: Date) =>
  insertEntries(db, [{ device, type, message, at }])

/** Skips devices that do not exist any more. */
async function insertEntries(db: Db, entries: NewDeviceLog[]): Promise<void> {
  await db.query(
    `insert into device_logs (device, type, message, at)
     select devices.number, given.type, given.message, given.at
     from unnest($1::int[], $2::text[], $3::text[], $4::timestamptz[]) with ordinality
       as given (device, type, message, at, place)
     join devices on devices.number = given.device
     order by devices.number, given.place
     for key share of devices`,
    [
      entries.map(({ device }) => device),
      entries.map(({ type }) => type),
      entries.map(({ message }) => message),
      entries.map(({ at }) => at),
    ],
  )
}

/** Deletes the log of a device that was deleted. */
export async function deleteLogsOf(db: Db, device: number): Promise<void> {
  await db.query('delete from device_logs where device = $1', [device])
}

/** The entries beyond the limit; there are some only after a process was interrupted. */
const surplusLogs = `
  select device, id from (
    select device, id, row_number() over (partition by device order by id desc) as place from device_logs
  ) as placed where place > ${maxLogs}`

export async function countSurplusLogs(db: Db): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (${surplusLogs}) as surplus`,
  )
  return row?.count ?? 0
}

export async function deleteSurplusLogs(db: Db): Promise<number> {
  return (
    await db.query(`delete from device_logs using (${surplusLogs}) as surplus
       where device_logs.device = surplus.device and device_logs.id = surplus.id returning surplus.id`)
  ).length
}

export interface LogQuery {
  type?: LogType | undefined
  order: 'asc' | 'desc'
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
    `select id::text, type, message, at as timestamp from device_logs ${filter}
     order by device_logs.id ${query.order} limit $3 offset $4`,
    [...values, query.limit, query.offset],
  )
  return { logs, total: counted?.total ?? 0 }
}
