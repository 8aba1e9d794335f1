import { jobLockClass } from '../../platform/db/advisory-locks.ts'
import type { Database, Db } from '../../platform/db/database.ts'

/**
 * Runs `work` while no other process holds the lock of the same name, and returns undefined if one does. The
 * lock belongs to a connection, so that it ends with the process that holds it; work during which that connection was
 * lost has failed, because another process may have started it.
 */
export function withJobLock<T>(
  db: Database,
  name: string,
  work: (session: Db) => Promise<T | undefined>,
): Promise<T | undefined> {
  return db.session(async (session) => {
    if (!(await acquireJobLock(session, name))) return undefined
    const release = () => session.query('select pg_advisory_unlock_all()')
    try {
      const result = await work(session)
      await release()
      return result
    } catch (error) {
      // If this fails, the connection is closed, which releases its locks.
      await release().catch(() => {})
      throw error
    }
  })
}

/** Acquires another lock for the session until withJobLock ends; false if another process holds it. */
export async function acquireJobLock(session: Db, name: string): Promise<boolean> {
  const [row] = await session.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as locked',
    [jobLockClass, name],
  )
  return row?.locked ?? false
}
