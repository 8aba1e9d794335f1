import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { groupIncidents, needsHelpNow } from '../incident/incident.ts'
import { serviceTime } from '../live/service-clock.ts'
import { StatusTag } from '../now/status-tag.tsx'
import { useAnnouncement } from '../now/use-announcement.ts'
import { AlarmSound } from '../shell/alarm-sound.tsx'
import { HeldBanner } from '../shell/held-banner.tsx'
import { setScreenTitle } from '../shell/tab-title.ts'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { StationAct } from './station-act.tsx'
import { StationCard } from './station-card.tsx'
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

/** The lists are read every 15 seconds; after three that failed, nobody knows what is true. */
const oldAfterMs = 50_000

/** StationBoard is what a station shows of its ward: who needs help, and how everybody is doing. */
export function StationBoard({ station }: { station: Schema<'OwnStation'> }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<StationIncident>()
  const incidents = useQuery(stationIncidentsQuery)
  const overview = useQuery(stationOverviewQuery)
  useStationEvents()
  const announcement = useAnnouncement(incidents.data)
  const isOld = useIsOld(incidents.dataUpdatedAt)
  const ward = usePlaceText()({ ward: station.ward, site: station.site })
  useEffect(() => setScreenTitle(ward), [ward])
  const urgent = new Set(incidents.data?.filter(needsHelpNow).map(({ patientId }) => patientId))
  return (
    <main className={isOld ? 'station stack is-old' : 'station stack'} tabIndex={-1}>
      <div role="alert" className="visually-hidden">
        {announcement}
      </div>
      <StationHead title={ward} name={station.name} />
      <HeldBanner isPolled />
      {isOld && <Lost sinceMs={incidents.dataUpdatedAt} />}
      <AlarmSound ownerId={station.id} incidents={incidents.data} />
      <QueryState query={incidents}>
        {(list) =>
          overview.data?.length === 0 ? (
            <Notice tone="caution">{t('station.empty', { ward })}</Notice>
          ) : (
            <StationIncidents incidents={list} isOld={isOld} onChoose={setChosen} />
          )
        }
      </QueryState>
      <QueryState query={overview}>
        {(patients) => (
          <section className="stack" aria-labelledby="station-patients">
            <h2 id="station-patients">{t('now.patients')}</h2>
            <ul className="station-tiles">
              {patients.map((patient) => (
                <Tile key={patient.patientId} patient={patient} isUrgent={urgent.has(patient.patientId)} />
              ))}
            </ul>
          </section>
        )}
      </QueryState>
      {chosen && (
        <StationAct incident={chosen} caregivers={station.caregivers} onClose={() => setChosen(undefined)} />
      )}
    </main>
  )
}

/** useIsOld tells whether what was read at a time may no longer be true. */
function useIsOld(readAtMs: number): boolean {
  const now = useNow()
  return readAtMs > 0 && now.getTime() - serviceTime(readAtMs).getTime() > oldAfterMs
}

function StationHead({ title, name }: { title: string; name: string }) {
  const formats = useFormats()
  const now = useNow()
  return (
    <header className="station-head">
      <h1>{title}</h1>
      <span className="muted">{name}</span>
      <span className="station-clock">{formats.time(now, now)}</span>
    </header>
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
  isOld: boolean
  onChoose(incident: StationIncident): void
}

function StationIncidents({ incidents, isOld, onChoose }: StationIncidentsProps) {
  const { t } = useTranslation()
  const groups = groupIncidents(incidents)
  return (
    <>
      {groups.unanswered.length === 0 && (
        <Notice tone={isOld ? 'neutral' : 'good'}>
          <span className="station-quiet">
            {isOld ? t('now.calmThen') : t(groups.handled.length > 0 ? 'now.calmHandled' : 'station.quiet')}
          </span>
        </Notice>
      )}
      {(['unanswered', 'handled', 'notices'] as const)
        .filter((group) => groups[group].length > 0)
        .map((group) => (
          <section key={group} className="stack" aria-labelledby={`station-${group}`}>
            <h2 id={`station-${group}`}>{t(`now.${group}`)}</h2>
            <ul className="station-incidents">
              {groups[group].map((incident) => (
                <StationCard key={incident.id} incident={incident} onChoose={() => onChoose(incident)} />
              ))}
            </ul>
          </section>
        ))}
    </>
  )
}

function Tile({ patient, isUrgent }: { patient: StationPatient; isUrgent: boolean }) {
  const placeText = usePlaceText()
  return (
    <li className="card station-tile">
      <strong>{patient.name}</strong>
      {patient.room && <span className="muted">{placeText({ room: patient.room })}</span>}
      <StatusTag patient={patient} isUrgent={isUrgent} />
    </li>
  )
}
