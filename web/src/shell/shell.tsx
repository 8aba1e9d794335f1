import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { AlarmSound } from './alarm-sound.tsx'
import { HeldBanner } from './held-banner.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { lazyPart } from './lazy-part.ts'
import { LiveBanner } from './live-banner.tsx'
import { beginLiveSession, endLiveSession } from './live-session.ts'
import { destinations } from './navigation.ts'
import { ReachBanner } from './reach-banner.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { UnreadCount } from './unread-count.tsx'
import { UpdateNotice } from './update-notice.tsx'
import { useMe } from './use-me.ts'
import './shell.css'

const PatientAlarm = lazyPart(() => import('../home/patient-alarm.tsx'), 'PatientAlarm')
const HelpBanner = lazyPart(() => import('./help-banner.tsx'), 'HelpBanner')

/** Shell is the frame of every screen of somebody who is signed in. */
export function Shell() {
  const { t } = useTranslation()
  const me = useMe()
  const { main, more } = destinations[me.role]
  const router = useRouter()
  useEffect(() => {
    beginLiveSession(router, me.id)
    return endLiveSession
  }, [router, me.id])
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const [isMenuOpen, setMenuOpen] = useState(false)
  // The menu is over once somebody has gone somewhere.
  const lastPath = useRef(path)
  if (lastPath.current !== path) {
    lastPath.current = path
    if (isMenuOpen) setMenuOpen(false)
  }
  return (
    <div className="shell">
      <a className="skip-link" href="#content">
        {t('nav.skip')}
      </a>
      <header className="shell-header">
        <Link to="/" className="shell-brand">
          <img src="/icon.svg" alt="" width="32" height="32" />
          <span>Fallwatch</span>
        </Link>
        <nav aria-label={t('nav.label')} className="shell-nav">
          <ul>
            {main.map(({ to, title }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === '/' }} className="shell-link">
                  {t(title)}
                  {to === '/messages' && <UnreadCount />}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Button look="quiet" aria-expanded={isMenuOpen} onPress={() => setMenuOpen(!isMenuOpen)}>
          {t('nav.menu')}
        </Button>
      </header>
      {isMenuOpen && <Menu more={more} />}
      <HeldBanner isAdmin={me.role === 'ADMIN'} />
      <LiveBanner />
      {me.role !== 'PATIENT' && path !== '/' && (
        <Suspense>
          <HelpBanner />
        </Suspense>
      )}
      <UpdateNotice />
      <main id="content" className="shell-content" tabIndex={-1}>
        {me.role !== 'PATIENT' && <ReachBanner />}
        {me.role === 'CAREGIVER' && <CaregiverAlarm caregiverId={me.id} />}
        {me.role === 'PATIENT' && (
          <Suspense>
            <PatientAlarm />
          </Suspense>
        )}
        <Outlet />
      </main>
    </div>
  )
}

function CaregiverAlarm({ caregiverId }: { caregiverId: string }) {
  const { data } = useQuery(unresolvedQuery)
  return <AlarmSound ownerId={caregiverId} incidents={data} />
}

function Menu({ more }: { more: (typeof destinations)['ADMIN']['more'] }) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <nav className="shell-menu" aria-label={t('nav.menu')}>
      <p className="muted">
        {me.firstName} {me.lastName}
      </p>
      <ul>
        {more.map(({ to, title }) => (
          <li key={to}>
            <Link to={to} className="shell-link">
              {t(title)}
            </Link>
          </li>
        ))}
      </ul>
      <LanguageChoice />
      <SignOutButton />
    </nav>
  )
}
