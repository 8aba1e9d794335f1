import { type CsvValue, csvLine } from '../../platform/lib/csv.ts'
import { localMinute } from '../../platform/lib/local-month.ts'
import type { HomeReport, PatientReport } from './reports.service.ts'
import type { Residence } from './reports.store.ts'

/** One table for both reports: a line for each patient, with the figures, and one for each fall. */
const header = [
  'record',
  'month',
  'patientId',
  'patientName',
  'site',
  'ward',
  'room',
  'falls',
  'nearFalls',
  'falseAlarms',
  'tests',
  'cancelled',
  'answered',
  'unanswered',
  'medianResponseSeconds',
  'longestResponseSeconds',
  'uptime',
  'fallId',
  'time',
  'localTime',
  'level',
  'source',
  'location',
  'witnessed',
  'outcome',
  'injuries',
  'reportedInjuries',
  'responseSeconds',
  'reported',
  ...['calls', 'bedExits', 'doors', 'inactivity', 'staffAssists'],
]

type PatientLine = HomeReport['patients'][number]
type FallLine = HomeReport['falls'][number]
type Line = Partial<Record<(typeof header)[number], CsvValue>>

/** Has the figures of the patient, and their falls. */
export function csvOfPatientReport(report: PatientReport): string {
  const { patientId, patientName } = report
  const falls = report.falls.map((fall) => ({ patientId, patientName, ...fall }))
  return csvOf(report, [report], falls)
}

/** Has the figures of each patient, and all falls. */
export const csvOfHomeReport = (report: HomeReport): string => csvOf(report, report.patients, report.falls)

type Frame = Pick<HomeReport, 'month' | 'timeZone'>

function csvOf({ month, timeZone }: Frame, patients: readonly PatientLine[], falls: readonly FallLine[]) {
  const lines: Line[] = [
    ...patients.map((line) => patientLine(line)),
    ...falls.map((fall) => fallLine(fall, timeZone)),
  ]
  const rows = lines.map((line) => header.map((name) => (name === 'month' ? month : (line[name] ?? null))))
  return [header, ...rows].map(csvLine).join('')
}

function patientLine({
  patientId,
  patientName,
  residence,
  counts,
  responses,
  incidents,
  uptime,
}: PatientLine): Line {
  const { medianSeconds, longestSeconds, ...answers } = responses
  return {
    ...{ record: 'patient', patientId, patientName, uptime },
    ...placeOf(residence),
    ...counts,
    ...answers,
    ...{ calls: incidents.SOS, bedExits: incidents.BED_EXIT, doors: incidents.WANDERING },
    ...{ inactivity: incidents.INACTIVITY, staffAssists: incidents.STAFF_ASSIST },
    medianResponseSeconds: medianSeconds,
    longestResponseSeconds: longestSeconds,
  }
}

function fallLine(
  { id, at, state: _, incidentId: __, residence, ...fall }: FallLine,
  timeZone: string,
): Line {
  const times = { time: at, localTime: localMinute(at, timeZone) }
  return { record: 'fall', fallId: id, ...times, ...fall, ...placeOf(residence) }
}

const placeOf = (residence: Residence | null): Line => ({ ...residence })
