import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { overviewQuery, type PatientOverview } from '../api/queries.ts'
import { loadAllTexts } from '../i18n/i18n.ts'
import { Checked, useIsOld } from '../ui/freshness.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { byNeed } from './patient-order.ts'
import { PatientTile } from './patient-tile.tsx'
import { useUrgentPatients } from './status-tag.tsx'

/** All patients of the caller; those who are not fine come first. */
export function PatientTiles() {
  const { t } = useTranslation()
  const urgent = useUrgentPatients()
  const overview = useQuery(overviewQuery)
  const isOld = useIsOld(overview.dataUpdatedAt)
  return (
    <section className={isOld ? 'stack is-old' : 'stack'} aria-labelledby="now-patients">
      <h2 id="now-patients">{t('now.patients')}</h2>
      <Checked readAtMs={overview.dataUpdatedAt} />
      <QueryState query={overview}>
        {(patients) =>
          patients.length === 0 ? (
            <p className="muted">{t('now.noPatients')}</p>
          ) : (
            <AllTiles patients={patients} urgent={urgent} />
          )
        }
      </QueryState>
    </section>
  )
}

/** A phone does not need it. */
const ResidentBoard = lazy(async () => {
  const [{ ResidentBoard }] = await Promise.all([import('../residents/resident-board.tsx'), loadAllTexts()])
  return { default: ResidentBoard }
})

/** From here on, a screen is that of a desk. */
const desk = () => matchMedia('(min-width: 64rem)')

function onDeskChange(listener: () => void) {
  const query = desk()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

interface TilesProps {
  patients: readonly PatientOverview[]
  urgent: ReadonlySet<string | null>
}

/** By ward on a desk, where people live in wards or are many; else the worst first. */
function AllTiles(props: TilesProps) {
  const isDesk = useSyncExternalStore(onDeskChange, () => desk().matches)
  const isHome = props.patients.length > firstTiles || props.patients.some(({ ward }) => ward)
  if (!isDesk || !isHome) return <Tiles {...props} />
  return (
    <Suspense fallback={<Tiles {...props} count={firstTiles} />}>
      <ResidentBoard {...props} />
    </Suspense>
  )
}

/** As many as a phone shows, and a bit more. */
const firstTiles = 12

/** Draws the first screenful, then the others, so that a large house does not keep anybody waiting. */
function Tiles({ patients, urgent, count = patients.length }: TilesProps & { count?: number }) {
  // Others stay in the order of the service, which is that of their names.
  const sorted = patients.toSorted(byNeed(urgent))
  const drawn = useDeferredValue(count, Math.min(count, firstTiles))
  return (
    <ul className="patient-tiles">
      {sorted.slice(0, drawn).map((patient) => (
        <PatientTile key={patient.patientId} patient={patient} isUrgent={urgent.has(patient.patientId)} />
      ))}
    </ul>
  )
}
