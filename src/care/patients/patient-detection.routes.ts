import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { idParams } from '../../platform/http/schemas.ts'
import { detectionBody, detectionResponse } from './patients.schemas.ts'
import { updateSensitivity } from './sensitivity.service.ts'

const tags = ['Patients']
const params = idParams

export function patientDetectionRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/:id/detection',
    {
      config: { access: 'signed-in', errors: [403, 404] },
      schema: {
        tags,
        operationId: 'getPatientDetection',
        summary: 'Get the sensitivity of fall detection for a patient',
        params,
        response: { 200: detectionResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const { sensitivity } = await getReadablePatient(ctx, callerOf(request), id)
      await auditRead(ctx, request, id)
      return success({ sensitivity })
    },
  )

  app.put(
    '/patients/:id/detection',
    {
      config: { access: ['CAREGIVER', 'ADMIN'], errors: [404] },
      schema: {
        tags,
        operationId: 'updatePatientDetection',
        summary: 'Set the sensitivity of fall detection for a patient',
        description:
          'The change takes effect with the next reading of each of the patient’s devices. It is recorded in the audit log.',
        params,
        body: detectionBody,
        response: { 200: detectionResponse },
      },
    },
    async (request) => {
      const { sensitivity } = request.body
      await updateSensitivity(ctx, callerOf(request), request.params.id, sensitivity)
      return success({ sensitivity })
    },
  )
}
