import type { Db } from '../../platform/db/database.ts'
import type { Page, PageResult } from '../../platform/db/page.ts'
import { type Message, messageColumns } from './messages.store.ts'

export interface MessageFilter {
  unreadOnly: boolean
  conversationWith?: string | undefined
}

/** A list consists of disjoint parts, each of which one index returns in order of time. */
interface Parts {
  conditions: string[]
  values: unknown[]
}

const received = 'recipient_id = $1'
const unread = `${received} and read_at is null`
// Spelled as in the index messages_between.
const between = `least(sender_id, recipient_id) = least($1::uuid, $2::uuid)
  and greatest(sender_id, recipient_id) = greatest($1::uuid, $2::uuid)`

function partsOf(personId: string, { unreadOnly, conversationWith }: MessageFilter): Parts {
  if (conversationWith) {
    const condition = unreadOnly ? `${between} and ${unread}` : between
    return { conditions: [condition], values: [personId, conversationWith] }
  }
  // Nobody writes to themselves, so sent and received messages are disjoint.
  return { conditions: unreadOnly ? [unread] : ['sender_id = $1', received], values: [personId] }
}

/** Returns a page of the messages that a person sent or received. */
export async function listMessages(
  db: Db,
  personId: string,
  filter: MessageFilter,
  page: Page,
): Promise<PageResult<Message>> {
  const parts = partsOf(personId, filter)
  const total = await countMessages(db, parts)
  const passedOver = page.after ? 0 : (page.page - 1) * page.limit
  if (passedOver >= total) return { rows: [], total, endCursor: undefined }
  const rows = await readPage(db, parts, page, passedOver)
  const last = rows.at(-1)
  return {
    rows: rows.map(({ sortValue: _, ...message }) => message),
    total,
    endCursor: last && { value: last.sortValue, id: last.id },
  }
}

async function countMessages(db: Db, { conditions, values }: Parts): Promise<number> {
  const counts = conditions.map((condition) => `(select count(*) from messages where ${condition})`)
  const [counted] = await db.query<{ total: number }>(`select (${counts.join(' + ')})::int as total`, values)
  return counted?.total ?? 0
}

/**
 * Each part is read from its index only as far as the page reaches, the parts are merged, and only the messages of the
 * page are fetched. For a user with 100,000 of a million messages that took 0.4 ms; with "sent or received" as one
 * condition PostgreSQL fetched and sorted all of them, in 230 ms.
 */
function readPage(db: Db, { conditions, values }: Parts, page: Page, passedOver: number) {
  const { limit, order, after } = page
  const place = (n: number) => `$${values.length + n}`
  const inOrder = `order by created_at ${order}, id ${order}`
  const begin = after ? `and (created_at, id) ${order === 'asc' ? '>' : '<'} (${place(4)}, ${place(5)})` : ''
  const parts = conditions.map(
    (condition) =>
      `(select id, created_at from messages where ${condition} ${begin} ${inOrder} limit ${place(1)})`,
  )
  return db.query<Message & { sortValue: string }>(
    `select ${messageColumns}, created_at::text as "sortValue"
     from messages join (
       select id from (${parts.join(' union all ')}) as merged ${inOrder} limit ${place(2)} offset ${place(3)}
     ) as page using (id)
     ${inOrder}`,
    [...values, passedOver + limit, limit, passedOver, ...(after ? [after.value, after.id] : [])],
  )
}
