import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { overviewQuery } from '../api/queries.ts'

export type Message = Schema<'Message'>

/** Somebody one writes with. */
export interface Correspondent {
  id: string
  name: string
}

const inboxSize = 100
const conversationSize = 50

/** Reads the newest messages, up to the page that is asked for. */
async function readPages(
  pages: number,
  filter: { limit: number; conversationWith?: string },
  signal: AbortSignal,
) {
  const read = (page: number) =>
    request(api.GET('/api/messages', { signal, params: { query: { ...filter, page } } }))
  const answers = await Promise.all(Array.from({ length: pages }, (_, i) => read(i + 1)))
  // A message that came meanwhile has moved one to the next page.
  const messages = new Map(answers.flatMap(({ data }) => data.map((message) => [message.id, message])))
  const total = answers.at(-1)?.pagination.total ?? 0
  return { data: [...messages.values()], hasOlder: total > pages * filter.limit }
}

export const inboxQuery = (pages: number) =>
  queryOptions({
    queryKey: [...keys.messages, 'inbox', pages],
    queryFn: ({ signal }) => readPages(pages, { limit: inboxSize }, signal),
  })

export const conversationQuery = (personId: string, pages: number) =>
  queryOptions({
    queryKey: [...keys.messages, 'with', personId, pages],
    queryFn: ({ signal }) =>
      readPages(pages, { limit: conversationSize, conversationWith: personId }, signal),
  })

/** Knows that a message was read, and those that its sender wrote before, without asking for them again. */
export function noteRead(client: QueryClient, { senderId, createdAt }: Message): void {
  const isRead = (message: Message) => message.senderId === senderId && message.createdAt <= createdAt
  const read = (messages: Message[]) =>
    messages.map((message) => (isRead(message) ? { ...message, read: true } : message))
  for (const list of [['inbox'], ['with', senderId]])
    client.setQueriesData<{ data: Message[] }>(
      { queryKey: [...keys.messages, ...list] },
      (known) => known && { ...known, data: read(known.data) },
    )
}

/** Whom somebody can write to: their patients, or their caregivers. */
export const recipientsQuery = (role: Schema<'Me'>['role']) =>
  queryOptions({
    queryKey: [...keys.messages, 'recipients', role],
    queryFn: async ({ signal, client }): Promise<Correspondent[]> => {
      if (role === 'PATIENT') {
        const { caregivers } = (await request(api.GET('/api/patients/me', { signal }))).data
        return caregivers.map(({ id, name }) => ({ id, name }))
      }
      const patients = await client.ensureQueryData(overviewQuery)
      return patients.map(({ patientId, name }) => ({ id: patientId, name }))
    },
  })

/** What somebody has written with one person. */
export interface Thread {
  personId: string
  last: Message
  unread: number
}

/** Groups messages, which come newest first, by the other person. */
export function threadsOf(messages: readonly Message[], myId: string): Thread[] {
  const threads = new Map<string, Thread>()
  for (const message of messages) {
    const personId = message.senderId === myId ? message.recipientId : message.senderId
    const thread = threads.get(personId) ?? { personId, last: message, unread: 0 }
    if (message.recipientId === myId && !message.read) thread.unread++
    threads.set(personId, thread)
  }
  return [...threads.values()]
}
