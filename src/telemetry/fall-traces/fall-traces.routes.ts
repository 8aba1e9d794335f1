import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { fallTraceResponse } from './fall-traces.schemas.ts'
import { getReadableTrace } from './fall-traces.service.ts'

export function fallTraceRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/falls/:id/trace',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags: ['Falls'],
        operationId: 'getFallTrace',
        summary: 'Get the motion around a fall, for charts',
        description:
          'The readings from 10 seconds before the impact to 20 seconds after it, as many as the device has sent. They are kept as long as the fall from level `POTENTIAL` on, otherwise as long as other readings.',
        params: idParams,
        response: { 200: fallTraceResponse },
      },
    },
    async (request) => {
      const { trace, userId } = await getReadableTrace(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, userId)
      return success(trace)
    },
  )
}
