import { incidentsChannel } from '../../platform/db/channels.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'

/** Shows an incident on live streams, and wakes the engine. */
export async function publishChange(
  tx: Db,
  type: 'incident.opened' | 'incident.changed',
  { id, patientId }: { id: string; patientId: string | null },
  at: Date,
): Promise<void> {
  await appendEvent(tx, { type, at, patientId, subjectId: id }, [incidentsChannel])
}

/** Makes every process look for what is due, once the transaction has been committed. */
export async function wakeEngine(tx: Db): Promise<void> {
  await tx.query(`select pg_notify($1, '')`, [incidentsChannel])
}
