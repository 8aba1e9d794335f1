import type { Db } from '../../platform/db/database.ts'
import { purgePacked } from './packed-readings.store.ts'

/** Small enough to stay well below the statement timeout, also with samples, of which a row has half a megabyte. */
const batchSize = 50

/** Deletes the packed readings of a device, some rows at a time, and returns their number. */
export async function purgePackedReadings(db: Db, device: number): Promise<number> {
  let removed = 0
  for (const table of ['packed_samples', 'packed_readings'] as const) {
    for (;;) {
      const { rows, readings } = await purgePacked(db, table, device, batchSize)
      if (table === 'packed_readings') removed += readings
      if (rows < batchSize) break
    }
  }
  return removed
}
