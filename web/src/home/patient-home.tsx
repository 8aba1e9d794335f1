import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unresolvedQuery } from '../api/queries.ts'
import { serviceTime } from '../live/service-clock.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { useNow } from '../ui/now.ts'
import { QueryState } from '../ui/query-state.tsx'
import { BigButton } from './big-button.tsx'
import { CallFailure } from './call-failure.tsx'
import { HelpStatus } from './help-status.tsx'
import { MyDevices } from './my-device.tsx'
import { incidentOfMine, thanksMs } from './my-incidents.ts'
import { myProfileQuery } from './my-profile.ts'
import { useCalls } from './use-calls.ts'
import { WhoSees } from './who-sees.tsx'
import './home.css'

/** PatientHome is the first screen of a patient: two buttons, and what happens after them. */
export function PatientHome() {
  const { t } = useTranslation()
  const { firstName } = useMe()
  const profile = useQuery(myProfileQuery)
  const { data: incidents = [], failureCount } = useQuery(unresolvedQuery)
  const mine = incidentOfMine(incidents)
  // While a fall is being checked, the question about it covers the screen.
  const incident = mine?.state === 'CHECKING' ? undefined : mine
  const calls = useCalls()
  const [wellAtMs, setWellAtMs] = useState(0)
  const isWellSaid = useNow().getTime() - wellAtMs < thanksMs

  function sayFine() {
    if (incident) calls.fine.mutate(incident)
    else setWellAtMs(serviceTime().getTime())
  }

  return (
    <div className="home">
      <ScreenTitle>{t('home.title', { name: firstName })}</ScreenTitle>
      {incident && <HelpStatus incident={incident} calls={calls} />}
      <CallFailure calls={calls} />
      {failureCount > 0 && (
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
        {!incident && isWellSaid && t('home.allWell')}
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
