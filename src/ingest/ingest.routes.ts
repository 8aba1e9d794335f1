import { callerOf } from '../http/access.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { normalizeMac } from '../lib/mac.ts'
import { ingestBatch } from './batch.ts'
import { batchAnswer, batchBody, readingAnswer, readingBody, toReading } from './ingest.schemas.ts'
import { type IngestParts, ingestReading } from './pipeline.ts'

const tags = ['Devices']

/** Paced by device, not by address: the devices of one home share one. */
const config = {
  access: 'signed-in',
  acceptsDeviceKey: true,
  limit: 'refused',
  quiet: true,
  errors: [403, 409, 429],
} as const

export function ingestRoutes(app: ApiInstance, parts: IngestParts): void {
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
      bodyLimit: 1024 * 1024,
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
