import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { phoneHref } from '../ui/phone-href.ts'
import { myProfileQuery } from './my-profile.ts'
import type { Calls } from './use-calls.ts'

/** CallFailure says what has not arrived, and whether it is still being tried. A call for help can be made by phone instead. */
export function CallFailure({ calls: { help, fine } }: { calls: Calls }) {
  const { t } = useTranslation()
  const isHelpMissing = help.failureCount > 0 && !help.isSuccess
  // Nobody needs to know it of an alarm that has ended.
  const hasEnded = fine.error instanceof ApiError && fine.error.status === 409
  const isFineMissing = fine.failureCount > 0 && !fine.isSuccess && !hasEnded
  const { data: profile } = useQuery({ ...myProfileQuery, enabled: isHelpMissing })
  const phone = profile?.emergencyContact
  if (!isHelpMissing && !isFineMissing) return null
  return (
    <div className={isHelpMissing ? 'home-failure home-failure-help' : 'home-failure'} role="alert">
      {isHelpMissing && <p>{t(help.isError ? 'home.helpRefused' : 'home.notSent')}</p>}
      {isHelpMissing && phone && (
        <a className="button button-urgent button-large" href={phoneHref(phone)}>
          {t('home.call', { phone })}
        </a>
      )}
      {!isHelpMissing && <p>{t(fine.isError ? 'home.fineRefused' : 'home.fineNotSent')}</p>}
    </div>
  )
}
