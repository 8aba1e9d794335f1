import { z } from 'zod'
import { withExample } from '../../platform/http/examples.ts'
import { externalIdSchema, line } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'

/** What a device can say that happened, as opposed to a reading, which is what it measured. */
export const deviceEventTypes = [
  'sos',
  'sos_cancelled',
  'fall',
  'fall_cleared',
  'bed_exit',
  'bed_return',
  'door_opened',
  'door_closed',
  'no_motion',
  'motion',
  'assist',
  'tamper',
  'test',
  'battery',
  'alive',
] as const
export type DeviceEventType = (typeof deviceEventTypes)[number]

/** An event of a device, from any way in. */
export interface DeviceEvent {
  /** As the device, or its gateway, writes it. */
  externalId: string
  event: DeviceEventType
  /** The same in every repetition, for a week. Without one, the same event of a device within 10 seconds is the same. */
  eventId?: string | undefined
  /** When it happened, if that is known; not in the future. */
  at?: Date | undefined
  /** In percent. */
  batteryLevel?: number | undefined
  /** Of a fall, from 0 to 1. */
  confidence?: number | undefined
  /** In words of the device, such as which button of several. */
  detail?: string | undefined
}

export const deviceEventBody = withExample(
  z.object({
    device_id: externalIdSchema,
    event: z.enum(deviceEventTypes).meta({ example: 'alive' }),
    event_id: z
      .string()
      .regex(/^[\x21-\x7e]{1,128}$/, fieldMessage('NOT_EVENT_ID'))
      .optional()
      .meta({
        description:
          'The same in every repetition: for a week it is the same event. Without it, the same event of a device within 10 seconds is the same.',
        example: '7f1c2a',
      }),
    at: z.iso
      .datetime({ offset: true, error: fieldMessage('NOT_TIMESTAMP') })
      .optional()
      .meta({
        description:
          'When it happened; not in the future. An event that is older than 15 minutes is late: only `sos` and `fall` still notify people.',
      }),
    battery_level: z.number().min(0).max(100).optional().meta({ description: 'In percent', example: 71 }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: 'How sure the device is of a `fall`; without it, the fall is POTENTIAL' }),
    detail: line(200).optional().meta({ description: 'In words of the device', example: 'bathroom cord' }),
  }),
  { device_id: '00124B0024C8F1A7', event: 'alive', battery_level: 71 },
)
export type DeviceEventBody = z.infer<typeof deviceEventBody>

/** What is stored in four bytes, of which less than this would be too little to store. */
const leastStored = 1e-30
const storable = (value: number | undefined) => (value !== undefined && value < leastStored ? 0 : value)

/** Converts the field names of the API. */
export function toDeviceEvent(body: DeviceEventBody): DeviceEvent {
  return {
    externalId: body.device_id,
    event: body.event,
    eventId: body.event_id,
    at: body.at === undefined ? undefined : new Date(body.at),
    batteryLevel: storable(body.battery_level),
    confidence: storable(body.confidence),
    detail: body.detail,
  }
}
