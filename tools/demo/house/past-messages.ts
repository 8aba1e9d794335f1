import { randomUUID } from 'node:crypto'
import type { Db } from '../../../src/platform/db/database.ts'
import { msPerHour } from '../../../src/platform/lib/duration.ts'
import type { House } from './house.ts'

/** Of a patient, by number, and their first caregiver; without an answer the message is unread. */
const talks: [patient: number, hoursAgo: number, question: string, answer?: string][] = [
  [
    0,
    50,
    'Anna, could you look at my wearable? The strap pinches.',
    'I will bring a softer one tomorrow morning.',
  ],
  [0, 3, 'The new strap is much better. Thank you!'],
  [3, 30, 'Is the doctor coming on Thursday or on Friday?', 'On Friday at ten. I will be there, too.'],
  [7, 5, 'My wearable has been beeping since breakfast.'],
  [8, 74, 'Can I take it off in the pool?', 'Better keep it on, Margaret: it is waterproof.'],
  [9, 26, 'I am at my daughter’s until tomorrow.', 'Have a good time! Remember to take the charger.'],
  [11, 8, 'I slept badly. Could we go for our walk in the afternoon?', 'Gladly. I pick you up at three.'],
]

/** Writes the conversations of the last days. */
export async function writeMessages(db: Db, { patients }: House, now: Date): Promise<void> {
  const insert = (senderId: string, recipientId: string, content: string, at: Date, readAt: Date | null) =>
    db.query(
      `insert into messages (id, sender_id, recipient_id, content, type, created_at, read_at)
       values ($1, $2, $3, $4, 'TEXT', $5, $6)`,
      [randomUUID(), senderId, recipientId, content, at, readAt],
    )
  for (const [number, hoursAgo, question, answer] of talks) {
    const patient = patients[number]
    const caregiver = patient?.caregivers[0]
    if (!patient || !caregiver) continue
    const askedAt = new Date(now.getTime() - hoursAgo * msPerHour)
    const answeredAt = new Date(askedAt.getTime() + 0.4 * msPerHour)
    await insert(patient.id, caregiver.id, question, askedAt, answer ? answeredAt : null)
    if (answer)
      await insert(caregiver.id, patient.id, answer, answeredAt, new Date(answeredAt.getTime() + msPerHour))
  }
}
