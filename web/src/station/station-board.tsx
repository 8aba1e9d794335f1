import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { AlarmsInFront } from '../incident/alarms-in-front.tsx'
import { groupIncidents, needsHelpNow } from '../incident/incident.ts'
import { useActionName } from '../incident/incident-words.ts'
import { undoMs } from '../incident/undo-button.tsx'
import { serviceTime } from '../live/service-clock.ts'
import { SoundControls } from '../me/sound-controls.tsx'
import { Calm } from '../now/calm.tsx'
import { StatusTag } from '../now/status-tag.tsx'
import { useAnnouncement } from '../now/use-announcement.ts'
import { AlarmSound } from '../shell/alarm-sound.tsx'
import { HeldBanner } from '../shell/held-banner.tsx'
import { setScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { DialogFrameContext } from '../ui/dialog-frame.ts'
import { useIsOld } from '../ui/freshness.tsx'
import { Notice } from '../ui/notice.tsx'
import { byRoom, usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { useStableList } from '../ui/stable-list.ts'
import { useBriefly } from '../ui/use-briefly.ts'
import { MoreAlarms } from './more-alarms.tsx'
import { useReturnToTop } from './return-to-top.ts'
import { StationAct, type StationDeed } from './station-act.tsx'
import { StationCard } from './station-card.tsx'
import type { StationFallDraft } from './station-fall.tsx'
import { StationHead } from './station-head.tsx'
import {
  type StationIncident,
  type StationPatient,
  stationIncidentsQuery,
  stationOverviewQuery,
  useStationEvents,
} from './station-queries.ts'
import '../shell/shell.css'
import '../ui/maybe-old.css'
import './station.css'

// What reports a fall is seldom needed, and as large as the rest.
const loadFall = () => import('./station-fall.tsx')
const StationFall = lazy(async () => ({ default: (await loadFall()).StationFall }))

/** The lists are read every 15 seconds; after three that failed, nobody knows what is true. */
const oldAfterMs = 50_000

/** Whoever went away must not leave the ward behind their dialog. */
const closeDialogAfterMs = 20_000

/** What somebody is about to do with an incident. */
interface Chosen {
  incident: StationIncident
  deed: StationDeed
}

const isOther =
  ({ id }: StationIncident) =>
  ({ incident }: Chosen) =>
    incident.id !== id

/** What a station shows of its ward: who needs help, and how everybody is doing. */
export function StationBoard({ station }: { station: Schema<'OwnStation'> }) {
  const { t } = useTranslation()
  const [fall, setFall] = useState<StationFallDraft>()
  const [isReporting, setReporting] = useState(false)
  // The last one is in front; what was typed about the others is kept.
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const choose = (incident: StationIncident, deed: StationDeed) =>
    setChosen((others) => [...others.filter(isOther(incident)), { incident, deed }])
  const [dialogFrame] = useState(() => ({
    Alarms: () => <StationAlarms onChoose={(incident) => choose(incident, 'acknowledge')} />,
    closesAfterMs: closeDialogAfterMs,
  }))
  const answered = useBriefly(undoMs)
  const incidents = useQuery(stationIncidentsQuery)
  const overview = useQuery(stationOverviewQuery)
  useStationEvents()
  const announcement = useAnnouncement(incidents.data)
  // Both must be known: the alarms, and how everybody is doing.
  const readAtMs = Math.min(incidents.dataUpdatedAt, overview.dataUpdatedAt || incidents.dataUpdatedAt)
  const isOld = useIsOld(readAtMs, oldAfterMs)
  const ward = usePlaceText()({ ward: station.ward, site: station.site })
  useEffect(() => setScreenTitle(ward), [ward])
  async function reportFall() {
    const { noFallDraft } = await loadFall()
    setFall((written) => written ?? noFallDraft())
    setReporting(true)
  }
  useReturnToTop()
  const waiting = incidents.data?.filter(needsHelpNow) ?? []
  const urgent = new Set(waiting.map(({ patientId }) => patientId))
  const className = `station stack ${isOld ? 'is-old' : ''} ${waiting.length > 0 ? 'station-waiting' : ''}`
  const rooms = byRoom(useFormats().language)
  return (
    <main className={className} tabIndex={-1}>
      <div role="alert" className="visually-hidden">
        {announcement}
      </div>
      <StationHead
        title={ward}
        name={station.name}
        waiting={waiting.length}
        ownerId={station.id}
        incidents={incidents.data}
      />
      {isOld && <Lost sinceMs={readAtMs} />}
      <QueryState query={incidents}>
        {(list) => (
          <StationIncidents
            incidents={list}
            patients={overview.data}
            isOld={isOld}
            answered={answered}
            onChoose={choose}
            notices={
              <>
                <HeldBanner isPolled />
                <AlarmSound ownerId={station.id} incidents={list} />
                {overview.data?.length === 0 && (
                  <Notice tone="caution">{t('station.empty', { ward })}</Notice>
                )}
              </>
            }
          />
        )}
      </QueryState>
      <QueryState query={overview}>
        {(patients) => (
          <section className="stack" aria-labelledby="station-patients">
            <div className="row">
              <h2 id="station-patients">{t('now.patients')}</h2>
              <Button size="large" onPress={() => void reportFall()}>
                {t('fallRecord.report')}
              </Button>
            </div>
            <ul className="station-tiles">
              {patients.toSorted(rooms).map((patient) => (
                <Tile key={patient.patientId} patient={patient} isUrgent={urgent.has(patient.patientId)} />
              ))}
            </ul>
          </section>
        )}
      </QueryState>
      <section id="sound" className="card station-sound" aria-labelledby="station-sound">
        <h2 id="station-sound">{t('me.sound.title')}</h2>
        <SoundControls ownerId={station.id} />
      </section>
      {incidents.data && (
        <MoreAlarms incidentIds={groupIncidents(incidents.data).unanswered.map(({ id }) => id)} />
      )}
      <DialogFrameContext value={dialogFrame}>
        {chosen.map(({ incident, deed }, index) => (
          <StationAct
            key={`${incident.id} ${deed}`}
            incident={incident}
            deed={deed}
            isOpen={index === chosen.length - 1}
            caregivers={station.caregivers}
            noCaregivers={station.noCaregivers}
            onAnswered={() => answered.add(incident.id)}
            onClose={() => setChosen((others) => others.filter(isOther(incident)))}
          />
        ))}
        {fall && isReporting && (
          <Suspense>
            <StationFall
              patients={overview.data ?? []}
              caregivers={station.caregivers}
              draft={fall}
              onDraft={setFall}
              onClose={() => setReporting(false)}
              onDone={() => {
                setReporting(false)
                setFall(undefined)
              }}
            />
          </Suspense>
        )}
      </DialogFrameContext>
    </main>
  )
}

/** Brings new alarms of the ward to the front of a dialog; another dialog answers them. */
function StationAlarms({ onChoose }: { onChoose(incident: StationIncident): void }) {
  const { t } = useTranslation()
  const actionName = useActionName()
  const { data } = useQuery(stationIncidentsQuery)
  const action = t('incident.action.acknowledge')
  return (
    <AlarmsInFront
      incidents={data}
      answer={(incident) => (
        <Button
          look="urgent"
          size="large"
          aria-label={actionName(action, incident)}
          onPress={() => onChoose(incident)}
        >
          {action}
        </Button>
      )}
    />
  )
}

function Lost({ sinceMs }: { sinceMs: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <p className="live-banner live-banner-lost" role="alert">
      <span aria-hidden="true">⚠</span> {t('live.lost', { time: formats.time(serviceTime(sinceMs)) })}
    </p>
  )
}

interface StationIncidentsProps {
  incidents: readonly StationIncident[]
  patients: readonly StationPatient[] | undefined
  isOld: boolean
  /** What was acknowledged here a moment ago, and can be undone. */
  answered: ReturnType<typeof useBriefly>
  onChoose(incident: StationIncident, deed: StationDeed): void
  notices: ReactNode
}

/** An incident that ended while somebody touches the list is still in its place. */
const whenGone = (incident: StationIncident): StationIncident => ({ ...incident, state: 'RESOLVED' })

function StationIncidents(props: StationIncidentsProps) {
  const { incidents, patients, isOld, answered, onChoose, notices } = props
  const list = useRef<HTMLDivElement>(null)
  const { shown } = useStableList(list, { ...groupIncidents(incidents) }, { pinned: answered.ids, whenGone })
  const cards = (group: keyof typeof shown) => (
    <StationCards group={group} count={shown[group].length}>
      {shown[group].map((incident) => (
        <StationCard
          key={incident.id}
          incident={incident}
          isUndoable={answered.ids.has(incident.id)}
          onUndone={() => answered.remove(incident.id)}
          onChoose={(deed) => onChoose(incident, deed)}
        />
      ))}
    </StationCards>
  )
  return (
    <div ref={list} className="stack">
      {cards('unanswered')}
      {notices}
      {shown.unanswered.length === 0 && patients?.length !== 0 && (
        <Calm groups={shown} patients={patients} isOld={isOld} hasLinks={false} />
      )}
      {cards('handled')}
      {cards('notices')}
    </div>
  )
}

interface StationCardsProps {
  group: 'unanswered' | 'handled' | 'notices'
  count: number
  children: ReactNode
}

function StationCards({ group, count, children }: StationCardsProps) {
  const { t } = useTranslation()
  if (count === 0) return null
  return (
    <section className="stack" aria-labelledby={`station-${group}`}>
      <h2 id={`station-${group}`} className={group === 'unanswered' ? 'visually-hidden' : undefined}>
        {t(`now.${group}`)}
      </h2>
      <ul className="station-incidents">{children}</ul>
    </section>
  )
}

function Tile({ patient, isUrgent }: { patient: StationPatient; isUrgent: boolean }) {
  const placeText = usePlaceText()
  return (
    <li className="card station-tile">
      {patient.room && <strong className="station-tile-room">{placeText({ room: patient.room })}</strong>}
      <span>{patient.name}</span>
      <StatusTag patient={patient} isUrgent={isUrgent} />
    </li>
  )
}
