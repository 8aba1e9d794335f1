import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { pageQuery } from '../../platform/http/pagination.ts'
import { flag, timeSchema, timestamp } from '../../platform/http/schemas.ts'
import { parseDuration, secondsPerDay } from '../../platform/lib/duration.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'

export const readingsQuery = z
  .object({
    from: timeSchema.optional(),
    to: timeSchema.optional(),
    limit: pageQuery(100).limit,
    samples: flag('false'),
  })
  .refine(inOrder, { path: ['from'], error: fieldMessage('NOT_BEFORE', { field: 'to' }) })

export const vitalsQuery = z
  .object({
    from: timeSchema.optional(),
    to: timeSchema.optional(),
    bucket: z
      .string()
      .transform((text, context) => {
        const seconds = parseDuration(text)
        if (seconds && seconds <= secondsPerDay) return seconds
        context.addIssue(fieldMessage('NOT_DURATION'))
        return z.NEVER
      })
      .optional(),
  })
  .refine(inOrder, { path: ['from'], error: fieldMessage('NOT_BEFORE', { field: 'to' }) })

/** True unless a range ends before it begins. */
export function inOrder({ from, to }: { from?: Date | undefined; to?: Date | undefined }): boolean {
  return !from || !to || from < to
}

const vector = z.array(z.number())

export const readingsResponse = responseSchema(
  'A page of readings',
  z.array(
    z
      .object({
        timestamp,
        uptime: z.int(),
        accel: vector,
        gyro: vector,
        pressure: z.number().nullable(),
        fsr: z.number().nullable(),
        heartRate: z.int().nullable(),
        spo2: z.int().nullable(),
        batteryLevel: z.number().nullable(),
        wifiConnected: z.boolean().nullable(),
        bluetoothConnected: z.boolean().nullable(),
        sensorsInitialized: z.boolean().nullable(),
        fallConfidence: z.number(),
        healthScore: z
          .int()
          .nullable()
          .meta({ description: 'Null, as the vital signs, while the patient does not share them' }),
        samples: z
          .object({ rateHz: z.number(), values: z.array(vector) })
          .nullable()
          .meta({
            description:
              'The samples of the reading, if the device sent any and `samples` is `true`; otherwise null',
          }),
      })
      .meta({ id: 'Reading' }),
  ),
  {
    pagination: z.object({
      limit: z.int(),
      next: timestamp
        .nullable()
        .meta({ description: 'Pass it as `to` to get the next page; null on the last page' }),
    }),
  },
)

const range = z.object({ min: z.number(), avg: z.number(), max: z.number() }).nullable()

export const vitalsResponse = responseSchema(
  'The vital signs of each time span',
  z.array(
    z
      .object({
        timestamp,
        readings: z.int(),
        heartRate: range,
        oxygenSaturation: range,
        batteryLevel: range,
      })
      .meta({ id: 'Vitals' }),
  ),
)
