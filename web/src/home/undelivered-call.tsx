import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { ButtonLink } from '../ui/link.tsx'
import type { KeptCall } from './kept-calls.ts'
import { PhoneLinks } from './phone-links.tsx'
import { failedAttempts } from './send-calls.ts'

/** Says in large letters that a call for help has not got through, and whom to phone instead. */
export function UndeliveredCall({ call }: { call: KeptCall }) {
  const { t } = useTranslation()
  const formats = useFormats()
  // Or somebody else is signed in here, in another tab.
  const mustSignIn = [401, 403].includes(failedAttempts.use()?.get(call.id) ?? 0)
  return (
    <div className="calls-panel undelivered" role="alert">
      <h2 id="calls-title" tabIndex={-1}>
        {t('home.notSent')}
      </h2>
      <PhoneLinks />
      <p>{t('home.keptSince', { time: formats.time(new Date(call.pressedAt)) })}</p>
      {mustSignIn && (
        <p>
          <ButtonLink to="/sign-in">{t('home.signInToSend')}</ButtonLink>
        </p>
      )}
    </div>
  )
}
