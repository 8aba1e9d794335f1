import {
  batteryHistoryMinutes,
  intervalCount,
  maxSilenceDays,
} from '../../alerting/monitoring/silence-evidence.ts'
import { packingLockClass } from '../../platform/db/advisory-locks.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { chunkMs } from './chunk.ts'
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
 * Returns devices after a number that have fresh readings to pack from before a time. The readings from which the
 * silence of a device is judged stay fresh for as long as it is.
 */
function listDueDevices(db: Db, after: number, before: Date, now: Date, limit: number): Promise<DueDevice[]> {
  return db.query(
    `select device, first, kept_from as "keptFrom" from (
       select state.device, first.at as first,
              case when last_seen > $3::timestamptz - interval '${maxSilenceDays} days'
                then coalesce(least(last_seen - interval '${batteryHistoryMinutes} minutes', newest.at), '-infinity')
                else 'infinity' end as kept_from
       from device_states as state
       cross join lateral (select at from readings where device = state.device order by at limit 1) as first
       left join lateral (
         select at from readings where device = state.device and at <= last_seen
         order by at desc offset ${intervalCount} limit 1
       ) as newest on true
       where state.device > $1 and first.at < $2
     ) as due
     where first < date_bin('${chunkMs} milliseconds', kept_from, '1970-01-01T00:00:00Z')
     order by device limit $4`,
    [after, before, now, limit],
  )
}

/**
 * Takes the next devices of the pass over all of them, so that no other process packs them as well. Whoever takes the
 * last ones gets fewer than it asked for. After a pass without any, there is none for `restMs`, and the result is
 * undefined: looking at all devices takes a while, and what became due meanwhile can wait.
 */
export function takeDueDevices(
  db: Database,
  { before, now, limit, restMs }: { before: Date; now: Date; limit: number; restMs: number },
): Promise<DueDevice[] | undefined> {
  return db.transaction(async (tx) => {
    const [pass] = await tx.query<{ lastDevice: number; restsUntil: Date | null }>(
      `select last_device as "lastDevice", rests_until as "restsUntil" from packing_progress for update`,
    )
    const { lastDevice = 0, restsUntil = null } = pass ?? {}
    const restMsLeft = restsUntil ? restsUntil.getTime() - now.getTime() : 0
    // A clock that was ahead must not stop the packing.
    if (restMsLeft > 0 && restMsLeft <= restMs) return undefined
    const due = await listDueDevices(tx, lastDevice, before, now, limit)
    const isOver = due.length < limit
    const isEmpty = lastDevice === 0 && due.length === 0
    await tx.query('update packing_progress set last_device = $1, rests_until = $2', [
      isOver ? 0 : due.at(-1)?.device,
      isEmpty ? new Date(now.getTime() + restMs) : null,
    ])
    return due
  })
}

/** Up to when vital signs are summarised; undefined before the first time. */
export async function findSummarisedTo(db: Db): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>('select summarised_to as at from vital_summary_progress')
  return row?.at
}

/** Stores a reading that a pass has left although it is due, for when the pass is over. */
export async function noteLeft(db: Db, at: Date): Promise<void> {
  await db.query('update packing_progress set left_from = least(left_from, $1)', [at])
}

/** Stores the oldest reading that a pass has left, once its last devices are packed. */
export async function endPass(db: Db): Promise<void> {
  await db.query('update packing_progress set unpacked_from = left_from, left_from = null')
}

/** Returns the oldest reading that should have been packed; null if there is none. */
export async function findUnpackedFrom(db: Db): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>('select unpacked_from as at from packing_progress')
  return row?.at ?? null
}
