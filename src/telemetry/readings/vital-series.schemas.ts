import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { wholeNumber } from '../../platform/http/pagination.ts'
import { timeSchema, timestamp } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { inOrder } from './readings.schemas.ts'

const defaultPoints = 500

export const seriesQuery = z
  .object({
    from: timeSchema.optional(),
    to: timeSchema.optional(),
    points: wholeNumber(100, 2000)
      .default(defaultPoints)
      .meta({ description: `The most points to return; the default is ${defaultPoints}` }),
  })
  .refine(inOrder, { path: ['from'], error: fieldMessage('NOT_BEFORE', { field: 'to' }) })
export type SeriesQuery = z.infer<typeof seriesQuery>

const range = z
  .object({ min: z.number(), max: z.number(), avg: z.number() })
  .nullable()
  .meta({ description: 'Null if it was not measured' })

export const seriesResponse = responseSchema(
  'The vital signs, with the least and the greatest value of each point',
  z
    .object({
      from: timestamp,
      to: timestamp,
      bucketSeconds: z.int().meta({ description: 'How much time each point stands for' }),
      points: z.array(
        z.object({
          at: timestamp.meta({ description: 'When its time begins' }),
          heartRate: range,
          spo2: range,
        }),
      ),
    })
    .meta({ id: 'VitalSeries' }),
)
