import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery, type PatientOverview } from '../api/queries.ts'
import { QueryState } from '../ui/query-state.tsx'
import { byNeed } from './patient-order.ts'
import { PatientTile } from './patient-tile.tsx'
import { useUrgentPatients } from './status-tag.tsx'

/** PatientTiles are all patients of the caller; those who are not fine come first. */
export function PatientTiles() {
  const { t } = useTranslation()
  const urgent = useUrgentPatients()
  return (
    <section className="stack" aria-labelledby="now-patients">
      <h2 id="now-patients">{t('now.patients')}</h2>
      <QueryState query={useQuery(overviewQuery)}>
        {(patients) =>
          patients.length === 0 ? (
            <p className="muted">{t('now.noPatients')}</p>
          ) : (
            <Tiles patients={patients} urgent={urgent} />
          )
        }
      </QueryState>
    </section>
  )
}

/** As many as a phone shows, and a bit more. */
const firstTiles = 12

/** Tiles draws the first screenful, then the others, so that a large house does not keep anybody waiting. */
function Tiles({
  patients,
  urgent,
}: {
  patients: readonly PatientOverview[]
  urgent: ReadonlySet<string | null>
}) {
  // Others stay in the order of the service, which is that of their names.
  const sorted = patients.toSorted(byNeed(urgent))
  const drawn = useDeferredValue(sorted.length, Math.min(sorted.length, firstTiles))
  return (
    <ul className="patient-tiles">
      {sorted.slice(0, drawn).map((patient) => (
        <PatientTile key={patient.patientId} patient={patient} isUrgent={urgent.has(patient.patientId)} />
      ))}
    </ul>
  )
}
