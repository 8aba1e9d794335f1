import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import * as schemas from './handovers.schemas.ts'
import { addHandover, listHandoversOf } from './handovers.service.ts'

const tags = ['Teams']
const config = { access: ['CAREGIVER', 'ADMIN'] as const, errors: [404] }

export function handoverRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  app.get(
    '/teams/:id/handovers',
    {
      config,
      schema: {
        tags,
        operationId: 'listHandovers',
        summary: 'List the handover notes of a team, newest first',
        params,
        querystring: schemas.handoversQuery,
        response: { 200: schemas.handoversResponse },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const page = await respondWithPage(request, request.query, (query) =>
        listHandoversOf(ctx, caller, request.params.id, query),
      )
      await auditRead(ctx, request)
      return page
    },
  )

  app.post(
    '/teams/:id/handovers',
    {
      config,
      schema: {
        tags,
        operationId: 'addHandover',
        summary: 'Write a handover note for those who work after you',
        description:
          'It is recorded with the shift of the rota that is on. Members of the team and admins see it.',
        params,
        body: schemas.handoverBody,
        response: { 201: schemas.handoverResponse },
      },
    },
    async (request, reply) => {
      const handover = await addHandover(ctx, callerOf(request), request.params.id, request.body.text)
      return reply.code(201).send(success(handover))
    },
  )
}
