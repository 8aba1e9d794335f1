import type { Context } from '../../platform/context.ts'
import { adminOnly, tags } from '../../platform/http/admin-only.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { success } from '../../platform/http/envelope.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { tooMany } from '../../platform/lib/errors.ts'
import { detectionQuery, detectionResponse } from './admin-detection.schemas.ts'
import { readDetection } from './admin-detection.service.ts'

export function adminDetectionRoutes(app: ApiInstance, ctx: Context): void {
  // It takes more than a second of a processor for 100,000 incidents.
  const reports = createConcurrencyLimiter({
    maxConcurrent: 1,
    maxQueued: 20,
    refuse: () => tooMany('FIGURES_BUSY'),
  })

  app.get(
    '/admin/detection',
    {
      config: adminOnly(),
      schema: {
        tags,
        operationId: 'getDetectionFigures',
        summary: 'Get the outcomes of fall incidents and how fast they were answered',
        description:
          'By week, by source (detected by a device or reported by a person), by the level of the fall, and by device.',
        querystring: detectionQuery,
        response: { 200: detectionResponse },
      },
    },
    async (request) => success(await reports.run(() => readDetection(ctx, request.query.weeks))),
  )
}
