import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { withoutSignIn } from '../shell/help-page.ts'
import { PhoneLinks } from './phone-links.tsx'
import { helpPageState } from './use-help-page.ts'
import './home.css'

/** Says calmly that the sign-in has ended and the buttons work, or that they do not. */
export function HelpPageNotice() {
  const { t } = useTranslation()
  const reason = withoutSignIn.use()
  const state = helpPageState.use()
  if (state === 'refused')
    return (
      <div className="help-page-notice help-page-refused" role="alert">
        <p>
          {t('home.pageRefused')} <Link to="/sign-in">{t('signIn.title')}</Link>
        </p>
        <PhoneLinks />
      </div>
    )
  return (
    <p className="help-page-notice" role="status">
      {state === 'unreachable' || reason === 'unknown' ? (
        t('home.pageOffline')
      ) : (
        <>
          {t('home.pageEnded')} <Link to="/sign-in">{t('signIn.title')}</Link>
        </>
      )}
    </p>
  )
}
