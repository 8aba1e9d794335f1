import { type ActingPerson, actingPerson } from '../../alerting/model/acting-person.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'

/** A note about a patient; the name of its author is null after their account was deleted. */
export interface PatientNote {
  id: string
  patientId: string
  author: ActingPerson
  text: string
  createdAt: Date
}

const columns = `
  patient_notes.id, patient_id as "patientId", text, patient_notes.created_at as "createdAt",
  ${actingPerson('author_id', 'patient_notes.patient_id')} as author`

export type NewNote = Omit<PatientNote, 'author'> & { authorId: string }

export async function insertNote(tx: Db, note: NewNote): Promise<void> {
  await tx.query(
    'insert into patient_notes (id, patient_id, author_id, text, created_at) values ($1, $2, $3, $4, $5)',
    [note.id, note.patientId, note.authorId, note.text, note.createdAt],
  )
}

export async function findNote(db: Db, patientId: string, id: string): Promise<PatientNote | undefined> {
  const [note] = await db.query<PatientNote>(
    `select ${columns} from patient_notes where patient_notes.id = $2 and patient_id = $1`,
    [patientId, id],
  )
  return note
}

export function listNotes(db: Db, patientId: string, page: Page): Promise<PageResult<PatientNote>> {
  return listPage(
    db,
    {
      columns,
      from: 'patient_notes',
      where: 'patient_id = $1',
      values: [patientId],
      id: 'patient_notes.id',
      sorts: { created_at: 'patient_notes.created_at' },
    },
    page,
  )
}

/** False if the note does not exist any more. */
export async function deleteNote(tx: Db, id: string): Promise<boolean> {
  return (await tx.query('delete from patient_notes where id = $1 returning id', [id])).length > 0
}
