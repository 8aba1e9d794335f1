import type { Db } from '../../platform/db/database.ts'

export interface Watch {
  /** When the service looked before; null at the first time. */
  previousLook: Date | null
  /** Since when it looks without a gap. */
  watchedFrom: Date
}

/** Stores that the service looks for silent devices now; undefined, and nothing stored, after a gap. */
export async function continueWatch(db: Db, now: Date, maxGapMs: number): Promise<Watch | undefined> {
  const [watch] = await db.query<Watch>(
    `update device_watch set last_look = $1 where last_look > $2
     returning last_look as "previousLook", watched_from as "watchedFrom"`,
    [now, new Date(now.getTime() - maxGapMs)],
  )
  return watch
}

/** Does the same after a gap, with which watching begins anew, and at the first time. */
export async function startWatch(tx: Db, now: Date): Promise<Watch> {
  const [row] = await tx.query<Watch>(
    `with before as (select last_look from device_watch)
     insert into device_watch (last_look, watched_from) values ($1, 'epoch')
     on conflict (only_row) do update set last_look = excluded.last_look, watched_from = excluded.last_look
     returning (select last_look from before) as "previousLook", watched_from as "watchedFrom"`,
    [now],
  )
  return row ?? { previousLook: null, watchedFrom: now }
}

/** Returns since when the service looks without a gap. */
export async function findWatchedFrom(db: Db): Promise<Date> {
  const [row] = await db.query<{ watchedFrom: Date }>(
    'select watched_from as "watchedFrom" from device_watch',
  )
  return row?.watchedFrom ?? new Date(0)
}
