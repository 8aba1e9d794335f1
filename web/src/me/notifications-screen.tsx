import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { channelsQuery, contactsQuery } from '../api/queries.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { QueryState } from '../ui/query-state.tsx'
import { DutySection } from './duty-section.tsx'
import { MailSection } from './mail-section.tsx'
import { PushSection } from './push-section.tsx'
import { SoundControls } from './sound-controls.tsx'
import { UrlSection } from './url-section.tsx'
import './me.css'

type Contact = Schema<'Contact'>

const has = (contacts: Contact[], name: string) => contacts.some(({ channel }) => channel === name)

export function NotificationsScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const contacts = useQuery(contactsQuery)
  const channels = useQuery(channelsQuery)
  const { hash } = useLocation()
  const isComplete = contacts.isSuccess && channels.isSuccess
  // A part of the screen that somebody was led to, once what stands above it is there.
  useEffect(() => {
    if (isComplete && hash) document.getElementById(hash)?.scrollIntoView()
  }, [isComplete, hash])
  return (
    <>
      <ScreenTitle>{t('me.notifications.title')}</ScreenTitle>
      <p>{t('me.notifications.intro')}</p>
      <div className="me-columns">
        <QueryState query={contacts}>
          {(all) => (
            <QueryState query={channels}>
              {(known) =>
                known
                  .filter(({ personal, name, configured }) => personal && (configured || has(all, name)))
                  .map(({ name }) => <ChannelSection key={name} channel={name} contacts={all} />)
              }
            </QueryState>
          )}
        </QueryState>
        {me.role === 'CAREGIVER' && <SoundSection />}
        {me.role === 'CAREGIVER' && <DutySection />}
      </div>
    </>
  )
}

interface ChannelSectionProps {
  channel: Schema<'Channel'>['name']
  contacts: Contact[]
}

function ChannelSection({ channel, contacts }: ChannelSectionProps) {
  const own = contacts.filter((contact) => contact.channel === channel)
  if (channel === 'webhook') return null
  if (channel === 'push') return <PushSection contacts={own} />
  if (channel === 'mail') return <MailSection contacts={own} />
  return <UrlSection channel={channel} contacts={own} />
}

/** The alarm sound of the signed-in person in this browser. */
function SoundSection() {
  const { t } = useTranslation()
  return (
    <section id="sound" className="card" aria-labelledby="sound-title">
      <h2 id="sound-title">{t('me.sound.title')}</h2>
      <p className="muted">{t('me.sound.text')}</p>
      <SoundControls ownerId={useMe().id} />
    </section>
  )
}
