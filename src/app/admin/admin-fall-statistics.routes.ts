import { z } from 'zod'
import { readFallStatistics } from '../../alerting/falls/fall-statistics.service.ts'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'

const query = z.object({
  months: z.coerce.number().int().min(1).max(1200).default(24).meta({
    description: 'How many months, the current one included',
  }),
})

const statisticsResponse = responseSchema(
  'The falls of deleted people, by month, hour of day, level and outcome',
  z.array(
    z
      .object({
        month: z.string().meta({ description: 'Such as 2026-11' }),
        hour: z.int().meta({ description: 'Hour of day in the time zone of the installation' }),
        level: z.enum(fallLevels),
        outcome: z.string().meta({ description: 'Outcome of the incident; UNKNOWN if there was none' }),
        falls: z.int(),
      })
      .meta({ id: 'FallStatistic' }),
  ),
)

export function adminFallStatisticsRoutes(app: ApiInstance, ctx: Context): void {
  app.get(
    '/admin/fall-statistics',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'listFallStatistics',
        summary: 'Count the falls of people who were deleted and whose statistics were kept',
        querystring: query,
        response: { 200: statisticsResponse },
      },
    },
    async (request) => success(await readFallStatistics(ctx, request.query.months)),
  )
}
