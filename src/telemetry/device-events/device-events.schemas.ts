import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { deviceEventTypes } from './device-event.ts'
import { storedActions } from './device-events.store.ts'
import { deviceEventActions } from './record-device-event.ts'

const eventId = z.string().meta({ description: 'As the device gave it, or made by the service' })

export const eventOutcomeResponse = responseSchema(
  'What came of the event',
  z
    .object({
      eventId,
      action: z.enum(deviceEventActions).meta({
        description:
          '`OPENED` an incident, `JOINED` an unresolved one, was `RECORDED`, or `REPEATED` one that is known',
      }),
      incidentId: uuidSchema.nullable(),
    })
    .meta({ id: 'DeviceEventOutcome' }),
)

export const eventsQuery = z.object(listQuery(['received_at'], 20))

export const eventsResponse = responseSchema(
  'A page of events',
  z.array(
    z
      .object({
        eventId,
        event: z.enum(deviceEventTypes),
        at: timestamp.meta({ description: 'When it happened, as the device says' }),
        receivedAt: timestamp,
        late: z.boolean().meta({ description: 'Received more than 15 minutes after it happened' }),
        batteryLevel: z.number().nullable(),
        confidence: z
          .number()
          .nullable()
          .meta({ description: 'Of a `fall` as the device says, of an `impact` as the detector found' }),
        detail: z.string().nullable(),
        action: z.enum(storedActions),
        incidentId: uuidSchema.nullable(),
        repeats: z.int().meta({ description: 'How often it was said again' }),
      })
      .meta({ id: 'DeviceEvent' }),
  ),
  { pagination: paginationSchema },
)
