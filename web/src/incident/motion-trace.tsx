import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { Chart } from '../ui/chart.tsx'
import { QueryState } from '../ui/query-state.tsx'
import type { ValueRange } from '../ui/value-axis.ts'
import type { Incident } from './incident.ts'
import { fromImpact, summarizeTrace, toTraceSeries } from './trace-series.ts'
import { useLiveTrace } from './use-live-trace.ts'

/** How the body moved around the impact; nothing for a fall that a person has reported. */
export function MotionTrace({ incident, fallId }: { incident: Incident; fallId: string }) {
  const { t } = useTranslation()
  const query = useLiveTrace(incident, fallId)
  if (query.data?.readings.length === 0) return null
  return (
    <section className="card incident-wide" aria-labelledby="incident-trace">
      <h2 id="incident-trace">{t('incident.trace.title')}</h2>
      <QueryState query={query}>{(trace) => <TraceChart trace={trace} />}</QueryState>
    </section>
  )
}

const tenth = (value: number) => Math.round(value * 10) / 10

/** Rest is 1 g, and both are lengths, which are never negative. */
const accelerationRange: ValueRange = { shown: [0, 2], least: 0 }
const rotationRange: ValueRange = { shown: [0, 200], least: 0 }

function TraceChart({ trace }: { trace: Schema<'FallTrace'> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const motion = useMemo(() => fromImpact(toTraceSeries(trace)), [trace])
  const summary = summarizeTrace(motion)
  const series = useMemo(
    () => [
      {
        name: t('incident.trace.acceleration'),
        unit: 'g',
        values: motion.acceleration,
        range: accelerationRange,
      },
      { name: t('incident.trace.rotation'), unit: '°/s', values: motion.rotation, range: rotationRange },
    ],
    [motion, t],
  )
  if (!summary) return null
  return (
    <>
      <p>
        {t('incident.trace.summary', {
          peak: formats.number(tenth(summary.peakG)),
          rotation: formats.number(Math.round(summary.peakRotation)),
        })}
      </p>
      <Chart
        label={t('incident.trace.label')}
        series={series}
        times={motion.times}
        markers={[{ at: 0, label: t('incident.trace.impact') }]}
        timeText={(at) => t('incident.trace.seconds', { seconds: formats.number(tenth(at)) })}
      />
    </>
  )
}
