import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { DialogFrameContext } from '../ui/dialog-frame.ts'
import { withoutSignIn } from './help-page.ts'
import { LanguageChoice } from './language-choice.tsx'
import { lazyPart } from './lazy-part.ts'
import { LiveBanner } from './live-banner.tsx'
import { beginLiveSession, endLiveSession } from './live-session.ts'
import { destinations } from './navigation.ts'
import { Notices } from './notices.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { UnreadCount } from './unread-count.tsx'
import { UpdateNotice } from './update-notice.tsx'
import { useMe } from './use-me.ts'
import './shell.css'

const PatientCalls = lazyPart(() => import('../home/patient-calls.tsx'), 'PatientCalls')
const HelpPageNotice = lazyPart(() => import('../home/help-page-notice.tsx'), 'HelpPageNotice')
const HelpBanner = lazyPart(() => import('./help-banner.tsx'), 'HelpBanner')
const LazyDialogAlarms = lazyPart(() => import('./dialog-alarms.tsx'), 'DialogAlarms')

function DialogAlarms() {
  return (
    <Suspense>
      <LazyDialogAlarms />
    </Suspense>
  )
}

const withAlarms = { Alarms: DialogAlarms }
const withoutAlarms = {}

/** Drawn after what people wait for; the first texts have its words. */
const CaregiverSoundSign = lazy(async () => ({
  default: (await import('./sound-sign.tsx')).CaregiverSoundSign,
}))

/** The frame of every screen of somebody who is signed in. */
export function Shell() {
  const { t } = useTranslation()
  const me = useMe()
  const { main, more } = destinations[me.role]
  const router = useRouter()
  const isSignedIn = withoutSignIn.use() === undefined
  useEffect(() => {
    if (!isSignedIn) return
    beginLiveSession(router, me.id)
    return endLiveSession
  }, [router, me.id, isSignedIn])
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // The screen of the alarms says everything else below them.
  const isNow = path === '/' && me.role !== 'PATIENT'
  const isIncident = path.startsWith('/incidents/')
  const [isMenuOpen, setMenuOpen] = useState(false)
  // The menu is over once somebody has gone somewhere.
  const lastPath = useRef(path)
  if (lastPath.current !== path) {
    lastPath.current = path
    if (isMenuOpen) setMenuOpen(false)
  }
  return (
    <DialogFrameContext value={me.role === 'PATIENT' ? withoutAlarms : withAlarms}>
      <div className="shell">
        <a className="skip-link" href="#content">
          {t('nav.skip')}
        </a>
        <header className="shell-header">
          <Link to="/" className="shell-brand">
            <img src="/icon.svg" alt="" width="32" height="32" />
            <span>Fallwatch</span>
          </Link>
          {isSignedIn && (
            <>
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
              {me.role === 'CAREGIVER' && (
                <Suspense>
                  <CaregiverSoundSign />
                </Suspense>
              )}
              <Button look="quiet" aria-expanded={isMenuOpen} onPress={() => setMenuOpen(!isMenuOpen)}>
                {t('nav.menu')}
              </Button>
            </>
          )}
        </header>
        {isSignedIn && isMenuOpen && <Menu main={main} more={more} />}
        {isSignedIn ? (
          <LiveBanner />
        ) : (
          <Suspense>
            <HelpPageNotice />
          </Suspense>
        )}
        {me.role === 'PATIENT' && (
          <Suspense>
            <PatientCalls />
          </Suspense>
        )}
        {me.role !== 'PATIENT' && !isNow && (
          <Suspense>
            <HelpBanner />
          </Suspense>
        )}
        <UpdateNotice />
        <main id="content" className="shell-content" tabIndex={-1}>
          {!isNow && !isIncident && <Notices />}
          <Outlet />
          {isIncident && <Notices />}
        </main>
      </div>
    </DialogFrameContext>
  )
}

function Menu({ main, more }: (typeof destinations)['ADMIN']) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <nav className="shell-menu" aria-label={t('nav.menu')}>
      <p className="muted">
        {me.firstName} {me.lastName}
      </p>
      <ul>
        {main.map(({ to, title }) => (
          <li key={to} className="shell-menu-main">
            <Link to={to} activeOptions={{ exact: to === '/' }} className="shell-link">
              {t(title)}
            </Link>
          </li>
        ))}
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
