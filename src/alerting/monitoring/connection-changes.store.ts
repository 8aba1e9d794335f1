import type { Db } from '../../platform/db/database.ts'
import { silentColumns, silentDevices } from './silence.store.ts'
import type { SilentDevice } from './silent-devices.store.ts'

/** Returns the number of changes of the device after a time, this one included. */
export async function insertConnectionChange(
  tx: Db,
  device: number,
  at: Date,
  countedAfter: Date,
): Promise<number> {
  await tx.query('insert into connection_changes (device, at) values ($1, $2)', [device, at])
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from connection_changes where device = $1 and at > $2',
    [device, countedAfter],
  )
  return row?.count ?? 0
}

export async function deleteConnectionChanges(db: Db, before: Date): Promise<void> {
  await db.query('delete from connection_changes where at <= $1', [before])
}

/** Keeps the alarm of a device, whether it sends now or not. */
export async function markUnstable(tx: Db, device: number, sending: boolean): Promise<void> {
  await tx.query(
    `update device_alarms set unstable = true, sending = $2, urgent = urgent and not $2
     where device = $1 and alarm = 'DEVICE_SILENT'`,
    [device, sending],
  )
}

/** Returns the unstable devices without a change after a time. */
export async function listCalmConnections(db: Db, since: Date): Promise<SilentDevice[]> {
  return db.query(
    `select ${silentColumns} from ${silentDevices}
     where unstable and not exists (
       select from connection_changes as change where change.device = alarm.device and change.at > $1
     )`,
    [since],
  )
}

/**
 * Ends the unstable connection of a device, whose alarm then ends, too, if it sends; undefined if there
 * was a change meanwhile.
 */
export async function endInstability(
  tx: Db,
  device: number,
  since: Date,
): Promise<{ sending: boolean } | undefined> {
  const [row] = await tx.query<{ sending: boolean }>(
    `update device_alarms as alarm set unstable = false
     where device = $1 and alarm = 'DEVICE_SILENT' and unstable and not exists (
       select from connection_changes as change where change.device = alarm.device and change.at > $2
     )
     returning sending`,
    [device, since],
  )
  return row
}
