import { callerOf } from '../http/access.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { holdPlace } from '../http/guards.ts'
import { tooMany } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import { normalizeMac } from '../lib/mac.ts'
import { ingestBatch } from './batch.ts'
import { batchAnswer, batchBody, readingAnswer, readingBody, toReading } from './ingest.schemas.ts'
import { type IngestParts, ingestReading } from './pipeline.ts'

const tags = ['Devices']
const megabyte = 1024 * 1024

/** Paced by device, not by address: the devices of one home share one. */
const config = {
  access: 'signed-in',
  acceptsDeviceKey: true,
  limit: 'refusedReadings',
  quiet: true,
  errors: [403, 409, 429],
} as const

/** A megabyte takes some 30 ms of the event loop to read and to store: so many of those a second leave it to others. */
const holdMsPerMegabyte = 400

export function ingestRoutes(app: ApiInstance, parts: IngestParts): void {
  // One batch of an account at a time, from before its body is read.
  const batches = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 256,
    maxQueuedPerKey: 20,
    refuse: () => tooMany('Too many batches are waiting'),
  })

  app.post(
    '/device/sensor-stream',
    {
      config,
      schema: {
        tags,
        summary: 'Send a reading; the first one registers the device',
        body: readingBody,
        response: { 200: readingAnswer },
      },
    },
    async (request) => {
      const { body } = request
      const { actor } = callerOf(request)
      const answer = await ingestReading(parts, actor.id, normalizeMac(body.device_id), toReading(body))
      parts.ctx.metrics.readingsAccepted('stream', 1)
      return success(answer)
    },
  )

  app.post(
    '/device/sensor-stream/batch',
    {
      config,
      bodyLimit: megabyte,
      async onRequest(request, reply) {
        const length = Number(request.headers['content-length'] ?? megabyte)
        const holdMs = (Math.min(length, megabyte) / megabyte) * holdMsPerMegabyte
        holdPlace(reply, await batches.acquire(callerOf(request).actor.id, holdMs))
      },
      schema: {
        tags,
        summary: 'Send readings that were gathered out of reach',
        description:
          'Each with its own `client_timestamp`, at most 7 days old. Sent twice, a reading is stored once.',
        body: batchBody,
        response: { 200: batchAnswer },
      },
    },
    async (request) => {
      const answer = await ingestBatch(parts, callerOf(request).actor.id, request.body)
      parts.ctx.metrics.readingsAccepted('batch', answer.stored)
      return success(answer)
    },
  )
}
