import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { createFallReports } from './fall-reports.ts'
import * as schemas from './falls.schemas.ts'
import * as falls from './falls.service.ts'

const tags = ['Falls']

export function fallRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  const reports = createFallReports(ctx.now)

  app.post(
    '/falls',
    {
      // Never rate limited: a person who has fallen must not be refused.
      config: { access: 'signed-in', limit: 'refusedFalls', errors: [409] },
      schema: {
        tags,
        operationId: 'reportFall',
        summary: 'Report a fall of your own and alert your caregivers',
        headers: schemas.fallHeaders,
        body: schemas.fallBody,
        response: { 201: schemas.newFallResponse },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key']
      const caller = callerOf(request)
      const fall = await reports.run(caller.actor.id, () => falls.reportFall(ctx, caller, request.body, key))
      return reply.code(201).send(success(fall))
    },
  )

  app.get(
    '/falls',
    {
      config: { access: 'signed-in' },
      schema: {
        tags,
        operationId: 'listFalls',
        summary: 'List your falls, newest first',
        querystring: schemas.fallsQuery,
        response: { 200: schemas.fallsResponse },
      },
    },
    (request) =>
      respondWithPage(request, request.query, (page) =>
        falls.listFallsOf(ctx, callerOf(request).actor.id, page),
      ),
  )

  app.get(
    '/falls/recent',
    {
      config: { access: ['CAREGIVER', 'ADMIN'] },
      schema: {
        tags,
        operationId: 'listRecentFalls',
        summary: 'List the falls of all patients in the last hours',
        description:
          'Of patients who are not assigned to the caregiver, only the time, confidence and level of a fall are included.',
        querystring: schemas.recentFallsQuery,
        response: { 200: schemas.recentFallsResponse },
      },
    },
    async (request) => {
      await auditRead(ctx, request)
      const caller = callerOf(request)
      return respondWithPage(request, request.query, (page) => falls.listRecentFalls(ctx, caller, page))
    },
  )

  app.get(
    '/falls/:id',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getFall',
        summary: 'Get a fall, with its sensor data, evidence and alerts',
        params: idParams,
        response: { 200: schemas.fallResponse },
      },
    },
    async (request) => {
      const fall = await falls.getReadableFall(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, fall.userId)
      return success(fall)
    },
  )
}
