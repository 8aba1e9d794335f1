import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery, type PatientOverview } from '../api/queries.ts'
import { useFormats } from '../i18n/formats.ts'
import { byNeed } from '../now/patient-order.ts'
import { useUrgentPatients } from '../now/status-tag.tsx'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { useMe } from '../shell/use-me.ts'
import { Button } from '../ui/button.tsx'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'
import { InvitePatient } from './invite-patient.tsx'
import { PatientStatus } from './patient-status.tsx'
import './patients-screen.css'

/** Makes accents and case irrelevant: José is found by jose. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

export function PatientsScreen() {
  const { t } = useTranslation()
  const { role } = useMe()
  const overview = useQuery(overviewQuery)
  const [search, setSearch] = useState('')
  const [isInviting, setInviting] = useState(false)
  return (
    <div className="stack">
      <div className="row patients-head">
        <ScreenTitle>{t('patient.list.title')}</ScreenTitle>
        {role === 'CAREGIVER' && (
          <Button look="primary" onPress={() => setInviting(true)}>
            {t('patient.invite.open')}
          </Button>
        )}
      </div>
      <QueryState query={overview}>
        {(patients) =>
          patients.length === 0 ? (
            <p>{t('patient.list.none')}</p>
          ) : (
            <>
              <search className="patients-search">
                <TextField
                  label={t('patient.list.search')}
                  type="search"
                  value={search}
                  onChange={setSearch}
                />
              </search>
              <PatientList patients={patients} search={search} />
            </>
          )
        }
      </QueryState>
      <InvitePatient isOpen={isInviting} onClose={() => setInviting(false)} />
    </div>
  )
}

function PatientList({ patients, search }: { patients: readonly PatientOverview[]; search: string }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const byUrgency = byNeed(useUrgentPatients())
  const found = patients
    .filter((patient) => plain(`${patient.name} ${placeText(patient)}`).includes(plain(search.trim())))
    .toSorted((a, b) => byUrgency(a, b) || a.name.localeCompare(b.name))
  return (
    <>
      <p role="status" className={search ? 'muted' : 'visually-hidden'}>
        {t('patient.list.found', { count: found.length })}
      </p>
      <ul className="patients-list">
        {found.map((patient) => (
          <PatientCard key={patient.patientId} patient={patient} />
        ))}
      </ul>
    </>
  )
}

function PatientCard({ patient }: { patient: PatientOverview }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const formats = useFormats()
  const { patientId, name, battery, healthScore } = patient
  const isUrgent = useUrgentPatients().has(patientId)
  return (
    <li className={isUrgent ? 'card patients-card patients-card-urgent' : 'card patients-card'}>
      <h2>
        <Link to="/patients/$patientId" params={{ patientId }}>
          {name}
        </Link>
      </h2>
      {placeText(patient) && <p>{placeText(patient)}</p>}
      <PatientStatus patient={patient} />
      <p className="muted row">
        <span>{t('patient.score', { score: formats.number(healthScore) })}</span>
        {battery !== null && (
          <span>{t('now.tile.battery', { percent: formats.percent(battery / 100) })}</span>
        )}
      </p>
    </li>
  )
}
