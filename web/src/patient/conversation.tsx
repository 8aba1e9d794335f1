import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { MessageForm } from './message-form.tsx'
import { type Correspondent, conversationQuery, type Message, noteRead } from './message-queries.ts'
import './messages.css'

/** What was written with one person, and the next message; what is shown here counts as read. */
export function Conversation({ person }: { person: Correspondent }) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  const messages = useQuery({ ...conversationQuery(person.id, pages), placeholderData: keepPreviousData })
  useMarkRead(messages.data?.data)
  return (
    <section className="stack" aria-labelledby="conversation">
      <h2 id="conversation">{t('patient.messages.with', { name: person.name })}</h2>
      <QueryState query={messages}>
        {({ data, hasOlder }) => (
          <>
            {hasOlder && (
              <Button isPending={messages.isPlaceholderData} onPress={() => setPages(pages + 1)}>
                {t('patient.messages.older')}
              </Button>
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

/** Says once they are shown that messages, newest first, were read: all of them in one request. */
function useMarkRead(messages: readonly Message[] | undefined): void {
  const { id: myId } = useMe()
  const client = useQueryClient()
  const newest = messages?.find(({ read, recipientId }) => !read && recipientId === myId)
  useEffect(() => {
    if (!newest) return
    const params = { path: { id: newest.id }, query: { earlier: 'true' as const } }
    request(api.POST('/api/messages/{id}/read', { params })).then(
      () => noteRead(client, newest),
      // They stay unread, and are marked when they are shown again.
      () => {},
    )
  }, [newest, client])
}
