import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { fallRecordResponse, recordBody } from './fall-record.schemas.ts'
import { documentFall, readFallRecord } from './fall-record.service.ts'

const tags = ['Falls']

export function fallRecordRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/falls/:id/record',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getFallRecord',
        summary: 'Get what was documented of a fall, with all versions',
        params,
        response: { 200: fallRecordResponse },
      },
    },
    async (request) => {
      const record = await readFallRecord(ctx, callerOf(request), request.params.id)
      await auditRead(ctx, request, record.patientId)
      return success(record)
    },
  )

  app.put(
    '/falls/:id/record',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404, 409] },
      schema: {
        tags,
        operationId: 'updateFallRecord',
        summary: 'Document a fall, detected or reported, or change its record',
        description:
          'The record is replaced as a whole. Earlier versions stay, with who wrote them. A relative changes what others have written ' +
          'only if they count as a helper, or an admin allows it: 403.',
        params,
        body: recordBody,
        response: { 200: fallRecordResponse },
      },
    },
    async (request) => success(await documentFall(ctx, callerOf(request), request.params.id, request.body)),
  )
}
