import type { Db } from '../../platform/db/database.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { creditAfterMs, waitForCreditMs } from './backfill-credit.ts'
import { type CachedDevice, currentCreditMs } from './cached-device.ts'
import { lockBackfillCredit, setBackfillCredit } from './ingest.store.ts'
import type { IngestParts } from './pipeline.ts'

/** Throws 429 if the credit that this process knows is too small for a batch. */
export function assertCredit(
  { intervalMs }: IngestParts,
  device: CachedDevice,
  costMs: number,
  now: Date,
): void {
  const knownMs = currentCreditMs(device, now.getTime(), intervalMs)
  if (knownMs < costMs) throw tooManyReadings(waitForCreditMs(costMs, knownMs))
}

/** Subtracts the cost of a batch from the device's credit, or throws 429 with the time to wait. */
export async function spendCredit(
  tx: Db,
  { intervalMs }: IngestParts,
  device: CachedDevice,
  costMs: number,
  now: Date,
): Promise<number> {
  const knownMs = currentCreditMs(device, now.getTime(), intervalMs)
  const creditMs = Math.min(knownMs, await storedCreditMs(tx, device, now, intervalMs)) - costMs
  if (creditMs < 0) throw tooManyReadings(waitForCreditMs(costMs, costMs + creditMs))
  await setBackfillCredit(tx, device.number, creditMs, now)
  return creditMs
}

/** The credit in the database, where another process has stored a batch of the device meanwhile. */
async function storedCreditMs(tx: Db, device: CachedDevice, now: Date, intervalMs: number): Promise<number> {
  const { creditMs, at } = await lockBackfillCredit(tx, device.number)
  if (creditMs === null || at === null || at.getTime() <= device.backfilledAt) return Number.POSITIVE_INFINITY
  return creditAfterMs(creditMs, now.getTime() - at.getTime(), intervalMs)
}

/** Limits how many readings all devices of a person may backfill in a day. */
export async function assertQuota(
  { backfillQuota }: IngestParts,
  userId: string,
  readings: number,
): Promise<void> {
  const count = await backfillQuota?.consume(userId, readings)
  if (count && !count.allowed) throw tooManyReadings(count.msBeforeReset)
}

const tooManyReadings = (waitMs: number) =>
  refusal('BACKFILL_TOO_FAST', undefined, {
    retryAfter: Math.ceil(waitMs / 1000),
    extraFields: { retryAfter: Math.max(1, Math.ceil(waitMs)) },
  })
