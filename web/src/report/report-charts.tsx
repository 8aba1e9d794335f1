import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { FallsByHour, FallsByWeek } from '../fall/fall-charts.tsx'
import { useFormats } from '../i18n/formats.ts'
import { monthName } from './report-months.ts'

/** Shows at which hours and in which weeks people fall: in twelve months, because a month has too few falls. */
export function ReportCharts({ month, byHour, twelveMonths }: Schema<'HomeReport'>) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const count = twelveMonths.byHour.reduce((sum, each) => sum + each, 0)
  const summary = t('report.inTwelveMonths', { count })
  return (
    <div className="report-charts">
      <FallsByHour
        summary={summary}
        countTitle={t('report.twelveMonths')}
        partTitle={monthName(month, language)}
        byHour={twelveMonths.byHour}
        parts={byHour}
      />
      <FallsByWeek summary={summary} weeks={twelveMonths.byWeek} />
    </div>
  )
}
