import type { Db } from '../../platform/db/database.ts'
import { type ReadingRow, rowsOf } from '../packing/reading-row.ts'
import { toMicroseconds } from '../packing/reading-table.ts'
import { readStoredReadings } from '../packing/stored-readings.ts'

export interface ReadingQuery {
  from: Date
  /** Exclusive, so that the oldest time of one page is where the next one begins. */
  before: Date
  limit: number
  withSamples: boolean
}

/** Returns the readings of a device between two times, newest first. */
export async function listReadings(
  db: Db,
  device: number,
  { from, before, limit, withSamples }: ReadingQuery,
): Promise<ReadingRow[]> {
  const span = { from: toMicroseconds(from), before: toMicroseconds(before), limit, withSamples }
  return rowsOf(await readStoredReadings(db, device, { ...span, order: 'desc' })).reverse()
}

/** Returns the devices of a person. */
export async function listDeviceNumbers(db: Db, userId: string): Promise<number[]> {
  const rows = await db.query<{ number: number }>(
    'select number from devices where user_id = $1',
    [userId],
    'list-device-numbers',
  )
  return rows.map(({ number }) => number)
}
