import { useTranslation } from 'react-i18next'
import type { Formats } from '../i18n/create-formats.ts'
import { useFormats } from '../i18n/formats.ts'
import { type Bar, BarChart, type BarChartProps } from '../ui/bar-chart.tsx'

/** Every so many hours one has a name below it. */
const namedHours = 6
/** Of more months than these, every second one has a name. */
const manyMonths = 6

interface FallsByHourProps extends Pick<BarChartProps, 'summary' | 'partTitle'> {
  label?: string
  countTitle?: string
  /** The falls of each hour of the day, and how many of them are set off. */
  byHour: readonly number[]
  parts?: readonly number[]
}

/** Shows at which hours of the day people fall. */
export function FallsByHour({ label, countTitle, byHour, parts, ...chart }: FallsByHourProps) {
  const { t } = useTranslation()
  const bars: Bar[] = byHour.map((count, hour) => ({
    key: String(hour),
    name: t('patient.falls.hourName', { from: hour, to: hour + 1 }),
    shortName: hour % namedHours === 0 ? String(hour) : '',
    count,
    part: parts?.[hour] ?? 0,
  }))
  return (
    <section className="card">
      <BarChart
        {...chart}
        label={label ?? t('patient.falls.byHour')}
        nameTitle={t('patient.falls.hour')}
        countTitle={countTitle ?? t('patient.falls.title')}
        bars={bars}
      />
    </section>
  )
}

interface Week {
  weekStart: string
  count: number
}

interface FallsByWeekProps {
  summary: string
  weeks: readonly Week[]
}

/** Shows in which weeks people fall. */
export function FallsByWeek({ summary, weeks }: FallsByWeekProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <section className="card">
      <BarChart
        label={t('patient.falls.byWeek')}
        summary={summary}
        nameTitle={t('patient.falls.week')}
        countTitle={t('patient.falls.title')}
        bars={weekBars(weeks, formats)}
      />
    </section>
  )
}

/** weekBars have the name of a month below its first Monday. */
function weekBars(weeks: readonly Week[], { language, date }: Formats): Bar[] {
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const firsts = weeks.filter(({ weekStart }) => Number(weekStart.slice(8)) <= 7)
  const each = firsts.length > manyMonths ? 2 : 1
  const named = new Set(firsts.filter((_, i) => i % each === 0))
  return weeks.map((week) => ({
    key: week.weekStart,
    name: date(new Date(`${week.weekStart}T12:00`)),
    shortName: named.has(week) ? month.format(new Date(week.weekStart)) : '',
    count: week.count,
  }))
}
