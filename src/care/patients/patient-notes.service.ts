import { randomUUID } from 'node:crypto'
import { assertMayDeleteNote } from '../../accounts/access/policy.ts'
import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { lockUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import type { PageResult } from '../../platform/db/page.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { refusal } from '../../platform/lib/errors.ts'
import type { NotesQuery } from './patient-notes.schemas.ts'
import * as store from './patient-notes.store.ts'

export async function listNotesOf(
  ctx: Context,
  caller: Caller,
  patientId: string,
  page: NotesQuery,
): Promise<PageResult<store.PatientNote>> {
  await getReadablePatient(ctx, caller, patientId)
  return store.listNotes(ctx.db, patientId, page)
}

export async function addNote(
  ctx: Context,
  caller: Caller,
  patientId: string,
  text: string,
): Promise<store.PatientNote> {
  await getReadablePatient(ctx, caller, patientId)
  return ctx.db.transaction(async (tx) => {
    // The patient may be deleted at the same time.
    if (!(await lockUser(tx, patientId))) throw refusal('PATIENT_NOT_FOUND')
    const id = randomUUID()
    await store.insertNote(tx, { id, patientId, authorId: caller.actor.id, text, createdAt: ctx.now() })
    await audit(ctx, tx, caller, patientId, 'patient.note_added', `Note ${id} added`)
    await publish(ctx, tx, patientId)
    return (await store.findNote(tx, patientId, id)) as store.PatientNote
  })
}

/** For the author of the note, while the patient is assigned to them, and for admins. */
export async function removeNote(ctx: Context, caller: Caller, patientId: string, id: string): Promise<void> {
  await getReadablePatient(ctx, caller, patientId)
  const note = await store.findNote(ctx.db, patientId, id)
  if (!note) throw refusal('NOTE_NOT_FOUND')
  assertMayDeleteNote(caller.actor, note)
  await ctx.db.transaction(async (tx) => {
    if (!(await store.deleteNote(tx, id))) throw refusal('NOTE_NOT_FOUND')
    await audit(ctx, tx, caller, patientId, 'patient.note_deleted', `Note ${id} deleted`)
    await publish(ctx, tx, patientId)
  })
}

/** Says on live streams that there are other notes about a patient. */
function publish(ctx: Context, tx: Db, patientId: string): Promise<void> {
  return appendEvent(tx, { type: 'notes.changed', at: ctx.now(), patientId, subjectId: patientId })
}

function audit(
  ctx: Context,
  tx: Db,
  caller: Caller,
  subjectId: string,
  action: string,
  message: string,
): Promise<void> {
  return recordAuditEntry(ctx, tx, caller, { action, message, subjectId })
}
