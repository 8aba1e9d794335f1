import { z } from 'zod'
import { fallItemFields } from '../../alerting/falls/falls.schemas.ts'
import { fallLevels } from '../../detection/levels/fall-level.ts'
import { severities } from '../../detection/levels/severity.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { optionalParagraphs, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { dateRange, inOrder, notInOrder } from './date-range.ts'

const severity = z.enum(severities)

export const adminFallsQuery = z
  .object({
    ...listQuery(['created_at', 'confidence']),
    status: z.enum(fallLevels).optional(),
    severity: severity.optional(),
    patientId: uuidSchema.optional(),
    ...dateRange,
  })
  .refine(inOrder, notInOrder)
export type AdminFallsQuery = z.infer<typeof adminFallsQuery>

const adminFall = z
  .object({
    ...fallItemFields,
    userId: uuidSchema,
    patientName: z.string(),
    severity: severity.nullable(),
    investigation: z.object({
      flagged: z.boolean(),
      flaggedAt: timestamp.nullable(),
      flaggedBy: uuidSchema.nullable(),
      note: z.string().nullable(),
    }),
  })
  .meta({ id: 'AdminFall' })

export const adminFallResponse = responseSchema('The fall, flagged', adminFall)
export const adminFallsResponse = responseSchema('A page of falls', z.array(adminFall), {
  pagination: paginationSchema,
})

export const investigationBody = withExample(
  z.object({
    note: optionalParagraphs(2000)
      .optional()
      .meta({ description: 'Without it, an existing note is kept; an empty text removes it' }),
  }),
  { note: 'Ask the caregiver how it happened' },
)
