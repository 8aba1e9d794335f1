import { z } from 'zod'
import type { Motion } from '../../detection/motion.ts'
import type { SecondSummary } from '../../detection/peak-history.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { exampleDay, withExample } from '../../platform/http/examples.ts'
import { macSchema, text, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { listOf, withFastPath } from '../../platform/http/validation.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { canonicalMac } from '../../platform/lib/mac.ts'
import { printable } from '../../platform/lib/printable.ts'
import { placementSchema } from '../devices/devices.schemas.ts'
import { buttons, type Reading } from './reading.ts'

const deviceId = macSchema.meta({ example: 'AA:BB:CC:DD:EE:FF' })

const acceleration = z
  .number()
  .min(-2000)
  .max(2000)
  .meta({ description: 'Acceleration in m/s²', example: 9.81 })
const rotation = z.number().min(-20_000).max(20_000).meta({ description: 'Rotation in °/s', example: 0.5 })

/** Six numbers for each moment: accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z. */
export const sample = z.tuple([acceleration, acceleration, acceleration, rotation, rotation, rotation])

export const sampleRateHz = z.number().min(10).max(250).optional().meta({ description: 'Samples per second' })

const accelerationVector = z.tuple([acceleration, acceleration, acceleration])

const fields = {
  accel_x: acceleration,
  accel_y: acceleration,
  accel_z: acceleration,
  gyro_x: rotation,
  gyro_y: rotation,
  gyro_z: rotation,
  uptime_ms: z
    .int()
    .min(0)
    .meta({ description: 'The clock of the device in milliseconds', example: 123_456 }),
  // The store holds four-byte numbers; what they cannot hold is no pressure on this earth.
  pressure: z
    .number()
    .gt(0, fieldMessage('NOT_ABOVE', { limit: 0 }))
    .max(1e38)
    .optional()
    .meta({ description: 'Air pressure in hPa' }),
  fsr: z.number().min(0).max(1).optional().meta({ description: 'Foot pressure, from 0 to 1' }),
  heart_rate: z
    .int()
    .min(0)
    .max(300)
    .optional()
    .meta({ description: 'Heart rate in beats per minute', example: 72 }),
  spo2: z.int().min(0).max(100).optional().meta({ description: 'Oxygen saturation in percent', example: 97 }),
  battery_level: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: 'Battery level in percent', example: 81.5 }),
  wifi_connected: z.boolean().optional(),
  bluetooth_connected: z.boolean().optional(),
  sensors_initialized: z.boolean().optional(),
  firmware_version: text(100).optional().meta({ example: '2.1.0' }),
  signal_strength: z
    .int()
    .min(-32_768)
    .max(-1)
    .optional()
    .meta({ description: 'Signal strength in dBm', example: -61 }),
  samples: listOf(
    sample,
    { min: 1, max: 256 },
    {
      description:
        'The motion since the last request, oldest sample first and evenly spaced: [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z]. Requires sample_rate_hz',
    },
  ).optional(),
  sample_rate_hz: sampleRateHz,
  accel_peak: accelerationVector.optional().meta({
    description:
      'The largest acceleration of the second: [x, y, z] in m/s². Requires accel_mean and accel_spread',
    example: [0.4, 0.2, 12.1],
  }),
  accel_mean: accelerationVector.optional().meta({
    description:
      'The mean acceleration of the second: [x, y, z] in m/s². Requires accel_peak and accel_spread',
    example: [0.1, 0.2, 9.8],
  }),
  accel_spread: z.number().min(0).max(2000).optional().meta({
    description:
      'The standard deviation of the acceleration vector around its mean over the second, in m/s². Requires accel_peak and accel_mean',
    example: 0.6,
  }),
  accel_low_share: z.number().min(0).max(1).optional().meta({
    description:
      'The share of the samples of the second with an acceleration below 0.7 g (6.87 m/s²). Requires the other fields of a full summary',
    example: 0,
  }),
  accel_peak_at: z.number().min(0).max(1).optional().meta({
    description:
      'When in the second the first sample of at least 1.98 g (19.42 m/s²) was measured or, if there is none, the largest one: from 0, the beginning, to 1. Requires the other fields of a full summary',
    example: 0.35,
  }),
  accel_spread_first: z.number().min(0).max(2000).optional().meta({
    description:
      'The same as accel_spread for the samples of the first half of the second, each shortened to at most 1.98 g (19.42 m/s²). Requires the other fields of a full summary',
    example: 0.5,
  }),
  placement: placementSchema.optional(),
  button: z.enum(buttons).optional().meta({
    description: 'The button that the wearer pressed: `sos` asks for help, `ok` says that they are fine',
  }),
}

type Fields = z.infer<z.ZodObject<typeof fields>>

/** Samples mean nothing without their rate. */
export function checkSamples({
  value,
  issues,
}: z.core.ParsePayload<Pick<Fields, 'samples' | 'sample_rate_hz'>>): void {
  if (value.samples && value.sample_rate_hz === undefined) {
    issues.push({
      code: 'custom',
      input: value,
      path: ['sample_rate_hz'],
      message: fieldMessage('REQUIRED_WITH', { fields: 'samples' }),
    })
  }
}

const summaryFields = ['accel_peak', 'accel_mean', 'accel_spread'] as const
const detailFields = ['accel_low_share', 'accel_peak_at', 'accel_spread_first'] as const
const fullSummaryFields = [...summaryFields, ...detailFields] as const

