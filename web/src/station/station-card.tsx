import { useTranslation } from 'react-i18next'
import { toneOf } from '../incident/incident.ts'
import { useWhatHappened } from '../incident/incident-words.ts'
import { Button } from '../ui/button.tsx'
import { usePlaceText } from '../ui/place.ts'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import type { StationIncident } from './station-queries.ts'

export interface StationCardProps {
  incident: StationIncident
  onChoose(): void
}

/** StationCard says first where to go, to be read from across the corridor. */
export function StationCard({ incident, onChoose }: StationCardProps) {
  const { t } = useTranslation()
  const whatHappened = useWhatHappened()
  const placeText = usePlaceText()
  const { id, room, openedAt, state, handledBy } = incident
  const isHandled = state === 'ACKNOWLEDGED'
  const tone = toneOf(incident)
  const titleId = `station-incident-${id}`
  return (
    <li className={`card station-incident station-incident-${tone}`}>
      <div className="row station-incident-state">
        <Tag tone={tone}>{t(`incident.state.${state}`)}</Tag>
        <TimeAgo at={openedAt} />
      </div>
      <h3 id={titleId} className="station-incident-title">
        {room && <span className="station-incident-room">{placeText({ room })}</span>}
        {whatHappened(incident)}
      </h3>
      <p>
        {isHandled && (handledBy?.name ? t('station.handledBy', { name: handledBy.name }) : t('now.handled'))}
      </p>
      <Button
        look={tone === 'urgent' ? 'urgent' : 'plain'}
        size="large"
        aria-describedby={titleId}
        onPress={onChoose}
      >
        {isHandled ? t('station.end') : t('incident.action.acknowledge')}
      </Button>
    </li>
  )
}
