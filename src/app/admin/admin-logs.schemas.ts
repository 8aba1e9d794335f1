import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { flag, timestamp, uuidSchema } from '../../platform/http/schemas.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { mentionKinds } from './audit-mentions.store.ts'
import { dateRange, inOrder, notInOrder } from './date-range.ts'

const levels = ['ERROR', 'WARNING', 'INFO'] as const

const level = z
  .enum(['error', 'warning', 'info'])
  .transform((name) => name.toUpperCase() as (typeof levels)[number])

const nameSchema = z
  .string()
  .nullable()
  .optional()
  .meta({ description: 'With `names=true`; null if it is no person, or the account was deleted' })

const mentionSchema = z
  .object({
    id: uuidSchema,
    kind: z.enum(mentionKinds),
    name: z.string().nullable().meta({ description: 'Of an incident or a fall, the name of the patient' }),
  })
  .meta({ id: 'AuditMention' })

export const logsQuery = z
  .object({
    ...listQuery(['created_at']),
    level: level.optional(),
    action: z
      .string()
      .regex(/^[\w.-]{1,100}$/, fieldMessage('NOT_ACTION'))
      .optional()
      .meta({ description: 'Only entries with this action, such as `user.deleted`' }),
    actorId: uuidSchema.optional(),
    names: flag('false').meta({ description: '`true` adds `actorName`, `subjectName` and `mentions`' }),
    reads: flag('true').meta({
      description: '`false` leaves out that people have read records, which most entries say',
    }),
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
        actorName: nameSchema,
        subjectId: uuidSchema.nullable(),
        subjectName: nameSchema,
        mentions: z.array(mentionSchema).optional().meta({
          description:
            'With `names=true`: the records whose ids are in `actorId`, `subjectId` or `message`. One that is missing was deleted',
        }),
        ip: z.string().nullable(),
        requestId: z.string().nullable(),
        timestamp,
      })
      .meta({ id: 'AuditLine' }),
  ),
  { pagination: paginationSchema },
)
