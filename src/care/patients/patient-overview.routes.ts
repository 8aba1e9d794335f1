import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { success } from '../../platform/http/envelope.ts'
import { overviewResponse } from './patient-overview.schemas.ts'
import { readOverview } from './patient-overview.service.ts'

export function patientOverviewRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/patients/overview',
    {
      config: { access: ['CAREGIVER', 'ADMIN'] },
      schema: {
        tags: ['Patients'],
        operationId: 'getPatientsOverview',
        summary: 'See how your patients are doing, or all as an admin, in one line each',
        description:
          'At most 500 patients, by site, ward and room where they are known, then by name. The event `patients.seen` of `GET /events` brings the same once a minute.',
        response: { 200: overviewResponse },
      },
    },
    async (request) => {
      const overview = await readOverview(ctx, callerOf(request))
      await auditRead(ctx, request)
      return success(overview)
    },
  )
}
