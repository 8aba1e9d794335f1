import { z } from 'zod'
import { releaseNotifications } from '../../alerting/incidents/release-notifications.service.ts'
import { restartWatch } from '../../alerting/monitoring/watch-devices.ts'
import type { NotificationHold } from '../../alerting/notifications/hold.ts'
import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { responseSchema, success } from '../../platform/http/envelope.ts'

const releasedResponse = responseSchema(
  'What the release has led to',
  z
    .object({
      incidents: z.int().meta({ description: 'Open incidents that begin anew' }),
      cancelled: z.int().meta({ description: 'Messages of before that are not sent any more' }),
    })
    .meta({ id: 'ReleasedNotifications' }),
)

interface ReleaseParts {
  ctx: Context
  hold: NotificationHold
}

export function releaseRoutes(app: ApiInstance, { ctx, hold }: ReleaseParts): void {
  app.post(
    '/admin/release-notifications',
    {
      config: { access: ['ADMIN'], errors: [409] },
      schema: {
        tags: ['Administration'],
        operationId: 'releaseNotifications',
        summary: 'Let messages leave a service that was held',
        description:
          'A service on a restored or copied database sends no messages until then, as `held` in the health report says. ' +
          'What was due before is not sent: open incidents begin anew. 409 while messages are not held, or `NOTIFICATIONS=held` is set.',
        response: { 200: releasedResponse },
      },
    },
    async (request) => {
      const released = await releaseNotifications(ctx, callerOf(request), restartWatch)
      await hold.refresh()
      return success(released)
    },
  )
}
