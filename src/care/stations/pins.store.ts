import type { Db } from '../../platform/db/database.ts'

export async function upsertPin(tx: Db, userId: string, pinHash: string, at: Date): Promise<void> {
  await tx.query(
    `insert into caregiver_pins (user_id, pin_hash, updated_at) values ($1, $2, $3)
     on conflict (user_id) do update set pin_hash = excluded.pin_hash, updated_at = excluded.updated_at`,
    [userId, pinHash, at],
  )
}

export async function findPin(
  db: Db,
  userId: string,
): Promise<{ pinHash: string; updatedAt: Date } | undefined> {
  const [pin] = await db.query<{ pinHash: string; updatedAt: Date }>(
    'select pin_hash as "pinHash", updated_at as "updatedAt" from caregiver_pins where user_id = $1',
    [userId],
  )
  return pin
}

export interface PinAttempts {
  /** Since the last right PIN, this one included. */
  attempts: number
  /** When the last attempt was counted that was within the limit. */
  countedAt: Date
}

interface PinLimit {
  max: number
  now: Date
  /** Attempts up to then are forgotten. */
  since: Date
}

/**
 * Counts an attempt before its PIN is compared, so that concurrent ones cannot exceed the limit. Those beyond
 * it do not prolong the time.
 */
export async function countAttempt(
  db: Db,
  stationId: string,
  caregiverId: string,
  { max, now, since }: PinLimit,
): Promise<PinAttempts> {
  const [counted] = await db.query<PinAttempts>(
    `insert into station_pin_attempts as known (station_id, caregiver_id, attempts, counted_at) values ($1, $2, 1, $3)
     on conflict (station_id, caregiver_id) do update set
       attempts = case when known.counted_at <= $4 then 1 else known.attempts + 1 end,
       counted_at = case when known.counted_at <= $4 or known.attempts < $5 then $3 else known.counted_at end
     returning attempts, counted_at as "countedAt"`,
    [stationId, caregiverId, now, since, max],
  )
  return counted ?? { attempts: 1, countedAt: now }
}

export async function deleteAttempts(db: Db, stationId: string, caregiverId: string): Promise<void> {
  await db.query('delete from station_pin_attempts where station_id = $1 and caregiver_id = $2', [
    stationId,
    caregiverId,
  ])
}
