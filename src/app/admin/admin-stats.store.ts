import type { Db } from '../../platform/db/database.ts'

export async function countUsers(db: Db): Promise<number> {
  return count(db, 'users')
}

export async function countAssignments(db: Db): Promise<number> {
  return count(db, 'assignments')
}

/** Counts devices that have sent since a time and are not disabled. */
export async function countActiveDevices(db: Db, since: Date): Promise<number> {
  const seenDevices = 'device_states as state where state.last_seen > $1'
  const disabled = '(select number from devices where disabled)'
  return count(db, `${seenDevices} and state.device not in ${disabled}`, [since])
}

async function count(db: Db, what: string, values: unknown[] = []): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::int as count from ${what}`, values)
  return row?.count ?? 0
}
