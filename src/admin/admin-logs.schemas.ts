import { z } from 'zod'
import { responseSchema } from '../http/envelope.ts'
import { listQuery, paginationSchema } from '../http/pagination.ts'
import { timestamp, uuidSchema } from '../http/schemas.ts'
import { dateRange, inOrder, notInOrder } from './date-range.ts'

const levels = ['ERROR', 'WARNING', 'INFO'] as const

const level = z
  .enum(['error', 'warning', 'info'])
  .transform((name) => name.toUpperCase() as (typeof levels)[number])

export const logsQuery = z
  .object({
    ...listQuery(['created_at']),
    level: level.optional(),
    action: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'must be the name of an action')
      .optional()
      .meta({ description: 'Only entries with this action, such as `user.deleted`' }),
    actorId: uuidSchema.optional(),
    ...dateRange,
  })
  .refine(inOrder, notInOrder)

export const logsResponse = responseSchema(
  'A page of audit entries',
  z.array(
    z
      .object({
        id: uuidSchema,
        level: z.enum(levels),
        action: z.string(),
        message: z.string(),
        actorId: uuidSchema.nullable(),
        subjectId: uuidSchema.nullable(),
        ip: z.string().nullable(),
        requestId: z.string().nullable(),
        timestamp,
      })
      .meta({ id: 'AuditLine' }),
  ),
  { pagination: paginationSchema },
)
