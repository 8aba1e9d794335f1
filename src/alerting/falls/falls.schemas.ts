import { z } from 'zod'
import type { Cause } from '../../detection/fall-event.ts'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema, wholeNumber } from '../../platform/http/pagination.ts'
import { personSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { plainText } from '../../platform/lib/printable.ts'
import { incidentStates, outcomes } from '../model/incident.ts'
import { fallSources } from './fall-item.ts'

const level = z.enum(fallLevels)
const confidence = z
  .number()
  .min(0)
  .max(1)
  .meta({ description: 'How certain the fall is; above 0.5, caregivers are alerted', example: 0.4 })
const sorts = ['created_at', 'confidence'] as const

/** Somebody may lie on the floor: characters are no reason to refuse what they report. */
const reported = z.string().trim().max(2000).transform(plainText)

/** The confidence of the example is too low to alert anybody. */
export const fallBody = withExample(
  z.object({
    confidence,
    location: reported.optional().meta({ example: 'Kitchen' }),
    witnessed: z.boolean().optional(),
    injuries: reported.optional().meta({ example: 'A bruise on the left arm' }),
    patientId: z.unknown().optional().meta({
      description:
        'Your own id, if anything: a fall of somebody else is reported with `POST /patients/:id/falls`',
    }),
  }),
  { confidence: 0.4, location: 'Kitchen', witnessed: false, injuries: 'A bruise on the left arm' },
)
export type FallReport = z.infer<typeof fallBody>

/** The other headers stay as they are. */
export const fallHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, fieldMessage('NOT_IDEMPOTENCY_KEY'))
    .optional()
    .meta({
      description: 'The same report with the same key, sent again within 24 hours, creates no second fall',
    }),
})

export const newFallResponse = responseSchema(
  'The new fall, and how many caregivers were alerted',
  z
    .object({
      id: uuidSchema,
      userId: uuidSchema,
      confidence: z.number(),
      status: level,
      location: z.string().nullable(),
      witnessed: z.boolean().nullable(),
      createdAt: timestamp,
      alerts: z.object({ notified: z.boolean(), caregiverCount: z.int() }),
    })
    .meta({ id: 'NewFall' }),
)

const source = z
  .enum(fallSources)
  .meta({ description: 'Whether a device detected the fall, or a person reported it' })

const fallItem = z.object({
  id: uuidSchema,
  confidence: z.number(),
  status: level,
  source,
  location: z.string().nullable(),
  createdAt: timestamp,
  responded: z.boolean(),
  responseTime: z.int().nullable().meta({
    description:
      'Seconds from the fall to the first acknowledgement; null if nobody has answered, or if somebody reported it who was there',
  }),
})

/** What every list of falls shows. */
export const fallItemFields = fallItem.shape

export const fallsQuery = z.object({
  ...listQuery(sorts),
  status: level.optional(),
  days: wholeNumber(1, 3650)
    .default(30)
    .meta({ description: 'Only falls of the last N days; the default is 30' }),
})
export type FallsQuery = z.infer<typeof fallsQuery>

export const fallsResponse = responseSchema('A page of falls', z.array(fallItem.meta({ id: 'FallItem' })), {
  pagination: paginationSchema,
})

export const patientFallsResponse = responseSchema(
  'A page of falls',
  z.array(
    fallItem
      .extend({
        incident: z
          .object({
            id: uuidSchema.nullable().meta({ description: 'Null if the incident was deleted' }),
            state: z.enum(incidentStates),
            outcome: z.enum(outcomes).nullable(),
          })
          .nullable()
          .meta({ description: 'What became of it; null for a fall that nobody had to answer' }),
      })
      .meta({ id: 'PatientFall' }),
  ),
  { pagination: paginationSchema },
)

const maxStatisticsDays = 365

export const fallStatisticsQuery = z.object({
  days: wholeNumber(1, maxStatisticsDays)
    .default(90)
    .meta({ description: 'Only falls of the last N days; the default is 90' }),
})

const count = z.int().min(0)

export const fallStatisticsResponse = responseSchema(
  'How many falls there were from POTENTIAL on, by hour and week',
  z
    .object({
      days: z.int(),
      byHour: z.array(count).length(24).meta({ description: 'By the hour of the day, from 0 to 23' }),
      byWeek: z
        .array(z.object({ weekStart: z.iso.date().meta({ description: 'A Monday' }), count }))
        .meta({ description: 'All weeks of these days, also those without a fall' }),
      reported: count.meta({ description: 'How many of these falls people reported, instead of a device' }),
      nearFalls: count,
      falseAlarms: count,
      tests: count,
    })
    .meta({ id: 'FallStatistics' }),
)

export const recentFallsQuery = z.object({
  ...listQuery(sorts, 20),
  hours: wholeNumber(1, 8760)
    .default(24)
    .meta({ description: 'Only falls of the last N hours; the default is 24' }),
})
export type RecentFallsQuery = z.infer<typeof recentFallsQuery>

export const recentFallsResponse = responseSchema(
  'A page of falls',
  z.array(
    fallItem
      .extend({
        source: source.nullable(),
        responded: z.boolean().nullable(),
        userId: uuidSchema.nullable(),
        patientName: z.string().nullable(),
      })
      .meta({
        id: 'RecentFall',
        description: 'Most fields are null for caregivers who are not assigned to the patient',
      }),
  ),
  { pagination: paginationSchema },
)

const vector = z.array(z.number()).length(3)

const causes = ['impact', 'turn', 'stillness', 'pressure', 'foot', 'heart'] as const satisfies Cause[]

const evidence = z.strictObject({
  peakG: z.number().meta({ description: 'The peak acceleration in g', example: 5.4 }),
  turnDegrees: z
    .int()
    .nullable()
    .meta({ description: 'How far the body turned, in degrees; null if unknown', example: 82 }),
  stillSeconds: z
    .int()
    .meta({ description: 'The longest period of stillness after the impact, in seconds', example: 12 }),
  secondsSince: z.int().meta({
    description: 'Seconds from the impact to the reading that this evidence is based on',
    example: 14,
  }),
  gotUpAfterSeconds: z.int().nullable().meta({
    description: 'Seconds from the impact to getting up; null if the person has not got up',
    example: null,
  }),
  raisedBy: z
    .array(z.enum(causes))
    .meta({ description: 'What indicates a fall', example: ['impact', 'turn', 'stillness'] }),
})

export const fallResponse = responseSchema(
  'The fall',
  z
    .object({
      id: uuidSchema,
      userId: uuidSchema,
      deviceId: uuidSchema.nullable(),
      confidence: z.number(),
      status: level,
      source,
      reportedBy: personSchema.nullable().meta({ description: 'Who reported it for the patient' }),
      location: z.string().nullable(),
      witnessed: z.boolean().nullable(),
      injuries: z.string().nullable(),
      sensorData: z.object({ accel: vector, gyro: vector, timestamp }).nullable(),
      evidence: evidence
        .nullable()
        .meta({ description: 'What the detection is based on; null for a reported fall' }),
      alerts: z.array(
        z.object({
          caregiverId: uuidSchema,
          sent: z.boolean(),
          acknowledged: z.boolean(),
          timestamp,
        }),
      ),
      createdAt: timestamp,
    })
    .meta({ id: 'Fall' }),
)
