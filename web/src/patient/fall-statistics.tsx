import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { FallsByHour, FallsByWeek } from '../fall/fall-charts.tsx'
import { useFormats } from '../i18n/formats.ts'

/** Shows at which hours and in which weeks somebody falls. */
export function FallStatistics({ statistics }: { statistics: Schema<'FallStatistics'> }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { byHour, byWeek, days } = statistics
  const count = byHour.reduce((sum, each) => sum + each, 0)
  const summary = t('patient.falls.total', { count, days })
  const apart = (['nearFalls', 'falseAlarms', 'tests'] as const)
    .filter((kind) => statistics[kind] > 0)
    .map((kind) => t(`patient.falls.${kind}`, { count: statistics[kind] }))
  return (
    <>
      <div className="patient-columns">
        <FallsByHour summary={summary} byHour={byHour} />
        <FallsByWeek summary={summary} weeks={byWeek} />
      </div>
      {apart.length > 0 && <p className="muted">{t('patient.falls.apart', { list: formats.list(apart) })}</p>}
    </>
  )
}
