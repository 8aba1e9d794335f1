import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contactsQuery } from '../api/queries.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { QueryState } from '../ui/query-state.tsx'
import { DutySection } from './duty-section.tsx'
import { MailSection } from './mail-section.tsx'
import { NtfySection } from './ntfy-section.tsx'
import { PushSection } from './push-section.tsx'
import { SoundSection } from './sound-section.tsx'
import './me.css'

export function NotificationsScreen() {
  const { t } = useTranslation()
  const me = useMe()
  const contacts = useQuery(contactsQuery)
  return (
    <>
      <ScreenTitle>{t('me.notifications.title')}</ScreenTitle>
      <p>{t('me.notifications.intro')}</p>
      <div className="me-columns">
        <QueryState query={contacts}>
          {(all) => (
            <>
              <PushSection contacts={all.filter(({ channel }) => channel === 'push')} />
              <MailSection contacts={all.filter(({ channel }) => channel === 'mail')} />
              <NtfySection contacts={all.filter(({ channel }) => channel === 'ntfy')} />
            </>
          )}
        </QueryState>
        {me.role === 'CAREGIVER' && <SoundSection />}
        {me.role === 'CAREGIVER' && <DutySection />}
      </div>
    </>
  )
}