/** The fields of a summary are only valid together, and so are those of a full one. */
function checkSummary({ value, issues }: z.core.ParsePayload<Fields>): void {
  const isFull = detailFields.some((name) => value[name] !== undefined)
  const wanted = isFull ? fullSummaryFields : summaryFields
  const given = wanted.filter((name) => value[name] !== undefined)
  if (given.length === 0 || given.length === wanted.length) return
  for (const name of wanted) {
    if (value[name] !== undefined) continue
    issues.push({
      code: 'custom',
      input: value,
      path: [name],
      message: fieldMessage('REQUIRED_WITH', { fields: given.join(' and ') }),
    })
  }
}

const clientTimestamp = z.iso.datetime({ offset: true, error: fieldMessage('NOT_TIMESTAMP') })

const anyReading = z
  .object({ device_id: deviceId, ...fields, client_timestamp: clientTimestamp.optional() })
  .check(checkSamples, checkSummary)

/** The fast path for nearly all readings: only known fields, and no blanks to trim. */
const plainReading = z
  .strictObject({
    device_id: z.string().regex(canonicalMac),
    ...fields,
    firmware_version: z
      .string()
      .regex(/^[\w.+-]{1,100}$/)
      .optional(),
  })
  .meta({
    dependencies: {
      samples: ['sample_rate_hz'],
      ...Object.fromEntries(summaryFields.map((name) => [name, [...summaryFields]])),
      ...Object.fromEntries(detailFields.map((name) => [name, [...fullSummaryFields]])),
    },
  })

/** A device on the wrist of somebody who sits. */
const atRest = {
  accel_x: 0.12,
  accel_y: -0.25,
  accel_z: 9.79,
  gyro_x: 0.5,
  gyro_y: -0.3,
  gyro_z: 0.1,
  uptime_ms: 123_456,
  heart_rate: 72,
  spo2: 97,
  battery_level: 81.5,
}

export const readingBody = withFastPath(
  withExample(anyReading, { device_id: 'AA:BB:CC:DD:EE:FF', ...atRest }),
  plainReading,
)

export type ReadingBody = z.infer<typeof readingBody>

const batchReading = z
  .object({ ...fields, client_timestamp: clientTimestamp })
  .check(checkSamples, checkSummary)

export const batchBody = withExample(
  z.object({
    device_id: deviceId,
    readings: listOf(batchReading, {
      min: 1,
      max: 100,
      tooMany: fieldMessage('TOO_MANY_READINGS', { maximum: 100 }),
    }),
  }),
  {
    device_id: 'AA:BB:CC:DD:EE:FF',
    readings: [
      { ...atRest, client_timestamp: `${exampleDay}T00:00:00.000Z` },
      { ...atRest, uptime_ms: 124_456, client_timestamp: `${exampleDay}T00:00:01.000Z` },
    ],
  },
)
export type BatchBody = z.infer<typeof batchBody>

/** The smallest number that the store, which holds four-byte numbers, keeps in full precision. */
const smallest = 2 ** -126

/** A number as it can be stored: one that is smaller is nothing that a sensor measures. */
const stored = (value: number) => (Math.abs(value) < smallest ? 0 : value)

const storedIfGiven = (value: number | undefined) => (value === undefined ? null : stored(value))

/** Converts the field names of the API. */
export function toReading(body: Fields): Reading {
  return {
    uptimeMs: body.uptime_ms,
    accel: [stored(body.accel_x), stored(body.accel_y), stored(body.accel_z)],
    gyro: [stored(body.gyro_x), stored(body.gyro_y), stored(body.gyro_z)],
    pressure: storedIfGiven(body.pressure),
    fsr: storedIfGiven(body.fsr),
    heartRate: body.heart_rate ?? null,
    spo2: body.spo2 ?? null,
    battery: storedIfGiven(body.battery_level),
    wifi: body.wifi_connected ?? null,
    bluetooth: body.bluetooth_connected ?? null,
    sensorsInitialized: body.sensors_initialized ?? null,
    // An invalid version is no reason to refuse a reading.
    firmware: body.firmware_version === undefined ? null : printable(body.firmware_version) || null,
    signal: body.signal_strength ?? null,
    placement: body.placement ?? null,
    button: body.button ?? null,
    samples:
      body.samples && body.sample_rate_hz !== undefined
        ? { rateHz: body.sample_rate_hz, motions: body.samples.map(toMotion) }
        : undefined,
    summary: toSummary(body),
  }
}

function toSummary({ accel_peak, accel_mean, accel_spread, ...full }: Fields): SecondSummary | undefined {
  if (!accel_peak || !accel_mean || accel_spread === undefined) return undefined
  const details = toDetails(full)
  return { peak: accel_peak, mean: accel_mean, spread: accel_spread, ...(details && { details }) }
}

function toDetails({ accel_low_share, accel_peak_at, accel_spread_first }: Partial<Fields>) {
  if (accel_low_share === undefined || accel_peak_at === undefined || accel_spread_first === undefined)
    return undefined
  return { lowShare: accel_low_share, peakAt: accel_peak_at, firstSpread: accel_spread_first }
}

export function toMotion([ax, ay, az, gx, gy, gz]: z.infer<typeof sample>): Motion {
  return { accel: [stored(ax), stored(ay), stored(az)], gyro: [stored(gx), stored(gy), stored(gz)] }
}

export const readingResponse = responseSchema(
  'The assessment of the reading',
  z
    .object({
      deviceId: uuidSchema,
      timestamp,
      fallDetected: z.boolean(),
      fallConfidence: z.number(),
      healthScore: z.int(),
      nextAllowedRequest: timestamp,
    })
    .meta({ id: 'Assessment' }),
)

export const batchResponse = responseSchema(
  'How many readings were stored',
  z
    .object({
      deviceId: uuidSchema,
      stored: z.int().meta({ description: 'How many readings were new' }),
      duplicates: z.int().meta({ description: 'How many readings were already stored' }),
      fallDetected: z.boolean(),
      nextAllowedRequest: timestamp,
    })
    .meta({ id: 'BatchResult' }),
)
