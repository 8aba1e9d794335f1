import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/client.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { ButtonLink } from '../ui/link.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { CaregiverIncident } from './caregiver-incident.tsx'
import { incidentQuery } from './incident-queries.ts'
import { MyIncident } from './my-incident.tsx'
import './incident.css'

/** Responses to an id that does not exist, is none, or belongs to somebody else's patient. */
const unknownStatuses: readonly number[] = [400, 403, 404]

/** IncidentScreen is all that is known of an incident, and what can be done about it. */
export function IncidentScreen() {
  const { incidentId } = useParams({ from: '/signed-in/incidents/$incidentId' })
  const me = useMe()
  const { state } = useLiveStatus()
  const query = useQuery(incidentQuery(incidentId))
  if (query.error instanceof ApiError && unknownStatuses.includes(query.error.status))
    return <UnknownIncident />
  return (
    <div className={`stack incident ${state === 'lost' ? 'is-old' : ''}`}>
      <QueryState query={query}>
        {(incident) =>
          me.role === 'PATIENT' ? (
            <MyIncident incident={incident} />
          ) : (
            <CaregiverIncident incident={incident} />
          )
        }
      </QueryState>
    </div>
  )
}

function UnknownIncident() {
  const { t } = useTranslation()
  return (
    <div className="stack">
      <ScreenTitle>{t('incident.unknown.title')}</ScreenTitle>
      <p>{t('incident.unknown.text')}</p>
      <p>
        <ButtonLink to="/">{t('incident.unknown.back')}</ButtonLink>
      </p>
    </div>
  )
}
