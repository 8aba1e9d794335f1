import { principalOf } from '../../platform/http/access.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { success } from '../../platform/http/envelope.ts'
import { createInFlightRequests } from '../../platform/http/in-flight-requests.ts'
import { maxBatchBytes } from './batch-slots.ts'
import { batchBody, batchResponse, readingBody, readingResponse } from './ingest.schemas.ts'
import type { IngestParts } from './pipeline.ts'
import { receiveBatch, receiveReading } from './receive.ts'

const tags = ['Devices']

/** Rate limited by device instead of address, because the devices of one home share an address. */
const config = {
  access: 'signed-in',
  acceptsDeviceKey: true,
  limit: 'refusedReadings',
  quiet: true,
  errors: [403, 409, 429],
} as const

export function ingestRoutes(app: ApiInstance, parts: IngestParts): void {
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
      return success(await receiveReading(parts, principalOf(request).actor.id, request.body))
    },
  )

  app.post(
    '/device/sensor-stream/batch',
    {
      config,
      bodyLimit: maxBatchBytes,
      async onRequest(request, reply) {
        // Acquired before the body is read.
        const bodyBytes = Number(request.headers['content-length'] ?? maxBatchBytes)
        held.hold(request, reply, await parts.batchSlots.acquire(principalOf(request).actor.id, bodyBytes))
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
      return success(await receiveBatch(parts, principalOf(request).actor.id, request.body))
    },
  )
}
