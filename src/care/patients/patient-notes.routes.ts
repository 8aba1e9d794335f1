import type { Context } from '../../platform/context.ts'
import type { ApiInstance } from '../../platform/http/api-instance.ts'
import { auditRead } from '../../platform/http/audited-reads.ts'
import { callerOf } from '../../platform/http/caller.ts'
import { deletedResponse, success } from '../../platform/http/envelope.ts'
import type { PageResponder } from '../../platform/http/page-cursors.ts'
import { idParams } from '../../platform/http/schemas.ts'
import * as schemas from './patient-notes.schemas.ts'
import { addNote, listNotesOf, removeNote } from './patient-notes.service.ts'

const tags = ['Patients']
const config = { access: ['CAREGIVER', 'ADMIN'] as const, errors: [404] }

/** The routes of notes about a patient; the patient reads them in the export of their data. */
export function patientNoteRoutes(
  app: ApiInstance,
  { ctx, respondWithPage }: { ctx: Context; respondWithPage: PageResponder },
): void {
  app.get(
    '/patients/:id/notes',
    {
      config,
      schema: {
        tags,
        operationId: 'listPatientNotes',
        summary: 'List the notes about a patient, newest first',
        params: idParams,
        querystring: schemas.notesQuery,
        response: { 200: schemas.notesResponse },
      },
    },
    async (request) => {
      const { id } = request.params
      const caller = callerOf(request)
      const page = await respondWithPage(request, request.query, (query) =>
        listNotesOf(ctx, caller, id, query),
      )
      await auditRead(ctx, request, id)
      return page
    },
  )

  app.post(
    '/patients/:id/notes',
    {
      config,
      schema: {
        tags,
        operationId: 'addPatientNote',
        summary: 'Add a note about a patient, for the others who take care of them',
        description: 'Patients do not see the notes here, but in the export of their data.',
        params: idParams,
        body: schemas.noteBody,
        response: { 201: schemas.noteResponse },
      },
    },
    async (request, reply) => {
      const note = await addNote(ctx, callerOf(request), request.params.id, request.body.text)
      return reply.code(201).send(success(note))
    },
  )

  app.delete(
    '/patients/:id/notes/:noteId',
    {
      config,
      schema: {
        tags,
        operationId: 'deletePatientNote',
        summary: 'Delete a note about a patient, as its author or an admin',
        params: schemas.noteParams,
        response: { 200: deletedResponse },
      },
    },
    async (request) => {
      const { id, noteId } = request.params
      await removeNote(ctx, callerOf(request), id, noteId)
      return success({ id: noteId, deleted: true as const })
    },
  )
}
