import type { Context } from '../context.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import { success } from '../http/envelope.ts'
import { noteLook, originOf } from '../http/origin.ts'
import type { PageWalks } from '../http/page-walks.ts'
import { idParams } from '../http/schemas.ts'
import {
  adminFallAnswer,
  adminFallsAnswer,
  adminFallsQuery,
  investigationBody,
} from './admin-falls.schemas.ts'
import { adminFallView, investigate, listAllFalls } from './admin-falls.service.ts'
import { adminOnly, tags } from './admin-only.ts'

export function adminFallRoutes(app: ApiInstance, ctx: Context, answerPage: PageWalks): void {
  app.get(
    '/admin/falls',
    {
      config: adminOnly(),
      schema: {
        tags,
        summary: 'List the falls of everybody',
        querystring: adminFallsQuery,
        response: { 200: adminFallsAnswer },
      },
    },
    async (request) => {
      await noteLook(ctx, request, request.query.patientId)
      return answerPage(request, request.query, (query) => listAllFalls(ctx, query), adminFallView)
    },
  )

  app.post(
    '/admin/falls/:id/investigate',
    {
      config: adminOnly(404),
      schema: {
        tags,
        summary: 'Flag a fall for investigation',
        params: idParams,
        body: investigationBody,
        response: { 200: adminFallAnswer },
      },
    },
    async (request) => {
      const fall = await investigate(ctx, originOf(request), request.params.id, request.body.note)
      return success(adminFallView(fall))
    },
  )
}
