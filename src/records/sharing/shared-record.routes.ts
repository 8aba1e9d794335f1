import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { outsideReaderOf } from '../../platform/http/access.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { anyCallerOf } from '../../platform/http/caller.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { sayVocabulary } from '../../platform/http/vocabulary-header.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { tooMany } from '../../platform/lib/errors.ts'
import { seriesQuery, seriesResponse } from '../../telemetry/readings/vital-series.schemas.ts'
import { readSharedSeries } from '../../telemetry/readings/vital-series.service.ts'
import { patientReportQuery, patientReportSchema } from '../reports/reports.schemas.ts'
import { reportOf } from '../reports/reports.service.ts'
import { auditUse, listSharedFalls, openShare, readSharedRecord } from './outside-readers.service.ts'
import * as schemas from './sharing.schemas.ts'

const tags = ['Sharing']
const config = { access: 'outside-reader' as const, errors: [403] }

/** The routes for somebody without an account who has opened a link; nothing else is open to them. */
export function sharedRecordRoutes(app: ApiInstance, ctx: Context): void {
  // Requests of an account wait for each other; an outside reader has none.
  const reads = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueued: 50,
    refuse: () => tooMany('SHARED_RECORDS_BUSY'),
  })
  const audited = (request: FastifyRequest) =>
    auditUse(
      ctx,
      anyCallerOf(request),
      outsideReaderOf(request),
      `${request.method} ${request.routeOptions.url}`,
    )

  app.post(
    '/shared/access',
    {
      config: { access: 'public', errors: [401] },
      schema: {
        tags,
        operationId: 'openSharedRecord',
        summary: 'Open a link to the record of a patient with its code, for half an hour',
        description:
          'A wrong code, and a link that was invented, has expired, was revoked or is locked, all get the same 401.',
        body: schemas.openBody,
        response: { 200: schemas.openedResponse },
      },
    },
    async (request) => success(await reads.run(() => openShare(ctx, anyCallerOf(request), request.body))),
  )

  app.get(
    '/shared/patient',
    {
      config,
      schema: {
        tags,
        operationId: 'getSharedRecord',
        summary: 'Get whose record was opened, and until when it can be',
        response: { 200: schemas.sharedRecordResponse },
      },
    },
    async (request, reply) => {
      const record = await readSharedRecord(ctx, outsideReaderOf(request))
      await audited(request)
      await sayVocabulary(ctx, reply)
      return success(record)
    },
  )

  app.get(
    '/shared/falls',
    {
      config,
      schema: {
        tags,
        operationId: 'listSharedFalls',
        summary: 'List the falls of the last 90 days in an opened record, newest first',
        response: { 200: schemas.sharedFallsResponse },
      },
    },
    async (request) => {
      const falls = await reads.run(() => listSharedFalls(ctx, outsideReaderOf(request)))
      await audited(request)
      return success(falls)
    },
  )

  app.get(
    '/shared/vitals/series',
    {
      config,
      schema: {
        tags,
        operationId: 'getSharedVitalSeries',
        summary: 'Get heart rate and oxygen saturation in an opened record, thinned for a chart',
        querystring: seriesQuery,
        response: { 200: seriesResponse },
      },
    },
    async (request) => {
      const { patientId } = outsideReaderOf(request)
      const series = await reads.run(() => readSharedSeries(ctx, patientId, request.query))
      await audited(request)
      return success(series)
    },
  )

  app.get(
    '/shared/report',
    {
      config,
      schema: {
        tags,
        operationId: 'getSharedReport',
        summary: 'Get the report of a month in an opened record',
        querystring: patientReportQuery.pick({ month: true }),
        response: { 200: responseSchema('The month of the patient', patientReportSchema) },
      },
    },
    async (request) => {
      const { patientId } = outsideReaderOf(request)
      const report = await reads.run(() => reportOf(ctx, patientId, request.query.month))
      await audited(request)
      return success(report)
    },
  )
}
