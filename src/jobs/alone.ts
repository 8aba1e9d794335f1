import type { Database, Db } from '../db/database.ts'

/** Any fixed number does; the second half of the lock is made from the name. */
const lockSpace = 4_170_004

/**
 * alone does a piece of work while no other process does work of the same name, and answers undefined when one is at
 * it. The lock belongs to a transaction that stays open meanwhile, so that it ends with the process that holds it.
 */
export function alone<T>(
  db: Database,
  name: string,
  work: (tx: Db) => Promise<T | undefined>,
): Promise<T | undefined> {
  return db.transaction(async (tx) => ((await claim(tx, name)) ? work(tx) : undefined))
}

/** claim keeps a piece of work for the transaction until that ends; false when another has it. */
export async function claim(tx: Db, name: string): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    'select pg_try_advisory_xact_lock($1, hashtext($2)) as locked',
    [lockSpace, name],
  )
  return row?.locked ?? false
}
