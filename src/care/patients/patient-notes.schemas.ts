import { z } from 'zod'
import { actingPersonSchema } from '../../alerting/model/acting-person.schemas.ts'
import { responseSchema } from '../../platform/http/envelope.ts'
import { withExample } from '../../platform/http/examples.ts'
import { listQuery, paginationSchema } from '../../platform/http/pagination.ts'
import { paragraphs, timestamp, uuidSchema } from '../../platform/http/schemas.ts'

const maxNoteLength = 2000

const noteSchema = z
  .object({
    id: uuidSchema,
    patientId: uuidSchema,
    author: actingPersonSchema,
    text: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'PatientNote' })

export const noteParams = z.object({ id: uuidSchema.toLowerCase(), noteId: uuidSchema.toLowerCase() })

export const notesQuery = z.object(listQuery(['created_at']))
export type NotesQuery = z.infer<typeof notesQuery>

export const noteBody = withExample(z.object({ text: paragraphs(maxNoteLength) }), {
  text: 'The key is with the neighbour on the left.',
})

export const noteResponse = responseSchema('The note', noteSchema)
export const notesResponse = responseSchema('A page of notes', z.array(noteSchema), {
  pagination: paginationSchema,
})
