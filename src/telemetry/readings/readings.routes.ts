import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { tooMany } from '../../platform/lib/errors.ts'
import { readingsQuery, readingsResponse, vitalsQuery, vitalsResponse } from './readings.schemas.ts'
import { listReadableReadings, readVitals } from './readings.service.ts'
import { seriesQuery, seriesResponse } from './vital-series.schemas.ts'
import { readSeries } from './vital-series.service.ts'

const config = { access: 'signed-in' as const, errors: [403, 404] }

export function readingRoutes(app: ApiInstance, ctx: Context): void {
  // A chart of a month of fresh readings takes up to a second, and unpacking one keeps the processor busy: most of the
  // connections for requests are kept free.
  const history = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueued: 100,
    refuse: () => tooMany('READING_LOOKUPS_BUSY'),
  })

  app.get(
    '/device/:id/readings',
    {
      config,
      schema: {
        tags: ['Devices'],
        operationId: 'listDeviceReadings',
        summary: 'List the readings of a device, newest first',
        description:
          'The time range includes `from` and excludes `to`. Pass `pagination.next` as `to` to get the next page.',
        params: idParams,
        querystring: readingsQuery,
        response: { 200: readingsResponse },
      },
    },
    async (request) => {
      const { from, to, limit, samples: withSamples } = request.query
      const caller = callerOf(request)
      const asked = { from, to, limit, withSamples }
      const { readings, next, ownerId } = await history.run(() =>
        listReadableReadings(ctx, caller, request.params.id, asked),
      )
      await auditRead(ctx, request, ownerId)
      return { ...success(readings), pagination: { limit, next } }
    },
  )

  app.get(
    '/patients/:id/vitals',
    {
      config,
      schema: {
        tags: ['Patients'],
        operationId: 'getPatientVitals',
        summary: 'Get heart rate, oxygen saturation and battery level over time, for charts',
        description:
          'The default is the last 24 hours; `from` and `to` select another time range of at most 31 days. `bucket` is the length of each time span, such as `5m` or `1h`.',
        params: idParams,
        querystring: vitalsQuery,
        response: { 200: vitalsResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const vitals = await history.run(() => readVitals(ctx, caller, request.params.id, request.query))
      await auditRead(ctx, request, request.params.id)
      return success(vitals)
    },
  )

  app.get(
    '/patients/:id/vitals/series',
    {
      config,
      schema: {
        tags: ['Patients'],
        operationId: 'getPatientVitalSeries',
        summary: 'Get heart rate and oxygen saturation of up to 90 days, thinned for a chart',
        description:
          'The default is the last 24 hours. Each point stands for `bucketSeconds`, of which it has the least, the greatest and the mean value; where nothing was measured there is no point. `from` is moved back to where its point begins.',
        params: idParams,
        querystring: seriesQuery,
        response: { 200: seriesResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const series = await history.run(() => readSeries(ctx, caller, request.params.id, request.query))
      await auditRead(ctx, request, request.params.id)
      return success(series)
    },
  )
}
