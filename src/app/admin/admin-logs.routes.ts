import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { logsQuery, logsResponse } from './admin-logs.schemas.ts'
import { listAuditLines } from './admin-logs.service.ts'

export function adminLogRoutes(app: ApiInstance, ctx: Context, respondWithPage: PageResponder): void {
  app.get(
    '/admin/logs',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listAuditEntries',
        summary: 'List the audit entries',
        querystring: logsQuery,
        response: { 200: logsResponse },
      },
    },
    (request) => respondWithPage(request, request.query, (query) => listAuditLines(ctx, query, query)),
  )
}
