import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import {
  countFallRequests,
  deleteFallRequests,
  type FallRequest,
  findOrInsertFallRequest,
} from './fall-requests.store.ts'

/** A report with the same idempotency key within this time is a repetition. */
const idempotencyWindowMs = msPerDay

const windowStart = (now: Date) => new Date(now.getTime() - idempotencyWindowMs)

/**
 * Returns undefined for a new report, and the id of its fall for a repetition; it throws 409 if the
 * key was used for another report.
 */
export async function claimIdempotencyKey(
  tx: Db,
  request: Omit<FallRequest, 'hash'>,
  report: object,
): Promise<string | undefined> {
  const hash = createHash('sha256').update(JSON.stringify(report)).digest()
  const earlier = await findOrInsertFallRequest(tx, { ...request, hash }, windowStart(request.at))
  if (earlier && !hash.equals(earlier.hash)) throw refusal('IDEMPOTENCY_KEY_REUSED')
  return earlier?.fallId
}

/** Deletes expired idempotency keys, and returns their number. */
export function cleanUpFallRequests(ctx: Context, dryRun: boolean): Promise<number> {
  return (dryRun ? countFallRequests : deleteFallRequests)(ctx.db, windowStart(ctx.now()))
}
