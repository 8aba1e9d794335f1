import type { Db } from '../../platform/db/database.ts'

export const messageTypes = ['TEXT', 'ALERT', 'NOTIFICATION'] as const
export type MessageType = (typeof messageTypes)[number]

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
 * Returns undefined, and inserts nothing, if one of the two users does not exist. It locks both in a
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

/** How many messages somebody has not read. Nobody counts more than these. */
const unreadOf = (personId: string) => `(
  select count(*)::int from (
    select from messages as unread where recipient_id = ${personId} and read_at is null limit 100
  ) as counted) as unread`

/** Returns those that exist, in no particular order, with how many their recipients have not read. */
export function findReceivedMessages(
  db: Db,
  ids: readonly string[],
): Promise<(Message & { unread: number })[]> {
  return db.query(
    `select ${messageColumns}, ${unreadOf('messages.recipient_id')} from messages where id = any($1)`,
    [ids],
    'find-received-messages',
  )
}

/** Returns by person how many messages they have not read; 100 stands for more. */
export function countUnread(db: Db, personIds: readonly string[]): Promise<{ id: string; unread: number }[]> {
  return db.query(
    `select person.id, ${unreadOf('person.id')} from unnest($1::uuid[]) as person (id)`,
    [personIds],
    'count-unread',
  )
}

/** Keeps the first time. It returns what it has marked. */
export function markMessageRead(db: Db, id: string, at: Date): Promise<{ id: string }[]> {
  return db.query('update messages set read_at = $2 where id = $1 and read_at is null returning id', [id, at])
}

/** Marks a message, and those that its sender wrote to its recipient before; in order, against deadlocks. */
export function markReadUntil(db: Db, id: string, at: Date): Promise<{ id: string }[]> {
  return db.query(
    `with unread as (
       select messages.id
       from messages as last
       join messages using (recipient_id, sender_id)
       where last.id = $1 and messages.read_at is null
         and (messages.created_at, messages.id) <= (last.created_at, last.id)
       order by messages.created_at, messages.id for no key update of messages
     )
     update messages set read_at = $2 from unread where messages.id = unread.id returning messages.id`,
    [id, at],
  )
}
