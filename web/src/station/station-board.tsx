import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { StatusTag } from '../now/status-tag.tsx'
import { setScreenTitle } from '../shell/tab-title.ts'
import { Button } from '../ui/button.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { StationAct } from './station-act.tsx'
import {
  type StationIncident,
  type StationPatient,
  stationIncidentsQuery,
  stationOverviewQuery,
  useStationEvents,
} from './station-queries.ts'
import './station.css'

/** StationBoard is what a station shows of its ward: who needs help, and how everybody is doing. */
export function StationBoard({ station }: { station: Schema<'OwnStation'> }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<StationIncident>()
  const incidents = useQuery(stationIncidentsQuery)
  const overview = useQuery(stationOverviewQuery)
  useStationEvents()
  const ward = [station.site, station.ward].filter(Boolean).join(', ')
  useEffect(() => setScreenTitle(ward), [ward])
  const roomOf = new Map(overview.data?.map(({ patientId, room }) => [patientId, room]))
  return (
    <main className="station stack" tabIndex={-1}>
      <header className="station-head">
        <h1>{ward}</h1>
        <span className="muted">{station.name}</span>
      </header>
      <QueryState query={incidents}>
        {(list) => (
          <section className="stack" aria-label={t('nav.incidents')}>
            {list.length === 0 && <p className="station-quiet">{t('station.quiet')}</p>}
            <ul className="station-incidents" aria-live="assertive">
              {list.map((incident) => (
                <Incident
                  key={incident.id}
                  incident={incident}
                  room={roomOf.get(incident.patientId ?? '') ?? null}
                  onChoose={() => setChosen(incident)}
                />
              ))}
            </ul>
          </section>
        )}
      </QueryState>
      <QueryState query={overview}>
        {(patients) => (
          <ul className="station-tiles" aria-label={t('nav.patients')}>
            {patients.map((patient) => (
              <Tile key={patient.patientId} patient={patient} />
            ))}
          </ul>
        )}
      </QueryState>
      {chosen && (
        <StationAct incident={chosen} caregivers={station.caregivers} onClose={() => setChosen(undefined)} />
      )}
    </main>
  )
}

interface IncidentProps {
  incident: StationIncident
  room: string | null
  onChoose(): void
}

function Incident({ incident, room, onChoose }: IncidentProps) {
  const { t } = useTranslation()
  const { kind, patientName, openedAt, state, handledBy } = incident
  const isHandled = state === 'ACKNOWLEDGED'
  return (
    <li className={isHandled ? 'card station-incident' : 'card station-incident station-incident-open'}>
      <strong className="station-name">
        {patientName} {room && <span>{t('station.room', { room })}</span>}
      </strong>
      <span>
        {t(`incident.kind.${kind}`)} · <TimeAgo at={openedAt} />
      </span>
      {isHandled && <span>{t('station.handledBy', { name: handledBy?.name ?? '' })}</span>}
      <Button look={isHandled ? 'plain' : 'urgent'} size="large" onPress={onChoose}>
        {isHandled ? t('station.end') : t('incident.action.acknowledge')}
      </Button>
    </li>
  )
}

function Tile({ patient }: { patient: StationPatient }) {
  const { t } = useTranslation()
  return (
    <li className="card station-tile">
      <strong>{patient.name}</strong>
      {patient.room && <span className="muted">{t('station.room', { room: patient.room })}</span>}
      <StatusTag patient={patient} isUrgent={patient.status === 'INCIDENT'} />
    </li>
  )
}
