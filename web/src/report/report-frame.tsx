import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../i18n/formats.ts'
import { serviceTime } from '../live/service-clock.ts'
import { downloadFile } from '../me/download-export.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { monthName, recentMonths } from './report-months.ts'
import '../admin/admin.css'
import './report.css'

/** The month of a report that somebody chose; the current one at first. */
export function useMonth() {
  const [months] = useState(() => recentMonths(serviceTime()))
  const [month, setMonth] = useState(months[0] ?? '')
  return { months, month, setMonth }
}

interface ReportFrameProps {
  title: string
  choice: ReturnType<typeof useMonth>
  /** Where the same report is as CSV. */
  csvPath: string
  /** Further choices. */
  filter?: ReactNode
  children: ReactNode
}

/** Lets somebody choose a month, print the report and download it. Only the report itself is printed. */
export function ReportFrame({ title, choice, csvPath, filter, children }: ReportFrameProps) {
  const { t } = useTranslation()
  const { language } = useFormats()
  const download = useMutation({ mutationFn: () => downloadFile(csvPath, 'fallwatch-report.csv') })
  return (
    <article className="stack report">
      <ScreenTitle>{`${title}: ${monthName(choice.month, language)}`}</ScreenTitle>
      <div className="row audit-filter report-controls">
        <SelectField
          label={t('report.month')}
          value={choice.month}
          onChange={choice.setMonth}
          options={choice.months.map((value) => ({ value, label: monthName(value, language) }))}
        />
        {filter}
        <Button onPress={() => window.print()}>{t('report.print')}</Button>
        <Button onPress={() => download.mutate()} isPending={download.isPending}>
          {t('report.csv')}
        </Button>
      </div>
      <ErrorNotice error={download.error} />
      {children}
    </article>
  )
}

/** The body of a report, which is a text only if CSV was asked for. */
export const jsonOf = <Body,>(body: Body) => body as Exclude<Body, string>
