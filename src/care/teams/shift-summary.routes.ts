import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { shiftSummaryResponse } from './shift-summary.schemas.ts'
import { readShiftSummary } from './shift-summary.service.ts'

export function shiftSummaryRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/shift-summary',
    {
      config: { access: ['CAREGIVER', 'ADMIN'] },
      schema: {
        tags: ['Teams'],
        operationId: 'getShiftSummary',
        summary: 'Get what happened in the last shift, and the notes of your teams',
        response: { 200: shiftSummaryResponse },
      },
    },
    async (request) => {
      const summary = await readShiftSummary(ctx, callerOf(request))
      await auditRead(ctx, request)
      return success(summary)
    },
  )
}
