import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, request } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { DeadEnd, isUnknown } from '../shell/dead-end.tsx'
import { usePlaceText } from '../ui/place.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Table } from '../ui/table.tsx'
import { jsonOf, ReportFrame, useMonth } from './report-frame.tsx'
import { ReportFalls, ReportFigures } from './report-parts.tsx'

/** A month of a patient, on screen and on paper. */
export function PatientReportScreen() {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const formats = useFormats()
  const { patientId: id = '' } = useParams({ strict: false })
  const choice = useMonth()
  const { month } = choice
  const report = useQuery({
    queryKey: [...keys.patient(id), 'report', month],
    queryFn: async ({ signal }) =>
      jsonOf(
        await request(
          api.GET('/api/patients/{id}/report', { signal, params: { path: { id }, query: { month } } }),
        ),
      ).data,
    placeholderData: keepPreviousData,
  })
  if (isUnknown(report.error))
    return <DeadEnd title={t('patient.unknown.title')} text={t('patient.unknown.text')} />
  return (
    <ReportFrame
      title={report.data?.patientName ?? t('report.title')}
      choice={choice}
      csvPath={`/api/patients/${id}/report?month=${month}&format=csv`}
    >
      <QueryState query={report}>
        {(data) => (
          <>
            {data.residence && <p>{placeText(data.residence)}</p>}
            <ReportFigures {...data} />
            <ReportFalls falls={data.falls} timeZone={data.timeZone} />
            <section className="stack">
              <h2>{t('report.devices')}</h2>
              <Table
                caption={t('report.devices')}
                columns={[
                  { key: 'name', title: t('report.device'), cell: ({ name }) => name },
                  {
                    key: 'uptime',
                    title: t('report.uptime'),
                    cell: ({ uptime }) => (uptime === null ? '–' : formats.percent(uptime)),
                    isNumeric: true,
                  },
                ]}
                rows={data.devices}
                rowKey={(device) => device.id}
                empty={t('report.noDevices')}
              />
            </section>
          </>
        )}
      </QueryState>
    </ReportFrame>
  )
}
