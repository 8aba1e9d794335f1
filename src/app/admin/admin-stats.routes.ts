import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'
import { type CheckHealth, healthStatuses } from '../health/service-health.ts'
import { readStats } from './admin-stats.service.ts'

const statsResponse = responseSchema(
  'The statistics',
  z
    .object({
      totalUsers: z.int(),
      activeDevices: z.int(),
      fallsToday: z.int(),
      highRiskPatients: z.int(),
      caregiverAssignments: z.int(),
      systemHealth: z.enum(healthStatuses),
    })
    .meta({ id: 'Statistics' }),
)

export function adminStatsRoutes(app: ApiInstance, ctx: Context, checkHealth: CheckHealth): void {
  app.get(
    '/admin/stats',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'getStatistics',
        summary: 'Get the system statistics',
        response: { 200: statsResponse },
      },
    },
    async () => success({ ...(await readStats(ctx)), systemHealth: checkHealth().status }),
  )
}
