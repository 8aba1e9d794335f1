import type { Db } from '../../platform/db/database.ts'

/** Needed as well: the server groups falls by local time, with a list of its own. */
export async function isTimeZoneOfDatabase(db: Db, name: string): Promise<boolean> {
  return (await db.query('select 1 from pg_timezone_names where name = $1', [name])).length > 0
}
