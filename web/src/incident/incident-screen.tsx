import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLiveStatus } from '../live/live-status.ts'
import { DeadEnd, isUnknown } from '../shell/dead-end.tsx'
import { useMe } from '../shell/use-me.ts'
import { QueryState } from '../ui/query-state.tsx'
import { CaregiverIncident } from './caregiver-incident.tsx'
import { needsHelpNow } from './incident.ts'
import { incidentQuery } from './incident-queries.ts'
import { MyIncident } from './my-incident.tsx'
import '../ui/maybe-old.css'
import './incident.css'

/** All that is known of an incident, and what can be done about it. */
export function IncidentScreen() {
  const { incidentId } = useParams({ from: '/signed-in/incidents/$incidentId' })
  const { t } = useTranslation()
  const me = useMe()
  const { state } = useLiveStatus()
  const query = useQuery(incidentQuery(incidentId))
  if (isUnknown(query.error))
    return <DeadEnd title={t('incident.unknown.title')} text={t('incident.unknown.text')} />
  const isWaiting = me.role !== 'PATIENT' && query.data !== undefined && needsHelpNow(query.data)
  return (
    <div className={`stack incident ${state === 'lost' ? 'is-old' : ''} ${isWaiting ? 'alarm-waiting' : ''}`}>
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
