import { incidentsChannel } from '../../platform/db/channels.ts'
import type { Db } from '../../platform/db/database.ts'

/** Makes every process look for what is due, once the transaction has been committed. */
export async function wakeEngine(tx: Db): Promise<void> {
  await tx.query(`select pg_notify($1, '')`, [incidentsChannel])
}
