import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { webhookEvents } from './contact.ts'

const events = z
  .array(z.enum(webhookEvents))
  .min(1)
  .max(webhookEvents.length)
  .nullable()
  .meta({ description: 'The events that the webhook receives; null for all' })

export const newWebhookBody = withExample(
  z.object({ url: z.string().trim().max(1000), events: events.optional() }),
  { url: 'https://example.org/fallwatch' },
)
export type NewWebhook = z.infer<typeof newWebhookBody>

export const newWebhookResponse = responseSchema(
  'The webhook, with its secret',
  z.object({
    id: uuidSchema,
    url: z.string(),
    events,
    secret: z
      .string()
      .meta({ description: 'Signs the messages; it is shown only this once', example: 'whsec_…' }),
  }),
)

export const webhooksResponse = responseSchema(
  'The webhooks',
  z.array(
    z
      .object({
        id: uuidSchema,
        url: z.string(),
        events,
        createdAt: timestamp,
        endedAt: timestamp.nullable().meta({ description: 'Since when the receiver has answered 410' }),
        endReason: z.string().nullable(),
      })
      .meta({ id: 'Webhook' }),
  ),
)
