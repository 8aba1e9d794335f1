import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { purposes } from './channels/channel.ts'
import { channelNames } from './channels/channels.ts'
import { deliveryStates } from './delivery.ts'
import { sendFailureSchema } from './send-failures.ts'

export const deliveriesQuery = z.object({
  ...listQuery(['created_at']),
  state: z.enum(deliveryStates).optional(),
  channel: z.enum(channelNames).optional(),
  userId: uuidSchema.toLowerCase().optional(),
  incidentId: uuidSchema.toLowerCase().optional(),
})

const deliveryFields = {
  id: uuidSchema,
  incidentId: uuidSchema.nullable(),
  step: z
    .int()
    .nullable()
    .meta({ description: 'The step of the escalation, from 1; null for a test or a note' }),
  purpose: z.enum(purposes),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: timestamp,
  sentAt: timestamp.nullable().meta({ description: 'When the receiver accepted it' }),
  error: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
  failure: sendFailureSchema,
}

export const deliveryResponse = responseSchema('The delivery', z.object(deliveryFields))

export const deliveriesResponse = responseSchema(
  'A page of deliveries',
  z.array(
    z
      .object({
        ...deliveryFields,
        channel: z.enum(channelNames),
        contact: z.string().meta({ description: 'What is shown of the address' }),
        person: z.object({ id: uuidSchema, name: z.string() }).nullable(),
      })
      .meta({ id: 'Delivery' }),
  ),
  { pagination: paginationSchema },
)
