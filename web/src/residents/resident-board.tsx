import { Link } from '@tanstack/react-router'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PatientOverview } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { serviceTime } from '../live/service-clock.ts'
import { StatusTag } from '../now/status-tag.tsx'
import { unwatchedOf } from '../now/watched.ts'
import { Button } from '../ui/button.tsx'
import { usePlaceText } from '../ui/place.ts'
import { TextField } from '../ui/text-field.tsx'
import {
  firstOf,
  groupByWard,
  isFoundBy,
  type ResidentGroup,
  type ResidentState,
  residentStates,
  stateOf,
} from './resident-groups.ts'
import './resident-board.css'

export interface ResidentBoardProps {
  patients: readonly PatientOverview[]
  /** Who waits for help. */
  urgent: ReadonlySet<string | null>
}

const words = {
  URGENT: 'now.tile.urgent',
  INCIDENT: 'now.tile.INCIDENT',
  SILENT: 'now.tile.SILENT',
  LOW_BATTERY: 'now.tile.LOW_BATTERY',
  NO_DEVICE: 'now.tile.NO_DEVICE',
  UNKNOWN: 'now.tile.unknown',
  FINE: 'now.tile.FINE',
} as const satisfies Record<ResidentState, string>

/** A whole home on a desk: small tiles by ward, of all residents or of those who are looked for. */
export function ResidentBoard({ patients, urgent }: ResidentBoardProps) {
  const { t } = useTranslation()
  const { language, number } = useFormats()
  const [text, setText] = useState('')
  const [state, setState] = useState<ResidentState>()
  // Every minute an event draws them again: nothing needs to tick.
  const now = serviceTime()
  const named = patients.filter(isFoundBy(text))
  // Whoever has no device, or a silent one, is not watched either: as many as the notice above says.
  const inState = (each: ResidentState) =>
    each === 'UNKNOWN'
      ? unwatchedOf(named, now)
      : named.filter((patient) => stateOf(patient, urgent, now) === each)
  const found = state ? inState(state) : named
  const drawn = useGrowing(found.length, `${state} ${text}`)
  return (
    <>
      <search className="resident-filter">
        <TextField label={t('patient.board.search')} type="search" value={text} onChange={setText} />
        <fieldset className="resident-states">
          <legend className="visually-hidden">{t('patient.board.state')}</legend>
          <Choice isChosen={state === undefined} count={named.length} onChoose={() => setState(undefined)}>
            {t('patient.board.all')}
          </Choice>
          {residentStates.map((each) => (
            <Choice
              key={each}
              isChosen={state === each}
              count={inState(each).length}
              onChoose={() => setState(state === each ? undefined : each)}
            >
              {t(words[each])}
            </Choice>
          ))}
        </fieldset>
      </search>
      <p role="status" className={found.length === patients.length ? 'visually-hidden' : 'muted'}>
        {t('patient.board.found', { found: number(found.length), total: number(patients.length) })}
      </p>
      {firstOf(groupByWard(found, language), drawn).map((group) => (
        <Ward key={`${group.site} ${group.ward}`} group={group} urgent={urgent} />
      ))}
    </>
  )
}

/** As many as a desk shows, and a bit more. */
const step = 60

/**
 * How many of a list are drawn: a screenful at once, then more and more. Hundreds of tiles at once would keep
 * a slow machine from what happens meanwhile. It begins anew with another search.
 */
function useGrowing(total: number, search: string): number {
  const [grown, setGrown] = useState({ search, count: step })
  const count = grown.search === search ? grown.count : step
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setGrown({ search, count: count + step }))
    return () => clearTimeout(timer)
  }, [count, total, search])
  return count
}

interface ChoiceProps {
  isChosen: boolean
  count: number
  onChoose(): void
  children: string
}

function Choice({ isChosen, count, onChoose, children }: ChoiceProps) {
  const formats = useFormats()
  return (
    <Button look={isChosen ? 'primary' : 'plain'} aria-pressed={isChosen} onPress={onChoose}>
      {children} <span className="resident-count">{formats.number(count)}</span>
    </Button>
  )
}

interface WardProps {
  group: ResidentGroup<PatientOverview>
  urgent: ReadonlySet<string | null>
}

function Ward({ group: { site, ward, residents }, urgent }: WardProps) {
  const { t } = useTranslation()
  const place = usePlaceText()({ site, ward })
  return (
    <section className="resident-ward" aria-label={place || t('patient.board.noWard')}>
      <h3>{place || t('patient.board.noWard')}</h3>
      <ul className="resident-tiles">
        {residents.map((patient) => (
          <ResidentTile key={patient.patientId} patient={patient} isUrgent={urgent.has(patient.patientId)} />
        ))}
      </ul>
    </section>
  )
}

interface ResidentTileProps {
  patient: PatientOverview
  isUrgent: boolean
}

/** Drawn again when its own resident changes, not with every event of the home. */
const ResidentTile = memo(function ResidentTile({ patient, isUrgent }: ResidentTileProps) {
  const { patientId, name, room } = patient
  const placeText = usePlaceText()
  return (
    <li>
      <Link
        to="/patients/$patientId"
        params={{ patientId }}
        className={isUrgent ? 'card resident-tile resident-tile-urgent' : 'card resident-tile'}
      >
        {room && <strong className="resident-room">{placeText({ room })}</strong>}
        <span className="resident-name">{name}</span>
        <StatusTag patient={patient} isUrgent={isUrgent} />
      </Link>
    </li>
  )
})
