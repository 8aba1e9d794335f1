import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery, unresolvedQuery } from '../api/queries.ts'
import { groupIncidents, type Incident } from '../incident/incident.ts'
import { useActionError } from '../incident/use-incident-actions.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { IncidentCard, type IncidentCardProps, NoticeCard } from './incident-card.tsx'
import { PatientTiles } from './patient-tiles.tsx'
import { useAnnouncement } from './use-announcement.ts'
import '../ui/maybe-old.css'
import './now.css'

/** NowBoard is what needs an answer, then how everybody is doing; it has no title of its own. */
export function NowBoard() {
  const { t } = useTranslation()
  const unresolved = useQuery(unresolvedQuery)
  const announcement = useAnnouncement(unresolved.data)
  const { state } = useLiveStatus()
  // A card whose action was refused may stand in another place by then, so that the board says why.
  const [refusal, setRefusal] = useState<unknown>(null)
  const actionError = useActionError()
  return (
    <div className={`stack now ${state === 'lost' ? 'is-old' : ''}`}>
      <div role="alert" className="visually-hidden">
        {announcement}
      </div>
      {refusal !== null && (
        <Notice tone="caution" isAlert>
          <strong>{actionError(refusal)}</strong>
          <Button onPress={() => setRefusal(null)}>{t('common.close')}</Button>
        </Notice>
      )}
      <QueryState query={unresolved}>
        {(incidents) => (
          <OpenIncidents
            incidents={incidents}
            isOld={state === 'lost' || unresolved.failureCount > 0}
            onRefused={setRefusal}
          />
        )}
      </QueryState>
      <PatientTiles />
    </div>
  )
}

interface OpenIncidentsProps extends Pick<IncidentCardProps, 'onRefused'> {
  incidents: readonly Incident[]
  isOld: boolean
}

function OpenIncidents({ incidents, isOld, onRefused }: OpenIncidentsProps) {
  const { t } = useTranslation()
  const { unanswered, handled, notices } = groupIncidents(incidents)
  const isEmpty = useQuery(overviewQuery).data?.length === 0
  return (
    <>
      {unanswered.length === 0 && (
        <Notice tone={isOld || isEmpty ? 'neutral' : 'good'}>
          <span className="now-calm">
            {isOld
              ? t('now.calmThen')
              : handled.length > 0
                ? t('now.calmHandled')
                : notices.length > 0
                  ? t('now.calmNotices')
                  : t(isEmpty ? 'now.calmEmpty' : 'now.calm')}
          </span>
        </Notice>
      )}
      <Cards id="now-unanswered" title={t('now.unanswered')} incidents={unanswered} onRefused={onRefused} />
      <Cards id="now-handled" title={t('now.handled')} incidents={handled} onRefused={onRefused} />
      <Cards
        id="now-notices"
        title={t('now.notices')}
        incidents={notices}
        onRefused={onRefused}
        Card={NoticeCard}
      />
    </>
  )
}

interface CardsProps extends Pick<IncidentCardProps, 'onRefused'> {
  id: string
  title: string
  incidents: readonly Incident[]
  Card?: typeof IncidentCard
}

function Cards({ id, title, incidents, onRefused, Card = IncidentCard }: CardsProps) {
  if (incidents.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="incident-cards">
        {incidents.map((incident) => (
          <Card key={incident.id} incident={incident} onRefused={onRefused} />
        ))}
      </ul>
    </section>
  )
}
