import type { Db } from '../../platform/db/database.ts'
import { unpackTimes } from './packed-columns.ts'
import { listPackedVitals, purgePacked } from './packed-readings.store.ts'
import { lockForPacking } from './packing.store.ts'
import { toMicroseconds } from './reading-table.ts'

/**
 * Returns those of the times at which a device has a packed reading, in milliseconds. No more of its
 * readings are packed until the transaction ends.
 */
export async function lockPackedTimes(tx: Db, device: number, times: readonly Date[]): Promise<Set<number>> {
  await lockForPacking(tx, device)
  const given = new Set(times.map(toMicroseconds))
  const rows = await listPackedVitals(tx, device, [...given])
  const packed = rows.flatMap(({ vitals }) => unpackTimes(vitals))
  return new Set(packed.filter((at) => given.has(at)).map((at) => at / 1000))
}

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

/** Finds the oldest reading that should have been packed; null if there is none. */
export { findUnpackedFrom as findPackingBacklog } from './packing.store.ts'
