import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { unresolvedQuery } from '../api/queries.ts'
import { allowSound } from '../shell/alarm.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { useNow } from '../ui/now.ts'
import { QueryState } from '../ui/query-state.tsx'
import { BigButton } from './big-button.tsx'
import { FallCheck } from './fall-check.tsx'
import { HelpStatus } from './help-status.tsx'
import { MyDevices } from './my-device.tsx'
import { incidentOfMine } from './my-incidents.ts'
import { useCalls } from './use-calls.ts'
import { WhoSees } from './who-sees.tsx'
import './home.css'

/** How long an answer to "I'm fine" is shown: later it would speak of another time. */
const thanksMs = 60_000

const ownProfileQuery = queryOptions({
  queryKey: keys.patient('me'),
  queryFn: async ({ signal }) => (await request(api.GET('/api/patients/me', { signal }))).data,
})

/** PatientHome is the patient's only screen: two buttons, and what happens after them. */
export function PatientHome() {
  const { t } = useTranslation()
  const { firstName } = useMe()
  const profile = useQuery(ownProfileQuery)
  const { data: incidents = [], isError } = useQuery(unresolvedQuery)
  const incident = incidentOfMine(incidents)
  const calls = useCalls()
  const [wellAtMs, setWellAtMs] = useState(0)
  const nowMs = useNow().getTime()
  const isRecent = (ms: number) => nowMs - ms < thanksMs
  useSoundAfterTouch()

  function sayFine() {
    if (incident) calls.fine.mutate(incident)
    else setWellAtMs(Date.now())
  }

  if (incident?.state === 'CHECKING') return <FallCheck incident={incident} calls={calls} />
  return (
    <div className="home">
      <ScreenTitle>{t('home.title', { name: firstName })}</ScreenTitle>
      {incident && <HelpStatus incident={incident} calls={calls} />}
      {calls.help.failureCount > 0 && !calls.help.isSuccess && (
        <div className="home-failure" role="alert">
          <p>{t('home.notSent')}</p>
          {profile.data?.emergencyContact && (
            <a
              className="button button-urgent button-large"
              href={`tel:${profile.data.emergencyContact.replace(/[^+\d]/g, '')}`}
            >
              {t('home.call', { phone: profile.data.emergencyContact })}
            </a>
          )}
        </div>
      )}
      {isError && (
        <p className="home-caution" role="alert">
          {t('home.unknownState')}
        </p>
      )}
      <div className={incident ? 'home-buttons home-buttons-small' : 'home-buttons'}>
        <BigButton look="fine" isPending={calls.fine.isPending} onPress={sayFine}>
          {t('home.fine')}
        </BigButton>
        <BigButton
          look="help"
          isPending={calls.help.isPending}
          onPress={() => {
            setWellAtMs(0)
            calls.fine.reset()
            calls.help.mutate(incident)
          }}
        >
          {t('home.help')}
        </BigButton>
      </div>
      <p role="status" className="home-said">
        {!incident && isRecent(wellAtMs) && t('home.allWell')}
        {!incident && calls.fine.isSuccess && isRecent(calls.fine.submittedAt) && t('home.fineThanks')}
      </p>
      <QueryState query={profile}>
        {({ devices, caregivers }) => (
          <div className="home-answers">
            <MyDevices ids={devices.map(({ id }) => id)} incidents={incidents} />
            <WhoSees caregivers={caregivers} />
          </div>
        )}
      </QueryState>
    </div>
  )
}

/** useSoundAfterTouch lets a later alarm sound: browsers allow that only after a touch. */
function useSoundAfterTouch(): void {
  useEffect(() => {
    const allow = () => void allowSound()
    window.addEventListener('pointerdown', allow, { once: true })
    return () => window.removeEventListener('pointerdown', allow)
  }, [])
}
