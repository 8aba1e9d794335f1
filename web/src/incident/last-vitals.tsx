import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { QueryState } from '../ui/query-state.tsx'
import { TimeAgo } from '../ui/time-ago.tsx'
import { lastVitalsQuery } from './incident-queries.ts'

type Sign = 'heartRate' | 'oxygenSaturation'

/** LastVitals are the last vital signs of a patient, each with its age. */
export function LastVitals({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  return (
    <section className="card" aria-labelledby="incident-vitals">
      <h2 id="incident-vitals">{t('incident.vitals.title')}</h2>
      <QueryState query={useQuery(lastVitalsQuery(patientId))}>
        {(vitals) => (
          <dl className="facts">
            <LastSign vitals={vitals} sign="heartRate" />
            <LastSign vitals={vitals} sign="oxygenSaturation" />
          </dl>
        )}
      </QueryState>
    </section>
  )
}

function LastSign({ vitals, sign }: { vitals: Schema<'Vitals'>[]; sign: Sign }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const last = vitals.findLast((minute) => minute[sign] !== null)
  const value = last?.[sign]?.avg
  return (
    <>
      <dt>{t(`incident.vitals.${sign}`)}</dt>
      <dd>
        {last && value !== undefined ? (
          <>
            <strong>{t(`incident.vitals.${sign}Value`, { value: formats.number(Math.round(value)) })}</strong>{' '}
            <span className="muted">
              <TimeAgo at={last.timestamp} />
            </span>
          </>
        ) : (
          <span className="muted">{t('incident.vitals.none')}</span>
        )}
      </dd>
    </>
  )
}
