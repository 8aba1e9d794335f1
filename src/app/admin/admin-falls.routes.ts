import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams } from '../../platform/http/schemas.ts'
import {
  adminFallResponse,
  adminFallsQuery,
  adminFallsResponse,
  investigationBody,
} from './admin-falls.schemas.ts'
import { adminFallView, investigate, listAllFalls } from './admin-falls.service.ts'

export function adminFallRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  app.get(
    '/admin/falls',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listAllFalls',
        summary: 'List all falls',
        querystring: adminFallsQuery,
        response: { 200: adminFallsResponse },
      },
    },
    async (request) => {
      await auditRead(ctx, request, request.query.patientId)
      return respondWithPage(request, request.query, (query) => listAllFalls(ctx, query), adminFallView)
    },
  )

  app.post(
    '/admin/falls/:id/investigate',
    {
      config: adminOnly(404),
      schema: {
        tags,
        operationId: 'investigateFall',
        summary: 'Flag a fall for investigation',
        params: idParams,
        body: investigationBody,
        response: { 200: adminFallResponse },
      },
    },
    async (request) => {
      const fall = await investigate(ctx, callerOf(request), request.params.id, request.body.note)
      return success(adminFallView(fall))
    },
  )
}
