import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Conversation } from './conversation.tsx'
import { Inbox } from './inbox.tsx'
import { type Correspondent, inboxQuery, recipientsQuery, threadsOf } from './message-queries.ts'
import './messages.css'

/** The inbox by person beside the conversation; on a phone one after the other. */
export function MessagesScreen() {
  const { t } = useTranslation()
  const { id: myId, role } = useMe()
  const [pages, setPages] = useState(1)
  const inbox = useQuery({ ...inboxQuery(pages), placeholderData: keepPreviousData })
  const { data: recipients = [] } = useQuery(recipientsQuery(role))
  const [openId, setOpenId] = useState<string>()
  const names = new Map(recipients.map(({ id, name }) => [id, name]))
  const person: Correspondent | undefined =
    openId === undefined
      ? undefined
      : { id: openId, name: names.get(openId) ?? t('patient.messages.unknownPerson') }
  return (
    <div className={person ? 'stack mail mail-open' : 'stack mail'}>
      <ScreenTitle>{t('patient.messages.title')}</ScreenTitle>
      <div className="mail-columns">
        <div className="mail-inbox">
          <QueryState query={inbox}>
            {({ data, hasOlder }) => (
              <>
                <Inbox
                  threads={threadsOf(data, myId)}
                  recipients={recipients}
                  openId={openId}
                  onOpen={setOpenId}
                />
                {hasOlder && (
                  <Button isPending={inbox.isPlaceholderData} onPress={() => setPages(pages + 1)}>
                    {t('patient.messages.older')}
                  </Button>
                )}
              </>
            )}
          </QueryState>
        </div>
        <div className="mail-conversation">
          {person ? (
            <>
              <div className="mail-back">
                <Button onPress={() => setOpenId(undefined)}>{t('patient.messages.back')}</Button>
              </div>
              <Conversation key={person.id} person={person} />
            </>
          ) : (
            <p className="muted mail-hint">{t('patient.messages.choose')}</p>
          )}
        </div>
      </div>
    </div>
  )
}
