import type { Db } from '../../platform/db/database.ts'

/** A report with an idempotency key, by which a repetition is recognized. */
export interface FallRequest {
  userId: string
  key: string
  hash: Buffer
  fallId: string
  at: Date
}

/**
 * Inserts the request, or returns the one that has the key. Of concurrent calls one inserts it,
 * and the others wait for its transaction.
 */
export async function findOrInsertFallRequest(
  tx: Db,
  request: FallRequest,
  forgottenBefore: Date,
): Promise<{ fallId: string; hash: Buffer } | undefined> {
  const { userId, key, hash, fallId, at } = request
  const claimed = await tx.query(
    `insert into fall_requests (user_id, key, request_hash, fall_id, created_at) values ($1, $2, $3, $4, $5)
     on conflict (user_id, key) do update
       set request_hash = excluded.request_hash, fall_id = excluded.fall_id, created_at = excluded.created_at
       where fall_requests.created_at < $6
     returning key`,
    [userId, key, hash, fallId, at, forgottenBefore],
  )
  if (claimed.length > 0) return undefined
  const [earlier] = await tx.query<{ fallId: string; hash: Buffer }>(
    'select fall_id as "fallId", request_hash as hash from fall_requests where user_id = $1 and key = $2',
    [userId, key],
  )
  return earlier
}

export async function deleteFallRequests(db: Db, olderThan: Date): Promise<number> {
  const rows = await db.query('delete from fall_requests where created_at < $1 returning key', [olderThan])
  return rows.length
}

export async function countFallRequests(db: Db, olderThan: Date): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from fall_requests where created_at < $1',
    [olderThan],
  )
  return row?.count ?? 0
}
