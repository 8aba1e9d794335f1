import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { localeOf, useFormats } from '../i18n/formats.ts'
import { type Bar, BarChart } from '../ui/bar-chart.tsx'

/** Every so many bars one has a name below it. */
const namedHours = 6
const namedWeeks = 4

/** FallStatistics shows at which hours and in which weeks somebody falls. */
export function FallStatistics({ statistics }: { statistics: Schema<'FallStatistics'> }) {
  const { t, i18n } = useTranslation()
  const formats = useFormats()
  const { byHour, byWeek, days } = statistics
  const total = byHour.reduce((sum, count) => sum + count, 0)
  const apart = (['nearFalls', 'falseAlarms', 'tests'] as const)
    .filter((kind) => statistics[kind] > 0)
    .map((kind) => t(`patient.falls.${kind}`, { count: statistics[kind] }))
  const summary = t('patient.falls.total', { count: total, days })
  const shortDate = new Intl.DateTimeFormat(localeOf(i18n.resolvedLanguage), {
    day: 'numeric',
    month: 'numeric',
  })
  const hours: Bar[] = byHour.map((count, hour) => ({
    key: String(hour),
    name: t('patient.falls.hourName', { from: hour, to: hour + 1 }),
    shortName: hour % namedHours === 0 ? String(hour) : '',
    count,
  }))
  const weeks: Bar[] = byWeek.map(({ weekStart, count }, i) => {
    const monday = new Date(`${weekStart}T12:00`)
    return {
      key: weekStart,
      name: formats.date(monday),
      shortName: i % namedWeeks === 0 ? shortDate.format(monday) : '',
      count,
    }
  })
  return (
    <>
      <div className="patient-columns">
        <section className="card">
          <BarChart
            label={t('patient.falls.byHour')}
            summary={summary}
            nameTitle={t('patient.falls.hour')}
            countTitle={t('patient.falls.title')}
            bars={hours}
          />
        </section>
        <section className="card">
          <BarChart
            label={t('patient.falls.byWeek')}
            summary={summary}
            nameTitle={t('patient.falls.week')}
            countTitle={t('patient.falls.title')}
            bars={weeks}
          />
        </section>
      </div>
      {apart.length > 0 && <p className="muted">{t('patient.falls.apart', { list: formats.list(apart) })}</p>}
    </>
  )
}
