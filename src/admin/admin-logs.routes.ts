import { listAuditLines } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { ApiInstance } from '../http/api-instance.ts'
import type { PageWalks } from '../http/page-walks.ts'
import { logsAnswer, logsQuery } from './admin-logs.schemas.ts'
import { adminOnly, tags } from './admin-only.ts'

export function adminLogRoutes(app: ApiInstance, ctx: Context, answerPage: PageWalks): void {
  app.get(
    '/admin/logs',
    {
      config: adminOnly(),
      schema: {
        tags,
        summary: 'Who did what to whom, and what went wrong',
        querystring: logsQuery,
        response: { 200: logsAnswer },
      },
    },
    (request) => answerPage(request, request.query, (query) => listAuditLines(ctx.db, query, query)),
  )
}
