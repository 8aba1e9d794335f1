import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { useOutcomeText } from '../incident/outcome-text.ts'
import { ButtonLink } from '../ui/link.tsx'
import { Pager } from '../ui/pager.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { ClockTime } from '../ui/time-ago.tsx'
import { FallStatistics } from './fall-statistics.tsx'
import { fallStatisticsQuery, fallsQuery } from './patient-queries.ts'

const statisticsDays = 90

/** Shows when the patient falls, and each fall. */
export function FallsPanel({ patientId }: { patientId: string }) {
  const { t } = useTranslation()
  const [page, setPage] = useState(1)
  const statistics = useQuery(fallStatisticsQuery(patientId, statisticsDays))
  const falls = useQuery({ ...fallsQuery(patientId, page), placeholderData: keepPreviousData })
  const columns = useFallColumns()
  return (
    <>
      <QueryState query={statistics}>{(data) => <FallStatistics statistics={data} />}</QueryState>
      <section className="stack falls" aria-labelledby="falls">
        <div className="row">
          <h2 id="falls">{t('patient.falls.title')}</h2>
          <ButtonLink to="/patients/$patientId/report" params={{ patientId }}>
            {t('report.open')}
          </ButtonLink>
        </div>
        <QueryState query={falls}>
          {({ data, pagination }) => (
            <>
              <Table
                caption={t('patient.falls.title')}
                columns={columns}
                rows={data}
                rowKey={({ id }) => id}
                empty={t('patient.falls.none')}
              />
              <Pager page={page} pageCount={pagination.totalPages} onPage={setPage} />
            </>
          )}
        </QueryState>
      </section>
    </>
  )
}

type Fall = Schema<'PatientFall'>

function useFallColumns(): Column<Fall>[] {
  const { t } = useTranslation()
  const formats = useFormats()
  return [
    { key: 'at', title: t('patient.falls.at'), cell: ({ createdAt }) => <ClockTime at={createdAt} /> },
    {
      key: 'level',
      title: t('patient.falls.level'),
      cell: ({ status, confidence, source }) => (
        <span>
          <span className="fall-level">{t(`incident.level.${status}`)}</span>{' '}
          <span className="muted">
            {source === 'DETECTED'
              ? t('patient.falls.confidence', { value: formats.percent(confidence) })
              : t(source === 'REPORTED' ? 'patient.falls.reported' : 'patient.falls.byDevice')}
          </span>
        </span>
      ),
    },
    {
      key: 'outcome',
      title: t('incident.list.outcome'),
      cell: ({ incident }) => incident && <Outcome incident={incident} />,
    },
    {
      key: 'where',
      title: t('patient.falls.where'),
      cell: ({ location }) => location ?? '–',
    },
    {
      key: 'answered',
      title: t('patient.falls.answered'),
      cell: ({ responded, responseTime }) =>
        responded && responseTime !== null
          ? t('patient.falls.after', { time: formats.countdown(responseTime * 1000) })
          : t(responded ? 'common.yes' : 'common.no'),
    },
    {
      key: 'record',
      title: t('fallRecord.title'),
      cell: ({ id, createdAt }) => (
        <Link
          to="/falls/$fallId/record"
          params={{ fallId: id }}
          className="text-link"
          aria-label={t('fallRecord.openOf', { time: formats.time(new Date(createdAt)) })}
        >
          {t('fallRecord.open')}
        </Link>
      ),
    },
  ]
}

/** What became of the incident of a fall, and leads to it unless it was deleted. */
function Outcome({ incident: { id, state, outcome } }: { incident: NonNullable<Fall['incident']> }) {
  const text = useOutcomeText()({ outcome, state })
  if (id === null) return text
  return (
    <Link to="/incidents/$incidentId" params={{ incidentId: id }} className="text-link">
      {text}
    </Link>
  )
}
