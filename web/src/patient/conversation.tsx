import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { MessageForm } from './message-form.tsx'
import { type Correspondent, conversationQuery, type Message } from './message-queries.ts'
import './messages.css'

const maxPages = 2

/** Conversation is what was written with one person, and the next message; what is shown here counts as read. */
export function Conversation({ person }: { person: Correspondent }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const messages = useQuery({ ...conversationQuery(person.id, pages), placeholderData: keepPreviousData })
  useMarkRead(messages.data?.data)
  return (
    <section className="stack" aria-labelledby="conversation">
      <h2 id="conversation">{t('patient.messages.with', { name: person.name })}</h2>
      <QueryState query={messages}>
        {({ data, pagination }) => (
          <>
            {pagination.total > data.length && pages < maxPages && (
              <Button onPress={() => setPages(pages + 1)}>{t('patient.messages.older')}</Button>
            )}
            {data.length === 0 && <p className="muted">{t('patient.messages.noneYet')}</p>}
            <ol className="messages" aria-live="polite">
              {data.toReversed().map((message) => (
                <MessageItem key={message.id} message={message} sender={person.name} />
              ))}
            </ol>
          </>
        )}
      </QueryState>
      <MessageForm key={person.id} person={person} />
    </section>
  )
}

function MessageItem({ message, sender }: { message: Message; sender: string }) {
  const { t } = useTranslation()
  const isMine = message.senderId === useMe().id
  return (
    <li className={isMine ? 'message message-mine' : 'message'}>
      <p className="message-head">
        {isMine ? t('patient.messages.you') : sender} · <ClockTime at={message.createdAt} />
        {isMine && message.read && ` · ${t('patient.messages.seen')}`}
      </p>
      <p className="message-text">{message.content}</p>
    </li>
  )
}

/** useMarkRead says of each message that it was read, once it is shown. */
function useMarkRead(messages: readonly Message[] | undefined): void {
  const { id: myId } = useMe()
  const client = useQueryClient()
  const marked = useRef(new Set<string>())
  useEffect(() => {
    const unread = (messages ?? []).filter(
      ({ id, read, recipientId }) => !read && recipientId === myId && !marked.current.has(id),
    )
    if (unread.length === 0) return
    for (const { id } of unread) marked.current.add(id)
    const mark = ({ id }: Message) =>
      request(api.POST('/api/messages/{id}/read', { params: { path: { id } } })).catch(() =>
        // It stays unread, and is marked when it is shown again.
        marked.current.delete(id),
      )
    void Promise.all(unread.map(mark)).then(() => client.invalidateQueries({ queryKey: keys.messages }))
  }, [messages, myId, client])
}
