import type { Db } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { usableContact } from './contact.ts'

/** Whether any message can reach a person: whether they have a confirmed contact that works. */
export interface Reachability {
  /** The person. */
  id: string
  reachable: boolean
}

export function readReachability(db: Db, userIds: string[]): Promise<Reachability[]> {
  return db.query(
    `select users.id, exists (
       select from contacts where user_id = users.id and ${usableContact}
     ) as reachable
     from users where users.id = any($1::uuid[])`,
    [userIds],
    'read-reachability',
  )
}

/** Publishes that the contacts of a person have changed, on their own streams; a webhook belongs to nobody. */
export async function publishContactsChange(tx: Db, userId: string | null, at: Date): Promise<void> {
  if (userId) await appendEvent(tx, { type: 'contacts.changed', at, userId, subjectId: userId })
}
