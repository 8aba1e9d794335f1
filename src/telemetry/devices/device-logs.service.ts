import type { Context } from '../../platform/context.ts'
import { createBatcherPerNode } from '../../platform/db/batch-per-node.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Shards } from '../../platform/db/shards.ts'
import {
  countSurplusLogs,
  deleteSurplusLogs,
  insertDeviceLogs,
  type NewDeviceLog,
} from './device-logs.store.ts'

const maxEntriesPerStatement = 100

/**
 * Writes the entries of one event loop iteration together. After an outage every device has an
 * entry with its first reading; one statement each would take twenty times as long as the readings.
 */
export function createDeviceLogWriter(db: Db, shards?: Shards): (entry: NewDeviceLog) => Promise<unknown> {
  const write = createBatcherPerNode(shards, maxEntriesPerStatement, async (entries: NewDeviceLog[]) => {
    await insertDeviceLogs(db, entries)
    return entries
  })
  return (entry) => write(entry.device, entry)
}

/** Deletes the entries of device logs beyond their limit, and returns the number. */
export function cleanUpLogs({ db }: Context, dryRun: boolean): Promise<number> {
  return dryRun ? countSurplusLogs(db) : deleteSurplusLogs(db)
}
