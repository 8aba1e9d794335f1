import { msPerHour } from '../../platform/lib/duration.ts'
import { normalizeMac } from '../../platform/lib/mac.ts'
import { ingestBatch } from './batch.ts'
import { type BatchBody, type ReadingBody, toReading } from './ingest.schemas.ts'
import { isReadingStored } from './ingest.store.ts'
import { type IngestParts, ingestReading } from './pipeline.ts'

/** Takes a validated reading from any transport; what it returns is true after the commit. */
export async function receiveReading(parts: IngestParts, userId: string, body: ReadingBody) {
  const answer = await ingestReading(parts, userId, normalizeMac(body.device_id), toReading(body))
  parts.ctx.metrics.readingsAccepted('stream', 1)
  return answer
}

/** Does the same for a batch. */
export async function receiveBatch(parts: IngestParts, userId: string, body: BatchBody) {
  const answer = await ingestBatch(parts, userId, body)
  parts.ctx.metrics.readingsAccepted('batch', answer.stored)
  return answer
}

/** A transport that repeats what was not acknowledged does so when it connects again. */
const maxRepetitionMs = msPerHour

/**
 * True for a reading that is stored already: a transport that repeats what was not acknowledged cannot tell
 * whether the reading or its acknowledgement was lost.
 */
export async function wasReceived(parts: IngestParts, userId: string, body: ReadingBody): Promise<boolean> {
  const { ctx, devices } = parts
  const now = ctx.now()
  const { number, uptimeMs } = await devices.findOrRegister(userId, normalizeMac(body.device_id), now)
  // The clock of a device goes on, so that a reading after the last one is new.
  if (uptimeMs !== null && body.uptime_ms > uptimeMs) return false
  return isReadingStored(ctx.db, number, toReading(body), new Date(now.getTime() - maxRepetitionMs))
}
