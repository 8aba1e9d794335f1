import type { Db } from '../db/database.ts'
import type { MessageType } from './message-type.ts'

export interface NewMessage {
  id: string
  senderId: string
  recipientId: string
  content: string
  type: MessageType
  createdAt: Date
}

export interface Message extends NewMessage {
  read: boolean
}

export const messageColumns = `
  messages.id, messages.sender_id as "senderId", messages.recipient_id as "recipientId", messages.content,
  messages.type, messages.read_at is not null as read, messages.created_at as "createdAt"`

/**
 * insertMessage returns undefined, and inserts nothing, if one of the two users does not exist. It locks both in a
 * fixed order, so that neither is deleted between the check and the insert.
 */
export async function insertMessage(db: Db, message: NewMessage): Promise<Message | undefined> {
  const [inserted] = await db.query<Message>(
    `with people as (select id from users where id in ($2, $3) order by id for key share)
     insert into messages (id, sender_id, recipient_id, content, type, created_at)
     select $1, $2, $3, $4, $5, $6 where (select count(*) from people) = 2
     returning ${messageColumns}`,
    [message.id, message.senderId, message.recipientId, message.content, message.type, message.createdAt],
  )
  return inserted
}

export async function findMessage(db: Db, id: string): Promise<Message | undefined> {
  const [message] = await db.query<Message>(`select ${messageColumns} from messages where id = $1`, [id])
  return message
}

/** findMessages returns those that exist, in no particular order. */
export function findMessages(db: Db, ids: readonly string[]): Promise<Message[]> {
  return db.query(`select ${messageColumns} from messages where id = any($1)`, [ids], 'find-messages')
}

/** markMessageRead keeps the first time. */
export async function markMessageRead(db: Db, id: string, at: Date): Promise<void> {
  await db.query('update messages set read_at = $2 where id = $1 and read_at is null', [id, at])
}
