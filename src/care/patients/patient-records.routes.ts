import type { FastifyRequest } from 'fastify'
import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { fallRecordResponse, reportedFallBody } from '../../alerting/falls/fall-record.schemas.ts'
import { reportFallOf } from '../../alerting/falls/fall-record.service.ts'
import {
  fallHeaders,
  fallStatisticsQuery,
  fallStatisticsResponse,
  fallsQuery,
  patientFallsResponse,
} from '../../alerting/falls/falls.schemas.ts'
import { listFallsOf, readFallStatistics } from '../../alerting/falls/falls.service.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { devicesQuery, devicesResponse } from '../../telemetry/devices/devices.schemas.ts'
import { deviceView, listDevicesOf } from '../../telemetry/devices/devices.service.ts'
import { readHealthOf } from '../health/patient-health.service.ts'
import { healthResponse } from './patients.schemas.ts'

const tags = ['Patients']
const params = idParams
const config = { access: ['CAREGIVER', 'ADMIN'] as const, errors: [404] }

/** The routes by which caregivers read a patient's records; patients have their own routes, except for figures. */
export function patientRecordRoutes(
  app: ApiInstance,
  { ctx, respondWithPage }: { ctx: Context; respondWithPage: PageResponder },
): void {
  app.get(
    '/patients/:id/health',
    {
      config,
      schema: {
        tags,
        operationId: 'getPatientHealth',
        summary: 'Get the health summary of a patient',
        params,
        response: { 200: healthResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const health = await readHealthOf(ctx, callerOf(request), id)
      await auditRead(ctx, request, id)
      return success(health)
    },
  )

  app.get(
    '/patients/:id/falls',
    {
      config,
      schema: {
        tags,
        operationId: 'listPatientFalls',
        summary: 'List the falls of a patient, newest first',
        params,
        querystring: fallsQuery,
        response: { 200: patientFallsResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await openRecord(ctx, request, id)
      return respondWithPage(request, request.query, (page) => listFallsOf(ctx, id, page))
    },
  )

  app.post(
    '/patients/:id/falls',
    {
      config: { ...config, limit: 'alerts', errors: [404, 409] },
      schema: {
        tags,
        operationId: 'reportPatientFall',
        summary: 'Report a fall of a patient that you saw or found, with its record',
        description:
          'Opens an incident that you have acknowledged already, or joins the one that is not resolved yet. Nobody is sent a message; ' +
          'everybody who looks after the patient sees it. If a relative reports it who does not count as a helper, staff are told. The same report, sent again, is recorded once.',
        params,
        headers: fallHeaders,
        body: reportedFallBody,
        response: { 201: fallRecordResponse },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const { id } = request.params
      const record = await reportFallOf(ctx, callerOf(request), id, request.body, key)
      return reply.code(201).send(success(record))
    },
  )

  app.get(
    '/patients/:id/falls/statistics',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getPatientFallStatistics',
        summary: 'Count the falls of a patient by hour of the day and by week',
        description:
          'Falls from POTENTIAL on. What turned out to be a near fall, a false alarm or a test, by the outcome of its incident, ' +
          'is counted apart. Hours and weeks are those of the time zone of the installation.',
        params,
        querystring: fallStatisticsQuery,
        response: { 200: fallStatisticsResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await openRecord(ctx, request, id)
      return success(await readFallStatistics(ctx, id, request.query.days))
    },
  )

  app.get(
    '/patients/:id/devices',
    {
      config,
      schema: {
        tags,
        operationId: 'listPatientDevices',
        summary: 'List the devices of a patient, newest first',
        params,
        querystring: devicesQuery,
        response: { 200: devicesResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      await openRecord(ctx, request, id)
      return respondWithPage(
        request,
        request.query,
        (page) => listDevicesOf(ctx, id, page),
        (device) => ({ ...deviceView(device, ctx.now()), placement: device.placement }),
      )
    },
  )
}

/** Throws 404 or 403, or audits the read. */
async function openRecord(ctx: Context, request: FastifyRequest, id: string): Promise<void> {
  await getReadablePatient(ctx, callerOf(request), id)
  await auditRead(ctx, request, id)
}
