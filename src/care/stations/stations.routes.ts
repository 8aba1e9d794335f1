import { fallRecordResponse } from '../../alerting/falls/fall-record.schemas.ts'
import { fallHeaders } from '../../alerting/falls/falls.schemas.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { anyCallerOf, callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { readSessionCookie, setSessionCookie } from '../../platform/http/session-cookie.ts'
import { sayVocabulary } from '../../platform/http/vocabulary-header.ts'
import { secondsPerDay } from '../../platform/lib/duration.ts'
import { adminStationRoutes } from './admin-stations.routes.ts'
import * as schemas from './stations.schemas.ts'
import type { Stations } from './stations.service.ts'

const tags = ['Stations']
/** Answers an alarm as the routes of alerts do, and is called by stations only. */
const stationOnly = (...errors: number[]) => ({
  access: ['STATION'] as const,
  limit: 'alerts' as const,
  errors,
})

/** The longest time that browsers keep a cookie; a station renews it whenever it is opened. */
const cookieSeconds = 400 * secondsPerDay

export interface StationRouteParts {
  ctx: Context
  stations: Stations
  respondWithPage: PageResponder
  routeLimits: RouteLimits
}

export function stationRoutes(app: ApiInstance, parts: StationRouteParts): void {
  const { ctx, stations, respondWithPage, routeLimits } = parts
  adminStationRoutes(app, stations, respondWithPage)

  app.post(
    '/auth/station',
    {
      config: { access: 'public', limit: 'login', errors: [401] },
      onRequest: routeLimits.stationSignIns,
      schema: {
        tags,
        operationId: 'signInStation',
        summary: 'Sign in a tablet as a station, with the code that an admin made',
        description:
          'The session lives until the station is deleted. An earlier tablet of the station is signed out.',
        body: schemas.signInBody,
        response: { 200: schemas.signInResponse },
      },
    },
    async (request, reply) => {
      const { station, token } = await stations.signIn(anyCallerOf(request), request.body.code)
      setSessionCookie(request, reply, token, cookieSeconds)
      return { ...success(station), token }
    },
  )

  app.get(
    '/station',
    {
      config: stationOnly(),
      schema: {
        tags,
        operationId: 'getOwnStation',
        summary: 'Get the station itself, and who can act there with a PIN',
        response: { 200: schemas.stationResponse },
      },
    },
    async (request, reply) => {
      const station = await stations.describe(callerOf(request))
      const token = request.headers.authorization === undefined ? readSessionCookie(request) : undefined
      if (token) setSessionCookie(request, reply, token, cookieSeconds)
      await auditRead(ctx, request)
      await sayVocabulary(ctx, reply)
      return success(station)
    },
  )

  app.get(
    '/station/overview',
    {
      config: stationOnly(),
      schema: {
        tags,
        operationId: 'getStationOverview',
        summary: 'See how the patients of the ward are doing',
        response: { 200: schemas.stationOverviewResponse },
      },
    },
    async (request) => success(await stations.overview(callerOf(request))),
  )

  app.get(
    '/station/incidents',
    {
      config: stationOnly(),
      schema: {
        tags,
        operationId: 'listStationIncidents',
        summary: 'List the unresolved incidents of the ward',
        querystring: schemas.stationIncidentsQuery,
        response: { 200: schemas.stationIncidentsResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      return respondWithPage(request, request.query, (query) => stations.incidents(caller, query))
    },
  )

  app.post(
    '/station/incidents/:id/acknowledge',
    {
      config: stationOnly(404, 409),
      schema: {
        tags,
        operationId: 'acknowledgeAtStation',
        summary: 'Say that somebody is on it, in the name of a caregiver or of the station',
        description:
          'With `caregiverId` and `pin` it is the act of the caregiver, who must look after the patient; without, of the station. A caregiver can take over what a station has acknowledged, and with `takeOver` from a colleague; if that one has asked for a second person, they join.',
        params,
        body: schemas.stationAcknowledgeBody,
        response: { 200: schemas.stationIncidentResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      return success(await stations.acknowledge(callerOf(request), id, request.body ?? {}))
    },
  )

  app.post(
    '/station/incidents/:id/assistance',
    {
      config: stationOnly(404, 409),
      schema: {
        tags,
        operationId: 'requestAssistanceAtStation',
        summary: 'Ask for a second person, in the name of the caregiver who handles the incident',
        description: 'For an incident that the station handles, any caregiver of the ward can ask.',
        params,
        body: schemas.stationAssistanceBody,
        response: { 200: schemas.stationIncidentResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      return success(await stations.askForAssistance(callerOf(request), id, request.body))
    },
  )

  app.post(
    '/station/incidents/:id/undo',
    {
      config: stationOnly(404, 409),
      schema: {
        tags,
        operationId: 'undoAtStation',
        summary: 'Take back an acknowledgement that was a mistake, so that others are told again',
        description: 'Within ten seconds, and at the station where it was made.',
        params,
        response: { 200: schemas.stationIncidentResponse },
      },
    },
    async (request) => success(await stations.undo(callerOf(request), request.params.id)),
  )

  app.post(
    '/station/incidents/:id/resolve',
    {
      config: stationOnly(404, 409),
      schema: {
        tags,
        operationId: 'resolveAtStation',
        summary: 'End an incident with its outcome, in the name of a caregiver',
        params,
        body: schemas.stationResolveBody,
        response: { 200: schemas.stationIncidentResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      return success(await stations.resolve(callerOf(request), id, request.body))
    },
  )

  app.post(
    '/station/patients/:id/falls',
    {
      config: stationOnly(404, 409),
      schema: {
        tags,
        operationId: 'reportFallAtStation',
        summary: 'Report a fall of a patient of the ward, in the name of a caregiver',
        params,
        headers: fallHeaders,
        body: schemas.stationFallBody,
        response: { 201: fallRecordResponse },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const { id } = request.params
      const record = await stations.reportFall(callerOf(request), id, request.body, key)
      return reply.code(201).send(success(record))
    },
  )

  app.get(
    '/caregivers/me/pin',
    {
      config: { access: ['CAREGIVER'] },
      schema: {
        tags,
        operationId: 'getOwnPin',
        summary: 'Get whether you have a PIN for stations',
        response: { 200: schemas.pinResponse },
      },
    },
    async (request) => success(await stations.pins.find(callerOf(request))),
  )

  app.put(
    '/caregivers/me/pin',
    {
      config: { access: ['CAREGIVER'] },
      preHandler: routeLimits.passwordChanges,
      schema: {
        tags,
        operationId: 'updateOwnPin',
        summary: 'Set the PIN with which you act at stations',
        description: 'Five wrong PINs at a station lock yours there for 15 minutes.',
        body: schemas.pinBody,
        response: { 200: schemas.pinResponse },
      },
    },
    async (request) => success(await stations.pins.set(callerOf(request), request.body)),
  )
}
