import { z } from 'zod'
import { withExample } from '../../platform/http/examples.ts'
import { externalIdSchema, line } from '../../platform/http/schemas.ts'
import { listOf } from '../../platform/http/validation.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { checkSamples, sample, sampleRateHz, toMotion } from '../ingest/ingest.schemas.ts'
import { type ImpactWindow, idOfWindow, maxWindowSeconds } from './impact-window.ts'

/** What a device can say that happened, as opposed to a reading, which is what it measured. */
export const deviceEventTypes = [
  'sos',
  'sos_cancelled',
  'fall',
  'fall_cleared',
  'impact',
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

/** Those that say all by themselves; an impact has its motion with it. */
export const plainEventTypes = deviceEventTypes.filter(
  (type): type is Exclude<DeviceEventType, 'impact'> => type !== 'impact',
)

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
  /** Of an impact, which ended when it happened. */
  window?: ImpactWindow | undefined
}

/** Thirteen seconds at 100 Hz. */
const maxWindowRows = 1300

export const deviceEventBody = withExample(
  z
    .object({
      device_id: externalIdSchema,
      event: z.enum(deviceEventTypes).meta({ example: 'alive' }),
      event_id: z
        .string()
        .regex(/^[\x21-\x7e]{1,128}$/, fieldMessage('NOT_EVENT_ID'))
        .optional()
        .meta({
          description:
            'The same in every repetition: for a week it is the same event. Without it, the same event of a device within 10 seconds is the same, and an `impact` with the same samples.',
          example: '7f1c2a',
        }),
      at: z.iso
        .datetime({ offset: true, error: fieldMessage('NOT_TIMESTAMP') })
        .optional()
        .meta({
          description:
            'When it happened, of an `impact` when its last sample was measured; not in the future. An event that is older than 15 minutes is late: only `sos`, `fall` and `impact` still notify people.',
        }),
      battery_level: z.number().min(0).max(100).optional().meta({ description: 'In percent', example: 71 }),
      confidence: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .meta({ description: 'How sure the device is of a `fall`; without it, the fall is POTENTIAL' }),
      detail: line(200).optional().meta({ description: 'In words of the device', example: 'bathroom cord' }),
      samples: listOf(
        sample,
        { min: 1, max: maxWindowRows },
        {
          description: `The motion around an \`impact\`, up to ${maxWindowSeconds} seconds, like the samples of a reading. Requires sample_rate_hz`,
        },
      ).optional(),
      sample_rate_hz: sampleRateHz,
    })
    .check(checkSamples, checkWindow),
  { device_id: '00124B0024C8F1A7', event: 'alive', battery_level: 71 },
)
export type DeviceEventBody = z.infer<typeof deviceEventBody>

interface WindowFields {
  event: DeviceEventType
  samples?: z.infer<typeof sample>[] | undefined
  sample_rate_hz?: number | undefined
}

function checkWindow({ value, issues }: z.core.ParsePayload<WindowFields>): void {
  const { event, samples, sample_rate_hz: rateHz } = value
  const refuse = (message: string) =>
    issues.push({ code: 'custom', input: value, path: ['samples'], message })
  if (event === 'impact' && !samples) refuse(fieldMessage('REQUIRED_WITH', { fields: 'impact' }))
  if (samples && rateHz !== undefined && samples.length > maxWindowSeconds * rateHz)
    refuse(fieldMessage('TOO_MANY_SECONDS', { maximum: maxWindowSeconds }))
}

/** What is stored in four bytes, of which less than this would be too little to store. */
const leastStored = 1e-30
const storable = (value: number | undefined) => (value !== undefined && value < leastStored ? 0 : value)

/** Converts the field names of the API. */
export function toDeviceEvent(body: DeviceEventBody): DeviceEvent {
  const window = windowIn(body)
  return {
    externalId: body.device_id,
    event: body.event,
    eventId: body.event_id ?? (window && idOfWindow(window)),
    at: body.at === undefined ? undefined : new Date(body.at),
    batteryLevel: storable(body.battery_level),
    confidence: storable(body.confidence),
    detail: body.detail,
    window,
  }
}

function windowIn({ event, samples, sample_rate_hz: rateHz }: DeviceEventBody): ImpactWindow | undefined {
  if (event !== 'impact' || !samples || rateHz === undefined) return undefined
  return { rateHz, motions: samples.map(toMotion) }
}
