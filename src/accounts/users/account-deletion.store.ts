import type { Db } from '../../platform/db/database.ts'

/** Deletes a user and, by cascade, all their rows. It returns false if there was none. */
export async function deleteUser(db: Db, id: string): Promise<boolean> {
  return (await db.query('delete from users where id = $1 returning id', [id])).length > 0
}

/** Tables that can have very many rows per user, by the column of the user; each has an index on it and the time. */
const manyRows = [
  ['falls', 'user_id'],
  ['alerts', 'caregiver_id'],
  ['messages', 'sender_id'],
  ['messages', 'recipient_id'],
  ['patient_notes', 'patient_id'],
] as const

/** How many rows of each are left to the deletion of the account, and how many are deleted per step before. */
const rowsLeft = 1000
const rowsAtOnce = 500

/**
 * Deletes all but the newest rows of a user who is about to be deleted, in short steps. Deleting
 * 50,000 falls at once took a second, during which alerts, and commits of readings, of other people waited.
 */
export async function deleteOldRowsOfUser(db: Db, id: string): Promise<void> {
  for (const [table, owner] of manyRows) await trimRows(db, table, owner, id)
}

async function trimRows(db: Db, table: string, owner: string, id: string): Promise<void> {
  // As text, because a Date would round the time and miss rows.
  let [last] = await db.query<{ at: string | null }>(
    `select created_at::text as at from ${table} where ${owner} = $1
     order by created_at desc offset ${rowsLeft} limit 1`,
    [id],
  )
  while (last?.at) {
    // From where the previous step ended, because deleted rows are still in the index.
    ;[last] = await db.query<{ at: string | null }>(
      `with doomed as (
         select id from ${table} where ${owner} = $1 and created_at <= $2::timestamptz
         order by created_at desc limit ${rowsAtOnce}
       ), gone as (
         delete from ${table} using doomed where ${table}.id = doomed.id returning created_at
       )
       select min(created_at)::text as at from gone`,
      [id, last.at],
    )
  }
}
