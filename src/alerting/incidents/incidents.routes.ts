import type { FastifyRequest } from 'fastify'
import type { HelpCredentials } from '../../accounts/auth/help-credentials.service.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { anyCallerOf, callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { readHelpCookie } from '../../platform/http/session-cookie.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { AcknowledgementTokens } from '../notifications/acknowledge-token.ts'
import { labelOf } from '../notifications/contact.ts'
import { previewAcknowledgement } from './acknowledge-preview.ts'
import { requestAssistance } from './assistance.service.ts'
import * as handling from './incident-handling.service.ts'
import * as outcome from './incident-outcome.service.ts'
import * as schemas from './incidents.schemas.ts'
import * as incidents from './incidents.service.ts'
import * as patientActs from './patient-acts.service.ts'
import { maxEntriesOfPeople, maxNotesADay } from './people-entries.ts'

const tags = ['Incidents']

export interface IncidentRouteParts {
  ctx: Context
  respondWithPage: PageResponder
  acknowledgementTokens: AcknowledgementTokens
  helpCredentials: HelpCredentials
}

export function incidentRoutes(app: ApiInstance, parts: IncidentRouteParts): void {
  const { ctx, respondWithPage, acknowledgementTokens, helpCredentials } = parts

  app.get(
    '/incidents',
    {
      config: { access: 'signed-in', limit: 'alerts' },
      schema: {
        tags,
        operationId: 'listIncidents',
        summary: 'List incidents that somebody has to answer',
        description:
          'Your own, those of the patients who are assigned to you, or for an admin all: the unresolved ones, unless `state` asks for others. Unresolved ones are listed by urgency: those that nobody has answered first, then the most severe, then the longest wait. Lists with ended ones begin with the newest.',
        querystring: schemas.incidentsQuery,
        response: { 200: schemas.incidentsResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const query = incidents.sorted(request.query)
      const list = (page: typeof query) => incidents.listVisibleIncidents(ctx, caller, page)
      const page = await respondWithPage(request, query, list)
      const isOfOthers = page.data.some(({ patientId }) => patientId !== caller.actor.id)
      if (isOfOthers) await auditRead(ctx, request, request.query.patientId)
      return page
    },
  )

  app.get(
    '/incidents/:id',
    {
      config: { access: 'signed-in', limit: 'alerts', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getIncident',
        summary: 'Get an incident, with its timeline, deliveries and next step',
        params,
        response: { 200: schemas.incidentDetailResponse },
      },
    },
    async (request) => {
      const { deliveries, ...incident } = await incidents.getVisibleIncident(
        ctx,
        callerOf(request),
        request.params.id,
      )
      await auditRead(ctx, request, incident.patientId ?? undefined)
      return success({ ...incident, deliveries: deliveries.map(deliveryView) })
    },
  )

  app.get(
    '/incidents/:id/timeline',
    {
      config: { access: 'signed-in', limit: 'alerts', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'listIncidentTimeline',
        summary: 'List what happened in an incident, the newest first',
        params,
        querystring: schemas.timelineQuery,
        response: { 200: schemas.timelineResponse },
      },
    },
    async (request) => {
      const timeline = await incidents.findTimeline(ctx, callerOf(request), request.params.id)
      const { patientId } = timeline
      const page = await respondWithPage(request, request.query, timeline.list)
      await auditRead(ctx, request, patientId ?? undefined)
      return page
    },
  )

  app.post(
    '/incidents/:id/acknowledge',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], limit: 'alerts', errors: [404, 409] },
      schema: {
        tags,
        operationId: 'acknowledgeIncident',
        summary: 'Say that you are on it',
        description:
          'Nobody else is told any more, and whoever was told is told that you handle it. 409 if somebody else does, or if it has ended. Repeated, it keeps the first time. With `takeOver` you handle it instead of whoever does. If they have asked for a second person, you join them. A relative who does not count as a helper is added to `attending`, and everything else stays as it is: staff are told all the same.',
        params,
        body: schemas.acknowledgeBody,
        response: { 200: schemas.incidentResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      return success(await handling.acknowledgeIncident(ctx, callerOf(request), id, request.body ?? {}))
    },
  )

  app.post(
    '/incidents/acknowledge',
    {
      config: { access: 'public', errors: [401, 403, 404, 409] },
      schema: {
        tags,
        operationId: 'acknowledgeByLink',
        summary: 'Say that you are on it, by the link in a message',
        description:
          'Instead of a session, the token of the link proves who you are. It is valid for a day, for one incident, and until somebody has acknowledged.',
        body: schemas.tokenBody,
        response: { 200: schemas.acknowledgedResponse },
      },
    },
    async (request) => {
      const claim = acknowledgementTokens.verify(request.body.token)
      if (!claim) throw refusal('ACKNOWLEDGE_LINK_INVALID')
      return success(await handling.acknowledgeByToken(ctx, anyCallerOf(request), claim))
    },
  )

  app.post(
    '/incidents/acknowledge/preview',
    {
      config: { access: 'public', errors: [401, 403, 404, 409] },
      schema: {
        tags,
        operationId: 'previewAcknowledgement',
        summary: 'Read whom the link in a message is about, and what its button does; it changes nothing',
        description:
          'The name and the place are null unless the contact that got the message shows details, and its owner may read the record at this moment.',
        body: schemas.tokenBody,
        response: { 200: schemas.acknowledgePreviewResponse },
      },
    },
    async (request) => {
      const claim = acknowledgementTokens.verify(request.body.token)
      if (!claim) throw refusal('ACKNOWLEDGE_LINK_INVALID')
      return success(await previewAcknowledgement(ctx, claim))
    },
  )

  app.post(
    '/incidents/:id/assistance',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], limit: 'alerts', errors: [404, 409] },
      schema: {
        tags,
        operationId: 'requestAssistance',
        summary: 'Ask for a second person, while you handle an incident',
        description:
          'The next people of the escalation policy are told at once, and the incident stays acknowledged. Whoever acknowledges it then ' +
          'joins you in `attending`. Repeated after ten seconds, the people of the next step are told.',
        params,
        response: { 200: schemas.incidentResponse },
      },
    },
    async (request) => success(await requestAssistance(ctx, callerOf(request), request.params.id)),
  )

  app.post(
    '/incidents/:id/release',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], limit: 'alerts', errors: [404, 409] },
      schema: {
        tags,
        operationId: 'releaseIncident',
        summary: 'Say that you cannot go, so that others are told again',
        description:
          'Within ten seconds of the acknowledgement, the timeline says that it was undone. A relative who goes there beside who handles it takes back that they do.',
        params,
        response: { 200: schemas.incidentResponse },
      },
    },
    async (request) => success(await handling.releaseIncident(ctx, callerOf(request), request.params.id)),
  )

  app.post(
    '/incidents/:id/resolve',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], limit: 'alerts', errors: [404, 409] },
      schema: {
        tags,
        operationId: 'resolveIncident',
        summary: 'End an incident with its outcome, for good',
        description: 'A relative who does not count as a helper cannot: 403.',
        params,
        body: schemas.resolveBody,
        response: { 200: schemas.incidentResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      return success(await outcome.resolveIncident(ctx, callerOf(request), id, request.body))
    },
  )

  app.put(
    '/incidents/:id/outcome',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], limit: 'alerts', errors: [404, 409] },
      schema: {
        tags,
        operationId: 'correctIncidentOutcome',
        summary: 'Correct the outcome of a resolved incident',
        description:
          'The first outcome stays in the timeline; statistics count the new one. Without `injuries`, what was written of them stays. ' +
          '409 if the incident is not resolved, or resolved itself.',
        params,
        body: schemas.resolveBody,
        response: { 200: schemas.incidentResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      return success(await outcome.correctOutcome(ctx, callerOf(request), id, request.body))
    },
  )

  app.post(
    '/incidents/:id/notes',
    {
      config: { access: 'signed-in', errors: [403, 404, 409] },
      schema: {
        tags,
        operationId: 'addIncidentNote',
        summary: 'Add a note to the timeline',
        description: `409 if you have made ${maxNotesADay} entries in it within a day, or people ${maxEntriesOfPeople} in all.`,
        params,
        body: schemas.noteBody,
        response: { 201: schemas.entryResponse },
      },
    },
    async (request, reply) => {
      const note = await incidents.addNote(ctx, callerOf(request), request.params.id, request.body.text)
      return reply.code(201).send(success(note))
    },
  )

  app.post(
    '/incidents/:id/ok',
    {
      config: {
        access: ['PATIENT'],
        acceptsHelpCredential: true,
        limit: 'refusedFalls',
        errors: [403, 404, 409],
      },
      schema: {
        tags,
        operationId: 'sayFine',
        summary: 'Say that you are fine, as the patient',
        description:
          'Within the check it cancels the incident. After it, everybody sees it, and a caregiver confirms.',
        params,
        response: { 200: schemas.incidentResponse },
      },
    },
    async (request) => success(await patientActs.sayFine(ctx, callerOf(request), request.params.id)),
  )

  app.post(
    '/incidents/:id/help',
    {
      config: {
        access: ['PATIENT'],
        acceptsHelpCredential: true,
        limit: 'refusedFalls',
        errors: [403, 404, 409],
      },
      schema: {
        tags,
        operationId: 'askForHelp',
        summary: 'Say that you need help, as the patient',
        description:
          'Ends the check: caregivers are told at once. Repeated after a minute, the next step of the escalation is taken at once, or whoever is on it is told; if that was more than ten minutes ago, the incident opens again.',
        params,
        body: schemas.callBody,
        response: { 200: schemas.incidentResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const call = request.body ?? {}
      return success(await patientActs.askForHelp(ctx, await callerOfCall(request, call), id, call))
    },
  )

  app.post(
    '/sos',
    {
      // Never rate limited: a person who asks for help must not be refused.
      config: {
        access: ['PATIENT'],
        acceptsHelpCredential: true,
        limit: 'refusedFalls',
        errors: [403, 409],
      },
      schema: {
        tags,
        operationId: 'sendSos',
        summary: 'Ask for help: your caregivers are told at once',
        description:
          'Answers 201 with a new incident, or 200 with the one that is not resolved yet. Give each call a `callId` to send it again until there is an answer.',
        body: schemas.callBody,
        response: { 200: schemas.incidentResponse, 201: schemas.incidentResponse },
      },
    },
    async (request, reply) => {
      const call = request.body ?? {}
      const { view, isNew } = await patientActs.sendSos(ctx, await callerOfCall(request, call), call)
      return reply.code(isNew ? 201 : 200).send(success(view))
    },
  )

  app.post(
    '/sos/:callId/ok',
    {
      config: { access: ['PATIENT'], acceptsHelpCredential: true, limit: 'helpPages', errors: [403] },
      schema: {
        tags,
        operationId: 'callOff',
        summary: 'Say that you are fine, after a call for help that had no answer yet',
        description:
          'If the call has arrived, its incident says that you are fine, and a caregiver confirms. If it has not, it can no longer arrive.',
        params: schemas.callParams,
        body: schemas.callOffBody,
        response: { 200: schemas.calledOffResponse },
      },
    },
    async (request) => {
      const { callId } = request.params
      const call = request.body ?? {}
      const incident = await patientActs.callOff(ctx, await callerOfCall(request, call), callId, call)
      return success({ callId, incident })
    },
  )

  /**
   * The caller, or the patient whose page this browser shows: somebody else may have signed in to it before
   * their call got through.
   */
  async function callerOfCall(request: FastifyRequest, { patientId }: { patientId?: string | undefined }) {
    const caller = callerOf(request)
    const token = readHelpCookie(request)
    if (!token || patientId === undefined || patientId === caller.actor.id) return caller
    const owner = await helpCredentials.findOwner(token, request)
    return owner?.actor.id === patientId ? { ...caller, ...owner } : caller
  }
}

type IncidentDelivery = Awaited<ReturnType<typeof incidents.getVisibleIncident>>['deliveries'][number]

function deliveryView(delivery: IncidentDelivery) {
  const { channel, userId, personName, kind, relationship, step, purpose, state, sentAt, createdAt } =
    delivery
  return {
    contact: labelOf(delivery),
    channel,
    person: userId === null ? null : { id: userId, name: personName, kind, relationship },
    step: step ?? 1,
    purpose: purpose === 'closing' || purpose === 'update' ? purpose : ('alert' as const),
    state,
    at: sentAt ?? createdAt,
  }
}
