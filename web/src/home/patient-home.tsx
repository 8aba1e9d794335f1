import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withoutSignIn } from '../shell/help-page.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { QueryState } from '../ui/query-state.tsx'
import { HelpStatus } from './help-status.tsx'
import { MyDevices } from './my-device.tsx'
import { incidentOfMine } from './my-incidents.ts'
import { myProfileQuery, useMyIncidents } from './my-queries.ts'
import { WhoSees } from './who-sees.tsx'
import './home.css'

/** The first screen of a patient, above the two buttons: what happened after them, and how things are. */
export function PatientHome() {
  const { t } = useTranslation()
  const { firstName } = useMe()
  const isSignedIn = withoutSignIn.use() === undefined
  const { data: incidents = [], failureCount } = useMyIncidents()
  const incident = incidentOfMine(incidents)
  return (
    <div className="home">
      <ScreenTitle>{t('home.title', { name: firstName })}</ScreenTitle>
      {/* While a fall is being checked, the question about it covers the screen. */}
      {incident && incident.state !== 'CHECKING' && <HelpStatus incident={incident} />}
      {isSignedIn && failureCount > 0 && (
        <p className="home-caution" role="alert">
          {t('home.unknownState')}
        </p>
      )}
      {isSignedIn && <Answers incidents={incidents} />}
    </div>
  )
}

function Answers({ incidents }: Pick<Parameters<typeof MyDevices>[0], 'incidents'>) {
  const profile = useQuery(myProfileQuery)
  return (
    <QueryState query={profile}>
      {({ devices, caregivers }) => (
        <div className="home-answers">
          <MyDevices ids={devices.map(({ id }) => id)} incidents={incidents} />
          <WhoSees caregivers={caregivers} />
        </div>
      )}
    </QueryState>
  )
}
