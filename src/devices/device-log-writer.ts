import type { Db } from '../db/database.ts'
import { gather } from '../lib/gather.ts'
import { insertDeviceLogs, type NewDeviceLog } from './device-logs.store.ts'

const maxEntriesPerStatement = 100

/**
 * createDeviceLogWriter writes the entries of one round of the event loop together. After an outage every device has
 * something to log with its first reading; one statement each would take twenty times what the readings take.
 */
export function createDeviceLogWriter(db: Db): (entry: NewDeviceLog) => Promise<unknown> {
  return gather(maxEntriesPerStatement, async (entries: NewDeviceLog[]) => {
    await insertDeviceLogs(db, entries)
    return entries
  })
}
