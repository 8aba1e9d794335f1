import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { FallsByHour } from '../fall/fall-charts.tsx'
import { useFormats } from '../i18n/formats.ts'
import { monthName } from '../report/report-months.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { type KeptFalls, keptByHour, keptByMonth } from './kept-falls.ts'
import './admin.css'

const spans = ['12', '24', '60', '120'] as const

/** Shows the numbers of falls that were kept of deleted people. */
export function KeptFallsScreen() {
  const { t } = useTranslation()
  const [months, setMonths] = useState<(typeof spans)[number]>('24')
  const query = useQuery({
    queryKey: keys.admin('kept-falls', months),
    queryFn: async ({ signal }) =>
      (
        await request(
          api.GET('/api/admin/fall-statistics', { signal, params: { query: { months: Number(months) } } }),
        )
      ).data,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenTitle>{t('admin.keptFalls.title')}</ScreenTitle>
      <p className="muted">{t('admin.keptFalls.about')}</p>
      <div className="row audit-filter">
        <SelectField
          label={t('admin.keptFalls.span')}
          value={months}
          onChange={setMonths}
          options={spans.map((value) => ({
            value,
            label: t('admin.keptFalls.months', { count: Number(value) }),
          }))}
        />
        <ButtonLink to="/admin/report">{t('report.open')}</ButtonLink>
      </div>
      <QueryState query={query}>
        {(statistics) =>
          statistics.length === 0 ? (
            <p>{t('admin.keptFalls.none')}</p>
          ) : (
            <>
              <ByHour statistics={statistics} />
              <ByMonth statistics={statistics} />
            </>
          )
        }
      </QueryState>
    </>
  )
}

interface StatisticsProps {
  statistics: readonly Schema<'FallStatistic'>[]
}

function ByHour({ statistics }: StatisticsProps) {
  const { t } = useTranslation()
  const byHour = keptByHour(statistics)
  const total = byHour.reduce((sum, count) => sum + count, 0)
  return (
    <FallsByHour
      label={t('admin.keptFalls.byHour')}
      summary={`${t('admin.keptFalls.total', { count: total })}. ${t('admin.keptFalls.apart')}`}
      byHour={byHour}
    />
  )
}

const counted = ['falls', 'nearFalls', 'falseAlarms', 'tests'] as const

function ByMonth({ statistics }: StatisticsProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const columns: Column<KeptFalls & { month: string }>[] = [
    {
      key: 'month',
      title: t('admin.keptFalls.month'),
      cell: ({ month }) => monthName(month, formats.language),
    },
    ...counted.map((key) => ({
      key,
      title: t(`report.${key}`),
      cell: (counts: KeptFalls) => formats.number(counts[key]),
      isNumeric: true,
    })),
  ]
  return (
    <section className="stack">
      <h2>{t('admin.keptFalls.byMonth')}</h2>
      <Table
        caption={t('admin.keptFalls.byMonth')}
        columns={columns}
        rows={keptByMonth(statistics)}
        rowKey={({ month }) => month}
      />
    </section>
  )
}
