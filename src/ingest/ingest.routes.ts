import { principalOf } from '../http/access.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { createInFlightRequests } from '../http/in-flight-requests.ts'
import { tooMany } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import { normalizeMac } from '../lib/mac.ts'
import { ingestBatch } from './batch.ts'
import { batchBody, batchResponse, readingBody, readingResponse, toReading } from './ingest.schemas.ts'
import { type IngestParts, ingestReading } from './pipeline.ts'

const tags = ['Devices']
const maxBodyBytes = 1024 * 1024

/** Rate limited by device instead of address, because the devices of one home share an address. */
const config = {
  access: 'signed-in',
  acceptsDeviceKey: true,
  limit: 'refusedReadings',
  quiet: true,
  errors: [403, 409, 429],
} as const

/** A megabyte takes some 30 ms of the event loop to read and store; this hold time leaves most of it to others. */
const holdMsPerMegabyte = 400

export function ingestRoutes(app: ApiInstance, parts: IngestParts): void {
  // One batch per account at a time, acquired before its body is read.
  const batches = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 256,
    maxQueuedPerKey: 20,
    refuse: () => tooMany('Too many batches are waiting'),
  })
  const held = createInFlightRequests()

  app.post(
    '/device/sensor-stream',
    {
      config,
      schema: {
        tags,
        operationId: 'sendReading',
        summary: 'Send a reading; the first one registers the device',
        body: readingBody,
        response: { 200: readingResponse },
      },
    },
    async (request) => {
      const { body } = request
      const { actor } = principalOf(request)
      const answer = await ingestReading(parts, actor.id, normalizeMac(body.device_id), toReading(body))
      parts.ctx.metrics.readingsAccepted('stream', 1)
      return success(answer)
    },
  )

  app.post(
    '/device/sensor-stream/batch',
    {
      config,
      bodyLimit: maxBodyBytes,
      async onRequest(request, reply) {
        const bodyBytes = Number(request.headers['content-length'] ?? maxBodyBytes)
        const holdMs = (Math.min(bodyBytes, maxBodyBytes) / maxBodyBytes) * holdMsPerMegabyte
        held.hold(request, reply, await batches.acquire(principalOf(request).actor.id, holdMs))
      },
      preHandler: held.start,
      onSend: held.end,
      schema: {
        tags,
        operationId: 'sendReadingBatch',
        summary: 'Send readings that were collected while offline',
        description:
          'Each reading has a `client_timestamp`, which is at most 7 days old. A reading that is sent again is not stored again.',
        body: batchBody,
        response: { 200: batchResponse },
      },
    },
    async (request) => {
      const answer = await ingestBatch(parts, principalOf(request).actor.id, request.body)
      parts.ctx.metrics.readingsAccepted('batch', answer.stored)
      return success(answer)
    },
  )
}
