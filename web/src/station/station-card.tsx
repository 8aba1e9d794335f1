import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { useErrorText } from '../api/error-text.ts'
import { isEnded, toneOf } from '../incident/incident.ts'
import { isOfPlace, useActionName, useWhatHappened } from '../incident/incident-words.ts'
import { handlerOf, named } from '../incident/named.ts'
import { Button } from '../ui/button.tsx'
import { usePlaceText } from '../ui/place.ts'
import { Tag } from '../ui/tag.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { alarmCardId } from './more-alarms.tsx'
import { deedTexts, type StationDeed } from './station-act.tsx'
import { type StationIncident, useReadStation } from './station-queries.ts'

export interface StationCardProps {
  incident: StationIncident
  /** It was acknowledged here a moment ago. */
  isUndoable: boolean
  onUndone(): void
  onChoose(deed: StationDeed): void
}

/** Says first where to go, to be read from across the corridor. */
export function StationCard({ incident, isUndoable, onUndone, onChoose }: StationCardProps) {
  const { t } = useTranslation()
  const actionName = useActionName()
  const whatHappened = useWhatHappened()
  const placeText = usePlaceText()
  const { id, room, openedAt, state, assistanceRequestedAt } = incident
  const isHandled = state === 'ACKNOWLEDGED'
  const tone = toneOf(incident)
  const handler = handlerOf(incident)
  const isAsked = isHandled && assistanceRequestedAt !== null
  const deeds: StationDeed[] = isHandled
    ? [
        ...(isAsked ? (['join'] as const) : []),
        'end',
        ...(isAsked ? [] : (['assistance'] as const)),
        'takeOver',
      ]
    : ['acknowledge']
  const titleId = `station-incident-${id}`
  return (
    <li id={alarmCardId(id)} className={`card station-incident station-incident-${tone}`}>
      <h3 id={titleId} className="station-incident-title">
        {room && !isOfPlace(incident) && <span className="station-incident-room">{placeText({ room })}</span>}
        {whatHappened(incident)}
      </h3>
      <div className="row station-incident-state">
        <Tag tone={tone}>{t(`incident.state.${state}`)}</Tag>
        <TimeAgo at={openedAt} />
      </div>
      <div>
        {isHandled && (
          <p>
            {handler?.name
              ? t('station.handledBy', { name: named(handler, handler.name) })
              : t('now.handled')}
          </p>
        )}
        {incident.attending
          .filter((person) => person.id !== handler?.id)
          .map((person) => (
            <p key={person.id}>
              {t('incident.who.going', { name: named(person, t('incident.who.deleted')) })}
            </p>
          ))}
        {isAsked && <p className="station-asked">{t('incident.who.assistance')}</p>}
      </div>
      {isUndoable && isHandled ? (
        <StationUndo incident={incident} onUndone={onUndone} />
      ) : (
        !isEnded(incident) && (
          <div className="station-deeds">
            {deeds.map((deed) => (
              <Button
                key={deed}
                look={tone === 'urgent' ? 'urgent' : deed === 'join' ? 'primary' : 'plain'}
                size="large"
                aria-label={actionName(t(deedTexts[deed]), incident)}
                onPress={() => onChoose(deed)}
              >
                {t(deedTexts[deed])}
              </Button>
            ))}
          </div>
        )
      )}
    </li>
  )
}

/** Takes back what was acknowledged at this station by mistake. */
function StationUndo({ incident, onUndone }: Pick<StationCardProps, 'incident' | 'onUndone'>) {
  const { t } = useTranslation()
  const actionName = useActionName()
  const errorText = useErrorText()
  const readStation = useReadStation()
  const undo = useMutation({
    mutationFn: () =>
      request(api.POST('/api/station/incidents/{id}/undo', { params: { path: { id: incident.id } } })),
    onSuccess: async () => {
      await readStation()
      onUndone()
    },
  })
  const text = t(undo.isPending ? 'incident.action.undoing' : 'incident.action.undo')
  return (
    <>
      <Button
        size="large"
        aria-label={actionName(text, incident)}
        onPress={() => undo.isPending || undo.mutate()}
      >
        {text}
      </Button>
      {undo.isError && <p role="alert">{errorText(undo.error)}</p>}
    </>
  )
}
