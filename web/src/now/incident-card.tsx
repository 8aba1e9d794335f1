import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AcknowledgeButton } from '../incident/acknowledge-button.tsx'
import { type Incident, toneOf } from '../incident/incident.ts'
import { useWhatHappened } from '../incident/incident-words.ts'
import type { ActionHandlers } from '../incident/use-incident-actions.ts'
import { Where } from '../incident/where.tsx'
import { Who } from '../incident/who.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

export interface IncidentCardProps extends Pick<ActionHandlers, 'onRefused'> {
  incident: Incident
}

/** NoticeCard is an incident that can wait, in less room. */
export function NoticeCard({ incident, onRefused }: IncidentCardProps) {
  const { t } = useTranslation()
  const id = `incident-card-${incident.id}`
  const whatHappened = useWhatHappened()
  const isHandled = incident.state === 'ACKNOWLEDGED'
  return (
    <li className="card notice-card">
      <h3 className="notice-card-title">
        <Link id={id} to="/incidents/$incidentId" params={{ incidentId: incident.id }} className="text-link">
          {whatHappened(incident)}
        </Link>
      </h3>
      <Where incident={incident} />
      <div className="row notice-card-state">
        {isHandled && <Tag tone="accent">{t('incident.state.ACKNOWLEDGED')}</Tag>}
        <span className="muted">
          <TimeAgo at={incident.openedAt} />
        </span>
        <AcknowledgeButton
          incident={incident}
          describedBy={id}
          focusAfter={id}
          onRefused={onRefused}
          size="normal"
        />
      </div>
      {isHandled && <Who incident={incident} />}
    </li>
  )
}

/** IncidentCard is an unresolved incident: what happened, who knows, and the button that answers it. */
export function IncidentCard({ incident, onRefused }: IncidentCardProps) {
  const { t } = useTranslation()
  const id = `incident-card-${incident.id}`
  const whatHappened = useWhatHappened()
  const { state } = incident
  const tone = toneOf(incident)
  return (
    <li className={`card incident-card incident-card-${tone}`}>
      <div className="row incident-card-state">
        <Tag tone={tone}>{t(`incident.state.${state}`)}</Tag>
        <TimeAgo at={incident.openedAt} />
      </div>
      <h3 className="incident-card-title">
        <Link id={id} to="/incidents/$incidentId" params={{ incidentId: incident.id }}>
          {whatHappened(incident)}
        </Link>
      </h3>
      <Where incident={incident} />
      <Who incident={incident} />
      <AcknowledgeButton incident={incident} describedBy={id} focusAfter={id} onRefused={onRefused} />
    </li>
  )
}
