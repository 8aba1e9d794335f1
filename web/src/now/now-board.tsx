import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery, unresolvedQuery } from '../api/queries.ts'
import { groupIncidents, type Incident } from '../incident/incident.ts'
import { undoMs } from '../incident/undo-button.tsx'
import { useActionError } from '../incident/use-incident-actions.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { lazyPart, whenIdle } from '../shell/lazy-part.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { useIsOld } from '../ui/freshness.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { useStableList } from '../ui/stable-list.ts'
import { useBriefly } from '../ui/use-briefly.ts'
import { Calm } from './calm.tsx'
import { IncidentCard, type IncidentCardProps, NoticeCard } from './incident-card.tsx'
import { PatientTiles } from './patient-tiles.tsx'
import { useAnnouncement } from './use-announcement.ts'
import '../ui/maybe-old.css'
import './now.css'

/** Not urgent, and with most of the texts: it comes when alarms can be answered. */
const ShiftSummary = lazyPart(() => import('../teams/shift-summary.tsx'), 'ShiftSummary', whenIdle)

/**
 * What needs an answer, then everything else. Nothing stands above an alarm: neither a title nor what is to be
 * set up (`notices`).
 */
export function NowBoard({ notices }: { notices: ReactNode }) {
  const { t } = useTranslation()
  const unresolved = useQuery(unresolvedQuery)
  const { data: patients } = useQuery(overviewQuery)
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
      {unresolved.data === undefined && (
        <>
          <ScreenTitle>{t('now.title')}</ScreenTitle>
          {notices}
        </>
      )}
      <QueryState query={unresolved}>
        {(incidents) => (
          <OpenIncidents
            incidents={incidents}
            isOld={state === 'lost' || unresolved.failureCount > 0}
            notices={notices}
            onRefused={setRefusal}
          />
        )}
      </QueryState>
      {/* Below every alarm; its place is kept, so that nothing moves when it comes. */}
      <div className="now-shift">
        <Suspense>{unresolved.data && patients && <ShiftSummary />}</Suspense>
      </div>
      <PatientTiles />
      {refusal !== null && (
        <div className="now-refusal">
          <Notice tone="caution" isAlert>
            <strong>{actionError(refusal)}</strong>
            <Button onPress={() => setRefusal(null)}>{t('common.close')}</Button>
          </Notice>
        </div>
      )}
    </div>
  )
}

interface OpenIncidentsProps extends Pick<IncidentCardProps, 'onRefused'> {
  incidents: readonly Incident[]
  isOld: boolean
  notices: ReactNode
}

/** An incident that ended while somebody touches the list is still in its place. */
const whenGone = (incident: Incident): Incident => ({ ...incident, state: 'RESOLVED' })

function OpenIncidents({ incidents, isOld, notices, onRefused }: OpenIncidentsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  // Live updates may show an answer before it is confirmed here.
  const pressed = useBriefly(undoMs)
  const answered = useBriefly(undoMs)
  const pinned = new Set([...pressed.ids, ...answered.ids])
  const { shown } = useStableList(list, { ...groupIncidents(incidents) }, { pinned, whenGone })
  const isWaiting = shown.unanswered.length > 0
  const overview = useQuery(overviewQuery)
  // Without knowing how everybody is, nobody knows that all is well.
  const isUnsure = useIsOld(overview.dataUpdatedAt)
  const cards = (group: keyof typeof shown) => (
    <Cards
      group={group}
      incidents={shown[group]}
      propsOf={({ id }) => ({
        isUndoable: answered.ids.has(id),
        onPressed: () => pressed.add(id),
        onAnswered: () => answered.add(id),
        onUndone: () => answered.remove(id),
        onRefused,
      })}
    />
  )
  return (
    <div ref={list} className={isWaiting ? 'stack alarm-waiting' : 'stack'}>
      <ScreenTitle isHidden={isWaiting}>{t('now.title')}</ScreenTitle>
      {cards('unanswered')}
      {notices}
      {!isWaiting && <Calm groups={shown} patients={isUnsure ? undefined : overview.data} isOld={isOld} />}
      {cards('handled')}
      {cards('notices')}
    </div>
  )
}

interface CardsProps {
  group: 'unanswered' | 'handled' | 'notices'
  incidents: readonly Incident[]
  propsOf(incident: Incident): Omit<IncidentCardProps, 'incident'>
}

function Cards({ group, incidents, propsOf }: CardsProps) {
  const { t } = useTranslation()
  const Card = group === 'notices' ? NoticeCard : IncidentCard
  if (incidents.length === 0) return null
  return (
    <section className="stack" aria-labelledby={`now-${group}`}>
      <h2 id={`now-${group}`} className={group === 'unanswered' ? 'visually-hidden' : undefined}>
        {t(`now.${group}`)}
      </h2>
      <ul className="incident-cards">
        {incidents.map((incident) => (
          <Card key={incident.id} incident={incident} {...propsOf(incident)} />
        ))}
      </ul>
    </section>
  )
}
