import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { onLiveEvent } from '../live/live-events.ts'
import { TimeAgo } from '../ui/time-ago.tsx'
import type { IncidentDetail } from './incident.ts'

type Vitals = NonNullable<IncidentDetail['vitals']>

/** The vital signs of a patient that were measured last, each with its age. */
export function LastVitals({ incident }: { incident: IncidentDetail }) {
  const { t } = useTranslation()
  const { vitals } = incident
  useReadAgain(incident)
  if (!vitals) return null
  return (
    <section className="card" aria-labelledby="incident-vitals">
      <h2 id="incident-vitals">{t('incident.vitals.title')}</h2>
      <dl className="facts">
        <LastSign vitals={vitals} sign="heartRate" />
        <LastSign vitals={vitals} sign="oxygenSaturation" />
      </dl>
    </section>
  )
}

function LastSign({ vitals, sign }: { vitals: Vitals; sign: keyof Vitals }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const last = vitals[sign]
  return (
    <>
      <dt>{t(`incident.vitals.${sign}`)}</dt>
      <dd>
        {last ? (
          <>
            <strong>{t(`incident.vitals.${sign}Value`, { value: formats.number(last.value) })}</strong>{' '}
            <span className="muted">
              <TimeAgo at={last.at} />
            </span>
          </>
        ) : (
          <span className="muted">{t('incident.vitals.none')}</span>
        )}
      </dd>
    </>
  )
}

/** Reads the incident again when its patient was measured since: no change of the incident tells that. */
function useReadAgain({ id, patientId, vitals }: IncidentDetail): void {
  const client = useQueryClient()
  const measuredAt = Object.values(vitals ?? {}).map((sign) => sign?.at ?? '')
  const newest = measuredAt.toSorted().at(-1)
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'patients.seen' || !newest) return
        const seen = event.data.patients.find((patient) => patient.patientId === patientId)
        if (seen?.lastReadingAt && seen.lastReadingAt > newest)
          void client.invalidateQueries({ queryKey: keys.incident(id) })
      }),
    [client, id, patientId, newest],
  )
}
