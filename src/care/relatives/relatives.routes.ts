import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams as params } from '../../platform/http/schemas.ts'
import { relativesBody, relativesResponse } from './relatives.schemas.ts'
import { readRelatives, updateRelatives } from './relatives.service.ts'

const tags = ['Patients']

export function relativeRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/:id/relatives',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getPatientRelatives',
        summary:
          'Read who is a relative of a patient, whether they count as helpers, and what they may change',
        params,
        response: { 200: relativesResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const relatives = await readRelatives(ctx, callerOf(request), id)
      await auditRead(ctx, request, id)
      return success(relatives)
    },
  )

  app.put(
    '/patients/:id/relatives',
    {
      config: { access: ['ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'updatePatientRelatives',
        summary: 'Decide whether the relatives of a patient count as helpers, and what they may change',
        params,
        body: relativesBody,
        response: { 200: relativesResponse },
      },
    },
    async (request) =>
      success(await updateRelatives(ctx, callerOf(request), request.params.id, request.body)),
  )
}
