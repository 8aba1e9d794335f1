import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'

const vector = z.array(z.number())

const traceReading = z.object({
  timestamp,
  offsetMs: z.int().meta({ description: 'Milliseconds from the impact; negative before it', example: -1000 }),
  uptime: z.int(),
  accel: vector,
  gyro: vector,
  pressure: z.number().nullable(),
  fsr: z.number().nullable(),
  fallConfidence: z.number(),
  heartRate: z.int().nullable(),
  spo2: z.int().nullable(),
  samples: z
    .object({ rateHz: z.number(), values: z.array(vector) })
    .nullable()
    .meta({
      description:
        'The samples of the reading, if the device sent any: acceleration, then rotation. The last one was measured at `offsetMs`, the others 1/`rateHz` seconds apart before it',
    }),
})

export const fallTraceResponse = responseSchema(
  'The readings around the impact, oldest first; none for a reported fall',
  z
    .object({
      fallId: uuidSchema,
      impactAt: timestamp.meta({ description: 'The strongest impact' }),
      from: timestamp,
      to: timestamp,
      readings: z.array(traceReading),
    })
    .meta({ id: 'FallTrace' }),
)
