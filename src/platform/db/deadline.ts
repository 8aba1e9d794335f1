import type { Database, Db } from './database.ts'

/** Runs `work` in a transaction, each of whose statements PostgreSQL cancels after a time. */
export function withDeadline<T>(
  db: Pick<Database, 'transaction'>,
  deadlineMs: number,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(`select set_config('statement_timeout', $1, true)`, [String(deadlineMs)])
    return work(tx)
  })
}
