import { queryOptions } from '@tanstack/react-query'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { overviewQuery } from '../api/queries.ts'

export type Message = Schema<'Message'>

/** Correspondent is somebody one writes with. */
export interface Correspondent {
  id: string
  name: string
}

const inboxSize = 100
const conversationSize = 50

export const inboxQuery = queryOptions({
  queryKey: [...keys.messages, 'inbox'],
  queryFn: async ({ signal }) =>
    (await request(api.GET('/api/messages', { signal, params: { query: { limit: inboxSize } } }))).data,
})

export const conversationQuery = (personId: string, pages: number) =>
  queryOptions({
    queryKey: [...keys.messages, 'with', personId, pages],
    queryFn: ({ signal }) => {
      const query = { conversationWith: personId, limit: Math.min(100, conversationSize * pages) }
      return request(api.GET('/api/messages', { signal, params: { query } }))
    },
  })

/** recipientsQuery is whom somebody can write to: their patients, or their caregivers. */
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

/** Thread is what somebody has written with one person. */
export interface Thread {
  personId: string
  last: Message
  unread: number
}

/** threadsOf groups messages, which come newest first, by the other person. */
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
