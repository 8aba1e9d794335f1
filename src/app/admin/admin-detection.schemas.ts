import { z } from 'zod'
import { likelyLevels } from '../../detection/levels/fall-level.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { wholeNumber } from '../../platform/http/pagination.ts'
import { timestamp, uuidSchema } from '../../platform/http/schemas.ts'

export const detectionQuery = z.object({
  weeks: wholeNumber(1, 104)
    .default(12)
    .meta({ description: 'How many weeks, the current one included; the default is 12' }),
})

const seconds = (description: string) => z.number().nullable().meta({ description, example: 41.5 })
const share = (description: string) =>
  z.number().min(0).max(1).nullable().meta({ description, example: 0.975 })

const figures = {
  incidents: z.int(),
  realFalls: z.int().meta({ description: 'Resolved as `REAL_FALL`' }),
  nearFalls: z.int(),
  falseAlarms: z.int(),
  tests: z.int(),
  other: z.int().meta({ description: 'Resolved as `HELP_GIVEN` or `OTHER`' }),
  cancelled: z.int().meta({ description: 'Cancelled by the patient' }),
  unlabelled: z.int().meta({ description: 'Without an outcome, for example because they are not resolved' }),
  precision: share('Real falls as a share of real falls and false alarms; null if there are neither'),
  medianAcknowledgeSeconds: seconds('From the opening to the first acknowledgement'),
  medianResolveSeconds: seconds('From the opening to the resolution'),
  answeredWithin60s: share(
    'The share that was acknowledged or resolved within 60 seconds; those that were cancelled, are being checked or were opened less than 60 seconds ago do not count',
  ),
  answeredWithin180s: share('The same for 180 seconds'),
}

export const detectionResponse = responseSchema(
  'The figures',
  z
    .object({
      from: timestamp,
      to: timestamp,
      total: z.object(figures),
      byWeek: z.array(
        z.object({
          week: z.iso.date().meta({ description: 'The Monday on which it begins, in UTC' }),
          ...figures,
        }),
      ),
      bySource: z.array(z.object({ source: z.enum(['DETECTED', 'REPORTED']), ...figures })),
      byLevel: z.array(z.object({ level: z.enum(likelyLevels), ...figures })),
      byDevice: z
        .array(
          z.object({
            deviceId: uuidSchema,
            deviceName: z.string().nullable().meta({ description: 'Null if the device was deleted' }),
            ...figures,
          }),
        )
        .meta({ description: 'At most 100 devices, those with the most false alarms first' }),
    })
    .meta({ id: 'Detection' }),
)
