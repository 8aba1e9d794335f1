import type { Auth } from '../../accounts/auth/auth.service.ts'
import type { MailSender } from '../../accounts/auth/mail-link.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import type { RouteLimits } from '../../platform/http/route-limits.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { assignmentRoutes } from './assignments.routes.ts'
import * as schemas from './caregivers.schemas.ts'
import * as caregivers from './caregivers.service.ts'

export interface CaregiverParts {
  ctx: Context
  auth: Auth
  sessions: Sessions
  sender: MailSender
  respondWithPage: PageResponder
  routeLimits: RouteLimits
}

const tags = ['Caregivers']
const params = idParams
const onRecord = { access: ['CAREGIVER', 'ADMIN'] as const, errors: [404] }

export function caregiverRoutes(
  app: ApiInstance,
  { ctx, auth, sessions, sender, respondWithPage, routeLimits }: CaregiverParts,
): void {
  app.get(
    '/caregivers',
    {
      config: { access: ['ADMIN'] },
      schema: {
        tags,
        operationId: 'listCaregivers',
        summary: 'List all caregivers',
        querystring: schemas.caregiversQuery,
        response: { 200: schemas.caregiversResponse },
      },
    },
    async (request) => {
      const list = (page: typeof request.query) => caregivers.listCaregivers(ctx, page)
      const answer = await respondWithPage(request, request.query, list)
      await auditRead(ctx, request)
      return answer
    },
  )

  app.post(
    '/caregivers',
    {
      config: { access: ['ADMIN'], errors: [409] },
      onRequest: routeLimits.invitations,
      schema: {
        tags,
        operationId: 'inviteCaregiver',
        summary: 'Invite a caregiver',
        description:
          'With an e-mail address, or with a sign-in name. If the service sends mail, the invitation is sent to the address.',
        body: schemas.newCaregiverBody,
        response: { 201: schemas.newCaregiverResponse },
      },
    },
    async (request, reply) => {
      const invited = await caregivers.inviteCaregiver(ctx, callerOf(request), { auth, sender }, request.body)
      return reply.code(201).send(success(invited))
    },
  )

  app.get(
    '/caregivers/me',
    {
      config: { access: ['CAREGIVER'] },
      schema: {
        tags,
        operationId: 'getOwnCaregiverProfile',
        summary: 'Get your caregiver profile',
        response: { 200: schemas.caregiverResponse },
      },
    },
    async (request) => success(await caregivers.getCaregiver(ctx.db, callerOf(request).actor.id)),
  )

  app.get(
    '/caregivers/:id',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'getCaregiver',
        summary: 'Get a caregiver',
        params,
        response: { 200: schemas.caregiverResponse },
      },
    },
    async (request) => {
      const caregiver = await caregivers.getReadableCaregiver(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, caregiver.id)
      return success(caregiver)
    },
  )

  app.put(
    '/caregivers/:id',
    {
      config: onRecord,
      schema: {
        tags,
        operationId: 'updateCaregiver',
        summary: 'Update a caregiver',
        params,
        body: schemas.caregiverBody,
        response: { 200: schemas.caregiverResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      return success(await caregivers.changeCaregiver(ctx, callerOf(request), id, request.body))
    },
  )

  app.delete(
    '/caregivers/:id',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'deleteCaregiver',
        summary: 'Delete a caregiver and all of their data permanently',
        params,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id } = await caregivers.deleteCaregiver(ctx, callerOf(request), sessions, request.params.id)
      return success({ id, deleted: true as const })
    },
  )

  assignmentRoutes(app, ctx, respondWithPage)
}
