import type { Db } from '../../platform/db/database.ts'
import { unpackTimes } from './packed-columns.ts'
import { listPackedVitals } from './packed-readings.store.ts'
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
