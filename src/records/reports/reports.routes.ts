import type { FastifyReply } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags as adminTags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { tooMany } from '../../platform/lib/errors.ts'
import { csvOfHomeReport, csvOfPatientReport } from './report-csv.ts'
import * as schemas from './reports.schemas.ts'
import { readHomeReport, readPatientReport } from './reports.service.ts'

const description =
  'Falls from POTENTIAL on with their outcomes, response times of falls and calls for help, false alarms, and the share of hours in ' +
  'which devices have sent. The month begins and ends in the time zone of the installation.'

export function reportRoutes(app: ApiInstance, ctx: Context): void {
  // A report of 1,000 patients takes several seconds of a processor.
  const reports = createConcurrencyLimiter({
    maxConcurrent: 2,
    maxQueued: 20,
    refuse: () => tooMany('REPORTS_BUSY'),
  })

  app.get(
    '/patients/:id/report',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags: ['Patients'],
        operationId: 'getPatientReport',
        summary: 'Get the month of a patient: falls, response times, false alarms and uptime',
        description,
        params: idParams,
        querystring: schemas.patientReportQuery,
        response: { 200: schemas.patientReportResponse },
      },
    },
    async (request, reply) => {
      const { params, query } = request
      const caller = callerOf(request)
      const report = await reports.run(() => readPatientReport(ctx, caller, params.id, query.month))
      await auditRead(ctx, request, params.id)
      if (query.format === 'json') return success(report)
      return sendCsv(reply, `report-${query.month}`, csvOfPatientReport(report))
    },
  )

  app.get(
    '/admin/report',
    {
      config: adminOnly(),
      schema: {
        tags: adminTags,
        operationId: 'getHomeReport',
        summary: 'Get the month of all patients, or of those of a site or a ward',
        description: `${description} At most 1,000 patients.`,
        querystring: schemas.homeReportQuery,
        response: { 200: schemas.homeReportResponse },
      },
    },
    async (request, reply) => {
      const { month, format, site, ward } = request.query
      await auditRead(ctx, request)
      const report = await reports.run(() => readHomeReport(ctx, month, { site, ward }))
      if (format === 'json') return success(report)
      return sendCsv(reply, `report-${month}`, csvOfHomeReport(report))
    },
  )
}

/** Sends a table with a byte order mark, without which spreadsheets take it for another encoding than UTF-8. */
function sendCsv(reply: FastifyReply, name: string, text: string) {
  reply.header('content-disposition', `attachment; filename="fallwatch-${name}.csv"`)
  return reply.type('text/csv; charset=utf-8').send(`\ufeff${text}`)
}
