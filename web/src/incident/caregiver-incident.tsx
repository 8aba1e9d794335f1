import { Contacts } from './contacts.tsx'
import { Deliveries } from './deliveries.tsx'
import { Evidence } from './evidence.tsx'
import { type IncidentDetail, isEnded } from './incident.ts'
import { IncidentActions } from './incident-actions.tsx'
import { IncidentHeader } from './incident-header.tsx'
import { LastVitals } from './last-vitals.tsx'
import { MotionTrace } from './motion-trace.tsx'
import { Timeline } from './timeline.tsx'

/** CaregiverIncident is an incident for whoever may act on it: first what to do, then what is known. */
export function CaregiverIncident({ incident }: { incident: IncidentDetail }) {
  const { patientId, fallId } = incident
  return (
    <>
      <IncidentHeader incident={incident} />
      <IncidentActions incident={incident} />
      <div className="incident-columns">
        <Contacts incident={incident} />
        <Evidence incident={incident} />
        {fallId && <MotionTrace fallId={fallId} />}
        <Timeline timeline={incident.timeline} />
        <div className="stack">
          {patientId && <LastVitals patientId={patientId} />}
          {!(isEnded(incident) && incident.deliveries.length === 0) && (
            <Deliveries deliveries={incident.deliveries} />
          )}
        </div>
      </div>
    </>
  )
}
