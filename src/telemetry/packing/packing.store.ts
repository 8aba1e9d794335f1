import {
  batteryHistoryMinutes,
  intervalCount,
  maxSilenceDays,
} from '../../alerting/monitoring/silence-evidence.ts'
import { packingLockClass } from '../../platform/db/advisory-locks.ts'
import type { Db } from '../../platform/db/database.ts'
import { allColumns, freshSql, readFresh } from './fresh-readings.ts'
import { type ReadingTable, toTimestamp } from './reading-table.ts'

/** Keeps the readings of a device where they are until the transaction ends. */
export async function lockForPacking(tx: Db, device: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1, $2)', [packingLockClass, device])
}

/** Does the same for moving them, and keeps the device from being deleted; false if it was. */
export async function lockPacking(tx: Db, device: number): Promise<boolean> {
  const found = await tx.query('select from devices where number = $1 for key share', [device])
  if (found.length > 0) await lockForPacking(tx, device)
  return found.length > 0
}

/** Returns the oldest readings of a chunk that are not packed. */
export async function listFresh(
  db: Db,
  device: number,
  chunk: { from: Date; to: Date },
  limit: number,
): Promise<ReadingTable | undefined> {
  const [row] = await db.query<{ fresh: string | null }>(
    `select ${freshSql(allColumns)} as fresh from (
       select * from readings where device = $1 and at >= $2 and at < $3 order by at limit $4
     ) as fresh`,
    [device, chunk.from, chunk.to, limit],
  )
  return row?.fresh ? readFresh(row.fresh, true) : undefined
}

/** Deletes the readings between two times, inclusive, and returns their number. */
export async function deleteFresh(tx: Db, device: number, first: number, last: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `with deleted as (delete from readings where device = $1 and at between $2 and $3 returning 1)
     select count(*)::int as count from deleted`,
    [device, toTimestamp(first), toTimestamp(last)],
  )
  return row?.count ?? 0
}

export interface DueDevice {
  device: number
  /** Its oldest fresh reading. */
  first: Date
  /** From here on its readings stay fresh; an infinite number if all or none do. */
  keptFrom: Date | number
}

/**
 * Returns devices after a number that have fresh readings before a time. The readings from which the
 * silence of a device is judged stay fresh for as long as it is.
 */
export function listDueDevices(
  db: Db,
  after: number,
  before: Date,
  now: Date,
  limit: number,
): Promise<DueDevice[]> {
  return db.query(
    `select state.device, first.at as first,
            case when last_seen > $3::timestamptz - interval '${maxSilenceDays} days'
              then coalesce(least(last_seen - interval '${batteryHistoryMinutes} minutes', newest.at), '-infinity')
              else 'infinity' end as "keptFrom"
     from device_states as state
     cross join lateral (select at from readings where device = state.device order by at limit 1) as first
     left join lateral (
       select at from readings where device = state.device and at <= last_seen
       order by at desc offset ${intervalCount} limit 1
     ) as newest on true
     where state.device > $1 and first.at < $2
     order by state.device limit $4`,
    [after, before, now, limit],
  )
}

/** Up to when vital signs are summarised; undefined before the first time. */
export async function findSummarisedTo(db: Db): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>('select summarised_to as at from vital_summary_progress')
  return row?.at
}

/** Stores the oldest reading that should have been packed; null if there is none. */
export async function setUnpackedFrom(db: Db, at: Date | null): Promise<void> {
  await db.query(
    `insert into packing_progress (unpacked_from) values ($1)
     on conflict (only_row) do update set unpacked_from = excluded.unpacked_from`,
    [at],
  )
}

/** Returns the same. */
export async function findUnpackedFrom(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>('select unpacked_from as at from packing_progress')
  return row?.at ?? null
}
