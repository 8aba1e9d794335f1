import { Contacts } from './contacts.tsx'
import { Deliveries } from './deliveries.tsx'
import { Evidence } from './evidence.tsx'
import { type IncidentDetail, isEnded } from './incident.ts'
import { IncidentActions } from './incident-actions.tsx'
import { IncidentHeader, IncidentState } from './incident-header.tsx'
import { LastVitals } from './last-vitals.tsx'
import { MotionTrace } from './motion-trace.tsx'
import { Timeline } from './timeline.tsx'

/** An incident for whoever may act on it: first what to do, then what is known. */
export function CaregiverIncident({ incident }: { incident: IncidentDetail }) {
  const { fallId } = incident
  return (
    <>
      <IncidentHeader incident={incident} />
      <IncidentActions incident={incident} />
      <IncidentState incident={incident} />
      <div className="incident-columns">
        {incident.patient && (
          <div className="stack">
            <Contacts incident={incident} />
            <LastVitals incident={incident} />
          </div>
        )}
        <Evidence incident={incident} />
        {fallId && <MotionTrace incident={incident} fallId={fallId} />}
        <Timeline incident={incident} />
        {!(isEnded(incident) && incident.deliveries.length === 0) && (
          <Deliveries deliveries={incident.deliveries} />
        )}
      </div>
    </>
  )
}
