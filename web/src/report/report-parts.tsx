import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schema } from '../api/client.ts'
import { useFormats } from '../i18n/formats.ts'
import { formatDuration } from '../i18n/units.ts'
import { useOutcomeText } from '../incident/outcome-text.ts'
import { usePlaceText } from '../ui/place.ts'
import { type Column, Table } from '../ui/table.tsx'
import { monthName } from './report-months.ts'
import './report.css'

type Report = Schema<'PatientReport'>
type HomeReport = Schema<'HomeReport'>
type Figures = Pick<Report, 'counts' | 'incidents' | 'responses' | 'uptime'>

const nothing = '–'

/** What devices and calls raised beside falls. Calls are always shown; the others, once there was one. */
const otherKinds = ['SOS', 'BED_EXIT', 'WANDERING', 'INACTIVITY', 'STAFF_ASSIST'] as const

const otherIncidents = (incidents: Report['incidents']) =>
  otherKinds.flatMap((kind) =>
    kind === 'SOS' || incidents[kind] > 0 ? [[kind, incidents[kind]] as const] : [],
  )

export function ReportFigures({ counts, incidents, responses, uptime }: Figures) {
  const { t } = useTranslation()
  const formats = useFormats()
  const duration = (seconds: number | null) =>
    seconds === null ? nothing : formatDuration(formats.language, seconds)
  const facts = [
    ...(['falls', 'reported', 'nearFalls', 'falseAlarms', 'tests', 'cancelled'] as const).map(
      (key) => [t(`report.${key}`), formats.number(counts[key])] as const,
    ),
    ...otherIncidents(incidents).map(
      ([kind, count]) => [t(`report.incidents.${kind}`), formats.number(count)] as const,
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

/** The list of falls, with the times of the installation. */
export function ReportFalls({ falls, timeZone, withPatients = false }: ReportFallsProps) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const formats = useFormats()
  const outcomeText = useOutcomeText()
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
    {
      key: 'level',
      title: t('patient.falls.level'),
      cell: ({ level, source }) =>
        source === 'REPORTED' ? t('patient.falls.reported') : t(`incident.level.${level}`),
    },
    {
      key: 'outcome',
      title: t('incident.list.outcome'),
      cell: outcomeText,
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

type PatientLine = HomeReport['patients'][number]

/** True for somebody to whom nothing has happened. */
const isQuiet = ({ counts, incidents, responses }: PatientLine) =>
  [...Object.values(counts), ...Object.values(incidents), responses.answered, responses.unanswered].every(
    (count) => count === 0,
  )

/** Has a line for each patient to whom something has happened, and one for all others. */
export function ReportPatients({ patients }: Pick<HomeReport, 'patients'>) {
  const { t } = useTranslation()
  const quiet = patients.filter(isQuiet)
  const others = patients.filter((line) => !isQuiet(line))
  return (
    <section className="stack">
      <h2>{t('report.patients')}</h2>
      {(others.length > 0 || quiet.length === 0) && (
        <PatientTable caption={t('report.patients')} lines={others} />
      )}
      {quiet.length > 0 && <QuietPatients lines={quiet} />}
    </section>
  )
}

function QuietPatients({ lines }: { lines: readonly PatientLine[] }) {
  const { t } = useTranslation()
  const title = t('report.quiet', { count: lines.length })
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="report-quiet" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <PatientTable caption={title} lines={lines} />}
    </details>
  )
}

function PatientTable({ caption, lines }: { caption: string; lines: readonly PatientLine[] }) {
  const { t } = useTranslation()
  const placeText = usePlaceText()
  const formats = useFormats()
  const number = (key: string, title: string, value: (line: PatientLine) => string): Column<PatientLine> => ({
    key,
    title,
    cell: value,
    isNumeric: true,
  })
  const columns: Column<PatientLine>[] = [
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
    <Table
      caption={caption}
      columns={columns}
      rows={lines}
      rowKey={({ patientId }) => patientId}
      empty={t('report.noPatients')}
    />
  )
}

type HomeFigures = HomeReport['previous']

/** The figures of a home, beside those of the month before. */
export function ReportComparison({ report }: { report: HomeReport }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const number = (value: number | null) => (value === null ? nothing : formats.number(value))
  const duration = (seconds: number | null) =>
    seconds === null ? nothing : formatDuration(formats.language, Math.round(seconds))
  const percent = (value: number | null) => (value === null ? nothing : formats.percent(value))
  const figures: { key: string; title: string; value(figures: HomeFigures): string }[] = [
    { key: 'rate', title: t('report.rate'), value: (month) => number(month.fallsPer1000Days) },
    { key: 'falls', title: t('report.falls'), value: ({ counts }) => number(counts.falls) },
    { key: 'reported', title: t('report.reported'), value: ({ counts }) => number(counts.reported) },
    {
      key: 'median',
      title: t('report.median'),
      value: ({ responses }) => duration(responses.medianSeconds),
    },
    { key: 'p90', title: t('report.p90'), value: ({ responses }) => duration(responses.p90Seconds) },
    {
      key: 'within60s',
      title: t('report.within60s'),
      value: ({ responses }) => percent(responses.within60s),
    },
    {
      key: 'within180s',
      title: t('report.within180s'),
      value: ({ responses }) => percent(responses.within180s),
    },
    {
      key: 'unanswered',
      title: t('report.unanswered'),
      value: ({ responses }) => number(responses.unanswered),
    },
    ...(['nearFalls', 'falseAlarms', 'cancelled', 'tests'] as const).map((key) => ({
      key,
      title: t(`report.${key}`),
      value: ({ counts }: HomeFigures) => number(counts[key]),
    })),
    {
      key: 'days',
      title: t('report.residentDays'),
      value: ({ residentDays }) => number(Math.round(residentDays)),
    },
  ]
  const column = (month: HomeFigures): Column<(typeof figures)[number]> => ({
    key: month.month,
    title: monthName(month.month, formats.language),
    isNumeric: true,
    cell: ({ value }) => value(month),
  })
  return (
    <section className="stack">
      <h2>{t('report.compared')}</h2>
      <Table
        caption={t('report.compared')}
        columns={[
          { key: 'figure', title: t('report.figure'), cell: ({ title }) => title },
          column(report),
          column(report.previous),
        ]}
        rows={figures}
        rowKey={({ key }) => key}
      />
      <p>
        {otherIncidents(report.incidents)
          .map(([kind, count]) => `${t(`report.incidents.${kind}`)}: ${formats.number(count)}`)
          .join(' · ')}
      </p>
      {report.uptime !== null && <p>{t('report.uptimeOfAll', { share: formats.percent(report.uptime) })}</p>}
    </section>
  )
}
