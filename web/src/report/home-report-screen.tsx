import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { Button } from '../ui/button.tsx'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ReportCharts } from './report-charts.tsx'
import { jsonOf, ReportFrame, useMonth } from './report-frame.tsx'
import { ReportComparison, ReportFalls, ReportPatients } from './report-parts.tsx'

/** A blank site or ward is none. */
const given = ({ site, ward }: { site: string; ward: string }) => ({
  ...(site.trim() && { site: site.trim() }),
  ...(ward.trim() && { ward: ward.trim() }),
})

/** A month of all patients, or of those of a site or a ward. */
export function HomeReportScreen() {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const choice = useMonth()
  const [typed, setTyped] = useState({ site: '', ward: '' })
  const [place, setPlace] = useState<ReturnType<typeof given>>({})
  const query = { month: choice.month, ...place }
  const report = useQuery({
    queryKey: keys.admin('report', query),
    queryFn: async ({ signal }) =>
      jsonOf(await request(api.GET('/api/admin/report', { signal, params: { query } }))).data,
    placeholderData: keepPreviousData,
  })

  function show(event: FormEvent) {
    event.preventDefault()
    setPlace(given(typed))
  }

  return (
    <ReportFrame
      title={t('report.title')}
      choice={choice}
      csvPath={`/api/admin/report?${new URLSearchParams({ ...query, format: 'csv' })}`}
      filter={
        <form className="row audit-filter" onSubmit={show}>
          <TextField
            label={t('report.site')}
            value={typed.site}
            onChange={(site) => setTyped({ ...typed, site })}
          />
          <TextField
            label={t('report.ward')}
            value={typed.ward}
            onChange={(ward) => setTyped({ ...typed, ward })}
          />
          <Button type="submit">{t('report.show')}</Button>
        </form>
      }
    >
      <QueryState query={report}>
        {(data) => (
          <>
            {(data.site || data.ward) && <p>{placeText({ site: data.site, ward: data.ward })}</p>}
            <ReportCharts {...data} />
            <ReportComparison report={data} />
            <ReportPatients patients={data.patients} />
            <ReportFalls falls={data.falls} timeZone={data.timeZone} withPatients />
          </>
        )}
      </QueryState>
    </ReportFrame>
  )
}
