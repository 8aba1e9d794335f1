import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, request, type Schema } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { useFormats } from '../i18n/formats.ts'
import { ScreenTitle } from '../shell/screen-title.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { type Column, Table } from '../ui/table.tsx'
import './admin.css'

type Detection = Schema<'Detection'>
type Figures = Detection['total']

const spans = ['4', '12', '26', '52'] as const
type Count = Exclude<keyof Figures, 'precision' | `answered${string}` | `median${string}`>

/** Every count has a column, because what became of the incidents adds up to their number. */
const columnsOfCounts: Record<Count, true> = {
  incidents: true,
  realFalls: true,
  nearFalls: true,
  falseAlarms: true,
  tests: true,
  other: true,
  cancelled: true,
  unlabelled: true,
}
const counted = Object.keys(columnsOfCounts) as Count[]

/** Shows how often detection was right, by what caregivers said became of each fall. */
export function DetectionScreen() {
  const { t } = useTranslation()
  const [weeks, setWeeks] = useState<(typeof spans)[number]>('12')
  const query = useQuery({
    queryKey: keys.admin('detection', weeks),
    queryFn: async ({ signal }) =>
      (
        await request(
          api.GET('/api/admin/detection', { signal, params: { query: { weeks: Number(weeks) } } }),
        )
      ).data,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ScreenTitle>{t('nav.detection')}</ScreenTitle>
      <p className="muted">{t('admin.detection.about')}</p>
      <div className="row audit-filter">
        <SelectField
          label={t('admin.detection.span')}
          value={weeks}
          onChange={setWeeks}
          options={spans.map((value) => ({
            value,
            label: t('admin.detection.weeks', { count: Number(value) }),
          }))}
        />
        <ButtonLink to="/admin/report">{t('report.open')}</ButtonLink>
        <ButtonLink to="/admin/kept-falls">{t('admin.keptFalls.title')}</ButtonLink>
      </div>
      <QueryState query={query}>{(figures) => <Report figures={figures} weeks={Number(weeks)} />}</QueryState>
    </>
  )
}

function Report({ figures, weeks }: { figures: Detection; weeks: number }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const perWeek: Column<Detection['byDevice'][number]> = {
    key: 'perWeek',
    title: t('admin.detection.falseAlarmsPerWeek'),
    cell: ({ falseAlarms }) => formats.number(Math.round((100 * falseAlarms) / weeks) / 100),
    isNumeric: true,
  }
  return (
    <>
      <Summary total={figures.total} />
      <FigureTable
        title={t('admin.detection.byDevice')}
        column={t('admin.detection.columns.device')}
        rows={figures.byDevice}
        name={({ deviceName, deviceId }) => deviceName ?? deviceId.slice(0, 8)}
        further={[perWeek]}
      />
      <FigureTable
        title={t('admin.detection.byWeek')}
        column={t('admin.detection.columns.week')}
        rows={figures.byWeek}
        name={({ week }) => week}
        cell={({ week }) => <time dateTime={week}>{formats.date(new Date(week))}</time>}
      />
      <FigureTable
        title={t('admin.detection.byLevel')}
        column={t('admin.detection.columns.level')}
        rows={figures.byLevel}
        name={({ level }) => t(`admin.detection.levels.${level}`)}
      />
      <FigureTable
        title={t('admin.detection.bySource')}
        column={t('admin.detection.columns.source')}
        rows={figures.bySource}
        name={({ source }) => t(`admin.detection.sources.${source}`)}
      />
    </>
  )
}

/** In seconds: nobody has a feeling for more of them. */
const inMinutesFrom = 120

function Summary({ total }: { total: Figures }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const share = (value: number | null) => (value === null ? '–' : formats.percent(value))
  const duration = (value: number | null) => {
    if (value === null) return '–'
    return value < inMinutesFrom
      ? t('admin.detection.seconds', { count: Math.round(value) })
      : t('admin.detection.minutes', { count: Math.round(value / 60) })
  }
  const facts = [
    [t('admin.detection.precision'), share(total.precision)],
    [t('admin.detection.answeredWithin60s'), share(total.answeredWithin60s)],
    [t('admin.detection.answeredWithin180s'), share(total.answeredWithin180s)],
    [t('admin.detection.medianAcknowledge'), duration(total.medianAcknowledgeSeconds)],
    [t('admin.detection.medianResolve'), duration(total.medianResolveSeconds)],
  ] as const
  return (
    <dl className="card facts">
      {facts.map(([name, value]) => (
        <div key={name} className="facts-row">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface FigureTableProps<Row extends Figures> {
  title: string
  /** What the rows are. */
  column: string
  rows: readonly Row[]
  name(row: Row): string
  /** How the name is shown, if not as it is. */
  cell?(row: Row): ReactNode
  further?: Column<Row>[]
}

function FigureTable<Row extends Figures>({
  title,
  column,
  rows,
  name,
  cell = name,
  further = [],
}: FigureTableProps<Row>) {
  const { t } = useTranslation()
  const formats = useFormats()
  const columns: Column<Row>[] = [
    { key: 'name', title: column, cell },
    ...counted.map((key) => ({
      key,
      title: t(`admin.detection.${key}`),
      cell: (row: Row) => formats.number(row[key]),
      isNumeric: true,
    })),
    {
      key: 'precision',
      title: t('admin.detection.precision'),
      cell: ({ precision }) => (precision === null ? '–' : formats.percent(precision)),
      isNumeric: true,
    },
    ...further,
  ]
  return (
    <section className="stack">
      <h2>{title}</h2>
      <Table caption={title} columns={columns} rows={rows} rowKey={name} empty={t('admin.detection.empty')} />
    </section>
  )
}
