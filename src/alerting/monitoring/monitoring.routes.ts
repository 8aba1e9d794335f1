import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { monitoringBody, monitoringResponse } from './monitoring.schemas.ts'
import { readMonitoring, updateMonitoring } from './monitoring.service.ts'

const tags = ['Patients']
const params = idParams

export function monitoringRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/:id/monitoring',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getPatientMonitoring',
        summary: 'Get what is monitored of a patient',
        params,
        response: { 200: monitoringResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const settings = await readMonitoring(ctx, callerOf(request), id)
      await auditRead(ctx, request, id)
      return success(settings)
    },
  )

  app.put(
    '/patients/:id/monitoring',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'updatePatientMonitoring',
        summary: 'Set what is monitored of a patient',
        description:
          'Fields that are left out keep their values. The change takes effect with the next reading of each of the patient’s devices. It is recorded in the audit log. An alarm that is switched off is cleared. Of a patient without an e-mail address, only an admin switches alarms off: 403.',
        params,
        body: monitoringBody,
        response: { 200: monitoringResponse },
      },
    },
    async (request) =>
      success(await updateMonitoring(ctx, callerOf(request), request.params.id, request.body)),
  )
}
