import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { formatDuration } from '../i18n/duration.ts'
import { useFormats } from '../i18n/formats.ts'
import { usePlaceText } from '../ui/place.ts'
import { type Column, Table } from '../ui/table.tsx'
import './report.css'

type Report = Schema<'PatientReport'>
type HomeReport = Schema<'HomeReport'>
type Figures = Pick<Report, 'counts' | 'responses' | 'uptime'>

const nothing = '–'

/** ReportFigures is the summary of a report. */
export function ReportFigures({ counts, responses, uptime }: Figures) {
  const { t } = useTranslation()
  const formats = useFormats()
  const duration = (seconds: number | null) =>
    seconds === null ? nothing : formatDuration(formats.language, seconds)
  const facts = [
    ...(['falls', 'nearFalls', 'falseAlarms', 'tests', 'cancelled'] as const).map(
      (key) => [t(`report.${key}`), formats.number(counts[key])] as const,
    ),
    [t('report.answered'), formats.number(responses.answered)],
    [t('report.unanswered'), formats.number(responses.unanswered)],
    [t('report.median'), duration(responses.medianSeconds && Math.round(responses.medianSeconds))],
    [t('report.longest'), duration(responses.longestSeconds)],
    [t('report.uptime'), uptime === null ? nothing : formats.percent(uptime)],
  ] as const
  return (
    <dl className="card report-figures">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Fall = Report['falls'][number] & Partial<Pick<HomeReport['falls'][number], 'patientName' | 'residence'>>

interface ReportFallsProps {
  falls: readonly Fall[]
  timeZone: string
  /** Whose fall it was and where they live, in the report of a home. */
  withPatients?: boolean
}

/** ReportFalls is the list of falls, with the times of the installation. */
export function ReportFalls({ falls, timeZone, withPatients = false }: ReportFallsProps) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const formats = useFormats()
  const time = new Intl.DateTimeFormat(formats.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  })
  const ofPatient: Column<Fall>[] = [
    { key: 'patient', title: t('report.patient'), cell: ({ patientName }) => patientName },
    {
      key: 'residence',
      title: t('report.residence'),
      cell: ({ residence }) => placeText(residence) || nothing,
    },
  ]
  const columns: Column<Fall>[] = [
    { key: 'at', title: t('patient.falls.at'), cell: ({ at }) => time.format(new Date(at)) },
    ...(withPatients ? ofPatient : []),
    { key: 'location', title: t('patient.falls.where'), cell: ({ location }) => location ?? nothing },
    { key: 'level', title: t('patient.falls.level'), cell: ({ level }) => t(`incident.level.${level}`) },
    {
      key: 'outcome',
      title: t('incident.list.outcome'),
      cell: ({ outcome, state }) =>
        outcome ? t(`incident.outcome.${outcome}`) : state ? t(`incident.state.${state}`) : nothing,
    },
    {
      key: 'injuries',
      title: t('report.injuries'),
      cell: ({ injuries, reportedInjuries }) => injuries ?? reportedInjuries ?? nothing,
    },
    {
      key: 'response',
      title: t('report.response'),
      cell: ({ responseSeconds }) =>
        responseSeconds === null ? nothing : formatDuration(formats.language, responseSeconds),
      isNumeric: true,
    },
  ]
  return (
    <section className="stack">
      <h2>{t('report.fallList')}</h2>
      <Table
        caption={t('report.fallList')}
        columns={columns}
        rows={falls}
        rowKey={({ id }) => id}
        empty={t('report.noFalls')}
      />
    </section>
  )
}

/** ReportPatients has a line for each patient of a home. */
export function ReportPatients({ patients }: Pick<HomeReport, 'patients'>) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const formats = useFormats()
  const number = (
    key: string,
    title: string,
    value: (line: HomeReport['patients'][number]) => string,
  ): Column<HomeReport['patients'][number]> => ({ key, title, cell: value, isNumeric: true })
  const columns: Column<HomeReport['patients'][number]>[] = [
    { key: 'patient', title: t('report.patient'), cell: ({ patientName }) => patientName },
    {
      key: 'residence',
      title: t('report.residence'),
      cell: ({ residence }) => placeText(residence) || nothing,
    },
    number('falls', t('report.falls'), ({ counts }) => formats.number(counts.falls)),
    number('falseAlarms', t('report.falseAlarms'), ({ counts }) => formats.number(counts.falseAlarms)),
    number('unanswered', t('report.unanswered'), ({ responses }) => formats.number(responses.unanswered)),
    number('uptime', t('report.uptime'), ({ uptime }) =>
      uptime === null ? nothing : formats.percent(uptime),
    ),
  ]
  return (
    <section className="stack report-page">
      <h2>{t('report.patients')}</h2>
      <Table
        caption={t('report.patients')}
        columns={columns}
        rows={patients}
        rowKey={({ patientId }) => patientId}
        empty={t('report.noPatients')}
      />
    </section>
  )
}
