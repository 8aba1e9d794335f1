import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLiveStatus } from '../live/live-status.ts'
import { Button } from '../ui/button.tsx'
import { Chart } from '../ui/chart.tsx'
import type { ChartMarker } from '../ui/chart-series.ts'
import { Notice } from '../ui/notice.tsx'
import { QueryState } from '../ui/query-state.tsx'
import type { ValueRange } from '../ui/value-axis.ts'
import { seriesQuery, sharingQuery } from './patient-queries.ts'
import { type SeriesRange, seriesRanges, usePatientSearch } from './patient-search.ts'
import { signSeries } from './vital-series.ts'

/** One and the same list: another one would be drawn anew, with the period of before. */
const noMarkers: readonly ChartMarker[] = []

/** What a healthy person has is always on the axis, and 100 % is its end. */
const ranges: Record<SignChartProps['sign'], ValueRange> = {
  heartRate: { shown: [50, 100], least: 0 },
  spo2: { shown: [90, 100], least: 0, most: 100 },
}

/** Draws heart rate and oxygen saturation over a day, a week or 90 days. */
export function VitalCharts({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const [{ range = 'day' }, setSearch] = usePatientSearch()
  const isLost = useLiveStatus().state === 'lost'
  const series = useQuery({ ...seriesQuery(patientId, range), placeholderData: keepPreviousData })
  return (
    <section className="card" aria-labelledby="vitals">
      <h2 id="vitals">{t('patient.vitals.title')}</h2>
      <fieldset className="row patient-ranges">
        <legend className="visually-hidden">{t('patient.vitals.range')}</legend>
        {(Object.keys(seriesRanges) as SeriesRange[]).map((each) => (
          <Button
            key={each}
            look={each === range ? 'primary' : 'plain'}
            aria-pressed={each === range}
            onPress={() => setSearch({ range: each })}
          >
            {t(`patient.vitals.${each}`)}
          </Button>
        ))}
      </fieldset>
      <QueryState query={series}>
        {(data) =>
          data.points.length === 0 ? (
            <NoVitals patientId={patientId} />
          ) : (
            <div
              className={
                series.isPlaceholderData || isLost ? 'patient-columns patient-old' : 'patient-columns'
              }
            >
              <SignChart data={data} sign="heartRate" range={range} />
              <SignChart data={data} sign="spo2" range={range} />
            </div>
          )
        }
      </QueryState>
    </section>
  )
}

/** Says why there is nothing to draw: nothing was measured, or the patient does not share it. */
function NoVitals({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const formats = useFormats()
  // Only asked for here: with the others, the screen would ask too much at once.
  const { data: sharing } = useQuery(sharingQuery(patientId))
  return (
    <div role="status">
      {sharing?.pausedAt && (
        <Notice>{t('patient.vitals.paused', { since: formats.time(new Date(sharing.pausedAt)) })}</Notice>
      )}
      {sharing?.vitals && <p className="muted">{t('patient.vitals.none')}</p>}
    </div>
  )
}

interface SignChartProps {
  data: Schema<'VitalSeries'>
  sign: 'heartRate' | 'spo2'
  range: SeriesRange
}

/** Draws one vital sign. */
export function SignChart({ data, sign, range }: SignChartProps) {
  const { t } = useTranslation()
  const drawn = useMemo(() => {
    const { times, ...values } = signSeries(data, sign)
    return {
      times,
      series: [
        {
          ...values,
          name: t(`patient.vitals.${sign}`),
          unit: t(`patient.vitals.${sign}Unit`),
          range: ranges[sign],
        },
      ],
    }
  }, [data, sign, t])
  return <Chart key={range} markers={noMarkers} label={t(`patient.vitals.${sign}Label`)} {...drawn} />
}
