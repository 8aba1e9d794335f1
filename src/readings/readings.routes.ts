import type { Context } from '../context.ts'
import { callerOf } from '../http/access.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { noteLook } from '../http/origin.ts'
import { idParams } from '../http/schemas.ts'
import { readingsAnswer, readingsQuery, vitalsAnswer, vitalsQuery } from './readings.schemas.ts'
import { listReadableReadings, readVitals } from './readings.service.ts'

const config = { access: 'signed-in' as const, errors: [403, 404] }

export function readingRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/device/:id/readings',
    {
      config,
      schema: {
        tags: ['Devices'],
        summary: 'The readings of a device, newest first',
        description:
          'From `from` (included) to `to` (excluded). `pagination.next` is the `to` of the next page.',
        params: idParams,
        querystring: readingsQuery,
        response: { 200: readingsAnswer },
      },
    },
    async (request) => {
      const { from, to, limit, samples } = request.query
      const { actor } = callerOf(request)
      const { readings, next, ownerId } = await listReadableReadings(ctx, actor, request.params.id, {
        from,
        to,
        limit,
        withSamples: samples === 'true',
      })
      await noteLook(ctx, request, ownerId)
      return { ...success(readings), pagination: { limit, next } }
    },
  )

  app.get(
    '/patients/:id/vitals',
    {
      config,
      schema: {
        tags: ['Patients'],
        summary: 'Heart rate, oxygen saturation and battery over time, for charts',
        description:
          'The last 24 hours unless `from` and `to` say otherwise, 31 days at most, in spans of `bucket`.',
        params: idParams,
        querystring: vitalsQuery,
        response: { 200: vitalsAnswer },
      },
    },
    async (request) => {
      const vitals = await readVitals(ctx, callerOf(request).actor, request.params.id, request.query)
      await noteLook(ctx, request, request.params.id)
      return success(vitals)
    },
  )
}
