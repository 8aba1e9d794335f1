import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { type Bar, BarChart } from '../ui/bar-chart.tsx'
import { monthName } from './report-months.ts'

type HomeReport = Schema<'HomeReport'>

/** Every so many hours one has a name below it, and so many months. */
const namedHours = 6
const namedMonths = 2

/** ReportCharts shows at which hours and in which weeks people fall: in twelve months, because a month has too few falls. */
export function ReportCharts({ month, byHour, twelveMonths }: HomeReport) {
  const { t } = useTranslation()
  const formats = useFormats()
  const hours: Bar[] = twelveMonths.byHour.map((count, hour) => ({
    key: String(hour),
    name: t('patient.falls.hourName', { from: hour, to: hour + 1 }),
    shortName: hour % namedHours === 0 ? String(hour) : '',
    count,
    part: byHour[hour] ?? 0,
  }))
  const count = twelveMonths.byHour.reduce((sum, each) => sum + each, 0)
  const summary = t('report.inTwelveMonths', { count })
  return (
    <div className="report-charts">
      <section className="card">
        <BarChart
          label={t('patient.falls.byHour')}
          summary={summary}
          nameTitle={t('patient.falls.hour')}
          countTitle={t('report.twelveMonths')}
          partTitle={monthName(month, formats.language)}
          bars={hours}
        />
      </section>
      <section className="card">
        <BarChart
          label={t('patient.falls.byWeek')}
          summary={summary}
          nameTitle={t('patient.falls.week')}
          countTitle={t('report.falls')}
          bars={weekBars(twelveMonths.byWeek, formats)}
        />
      </section>
    </div>
  )
}

/** weekBars have the name of a month below its first Monday. */
function weekBars(
  weeks: HomeReport['twelveMonths']['byWeek'],
  { language, date }: ReturnType<typeof useFormats>,
): Bar[] {
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const isFirst = (weekStart: string) => Number(weekStart.slice(8)) <= 7
  const firsts = weeks.filter(({ weekStart }) => isFirst(weekStart))
  const named = new Set(firsts.filter((_, i) => i % namedMonths === 0))
  return weeks.map((week) => ({
    key: week.weekStart,
    name: date(new Date(`${week.weekStart}T12:00`)),
    shortName: named.has(week) ? month.format(new Date(week.weekStart)) : '',
    count: week.count,
  }))
}
