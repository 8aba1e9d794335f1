import { randomUUID } from 'node:crypto'
import type { Db } from '../../../src/platform/db/database.ts'
import { msPerDay } from '../../../src/platform/lib/duration.ts'
import type { House } from './house.ts'

/** About a patient, by number, written by one of their caregivers, by number. */
const notes: [patient: number, caregiver: number, daysAgo: number, text: string][] = [
  [0, 0, 40, 'Hears badly on the left. Speak slowly, and from the right.'],
  [0, 1, 6, 'The spare key is with Mr Okafor in number 12.\nHe is at home in the evenings.'],
  [3, 0, 12, 'New walking frame since Monday. She leaves it in the hall at night.'],
  [7, 0, 3, 'Takes the wearable off for the shower and forgets it there.'],
]

/** Writes what the caregivers have noted in the last weeks. */
export async function writeNotes(db: Db, { patients }: House, now: Date): Promise<void> {
  for (const [number, by, daysAgo, text] of notes) {
    const patient = patients[number]
    const author = patient?.caregivers[by] ?? patient?.caregivers[0]
    if (!patient || !author) continue
    await db.query(
      'insert into patient_notes (id, patient_id, author_id, text, created_at) values ($1, $2, $3, $4, $5)',
      [randomUUID(), patient.id, author.id, text, new Date(now.getTime() - daysAgo * msPerDay)],
    )
  }
}
