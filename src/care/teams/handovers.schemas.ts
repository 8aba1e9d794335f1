import { z } from 'zod'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { paragraphs, personSchema, timestamp, uuidSchema } from '../../platform/http/schemas.ts'

const maxLength = 2000

export const handoverSchema = z
  .object({
    id: uuidSchema,
    teamId: uuidSchema,
    author: personSchema,
    text: z.string(),
    createdAt: timestamp,
    shiftStartsAt: timestamp
      .nullable()
      .meta({ description: 'The shift of the rota during which it was written; null if there was none' }),
    shiftEndsAt: timestamp.nullable(),
  })
  .meta({ id: 'Handover' })

export const handoversQuery = z.object(listQuery(['created_at']))

export const handoverBody = withExample(z.object({ text: paragraphs(maxLength) }), {
  text: 'A quiet night. Room 12 slept badly; please look in at eight.',
})

export const handoverResponse = responseSchema('The handover note', handoverSchema)
export const handoversResponse = responseSchema('A page of handover notes', z.array(handoverSchema), {
  pagination: paginationSchema,
})
