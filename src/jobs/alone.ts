import type { Database, Db } from '../db/database.ts'

/** Any fixed number does; the second half of the lock is made from the name. */
const lockSpace = 4_170_004

/**
 * alone does a piece of work while no other process does work of the same name, and answers undefined when one is at
 * it. The lock belongs to a connection that is kept meanwhile, so that it ends with the process that holds it; work
 * during which that connection was lost has failed, because another process may have begun it.
 */
export function alone<T>(
  db: Database,
  name: string,
  work: (session: Db) => Promise<T | undefined>,
): Promise<T | undefined> {
  return db.session(async (session) => {
    if (!(await claim(session, name))) return undefined
    const release = () => session.query('select pg_advisory_unlock_all()')
    try {
      const result = await work(session)
      await release()
      return result
    } catch (error) {
      // A connection that cannot be asked is closed, and its locks are free then.
      await release().catch(() => {})
      throw error
    }
  })
}

/** claim keeps a piece of work for the session until `alone` ends; false when another has it. */
export async function claim(session: Db, name: string): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [lockSpace, name],
  )
  return row?.locked ?? false
}
