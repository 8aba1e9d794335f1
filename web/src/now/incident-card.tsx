import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AcknowledgeButton } from '../incident/acknowledge-button.tsx'
import { type Incident, isEnded, toneOf } from '../incident/incident.ts'
import { useWhatHappened } from '../incident/incident-words.ts'
import { UndoButton } from '../incident/undo-button.tsx'
import type { ActionHandlers } from '../incident/use-incident-actions.ts'
import { Where } from '../incident/where.tsx'
import { Who } from '../incident/who.tsx'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'

export interface IncidentCardProps extends Pick<ActionHandlers, 'onRefused'> {
  incident: Incident
  /** The reader answered it a moment ago. */
  isUndoable: boolean
  onPressed(): void
  onAnswered(): void
  onUndone(): void
}

/** An incident that can wait, in less room. */
export function NoticeCard({ incident, ...answer }: IncidentCardProps) {
  const { t } = useTranslation()
  const id = cardId(incident)
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
        <Answer incident={incident} {...answer} size="normal" />
      </div>
      {isHandled && <Who incident={incident} />}
    </li>
  )
}

/** An unresolved incident: who and where, the button that answers it, and who knows. */
export function IncidentCard({ incident, ...answer }: IncidentCardProps) {
  const { t } = useTranslation()
  const whatHappened = useWhatHappened()
  const { state } = incident
  const tone = toneOf(incident)
  return (
    <li className={`card incident-card incident-card-${tone}`}>
      <h3 className="incident-card-title">
        <Link id={cardId(incident)} to="/incidents/$incidentId" params={{ incidentId: incident.id }}>
          {whatHappened(incident)}
        </Link>
      </h3>
      <Where incident={incident} />
      <Answer incident={incident} {...answer} />
      <div className="row incident-card-state">
        <Tag tone={tone}>{t(`incident.state.${state}`)}</Tag>
        <TimeAgo at={incident.openedAt} />
      </div>
      {!isEnded(incident) && <Who incident={incident} />}
    </li>
  )
}

const cardId = ({ id }: Incident) => `incident-card-${id}`

interface AnswerProps extends IncidentCardProps {
  size?: 'normal' | 'large'
}

/** The button of a card: to answer, or for some seconds to take that back. */
function Answer({ incident, isUndoable, onPressed, onAnswered, onUndone, ...props }: AnswerProps) {
  return isUndoable && incident.state === 'ACKNOWLEDGED' ? (
    <UndoButton incident={incident} onDone={onUndone} {...props} />
  ) : (
    <AcknowledgeButton
      {...{ incident, onPressed, ...props }}
      focusAfter={cardId(incident)}
      onDone={onAnswered}
    />
  )
}
