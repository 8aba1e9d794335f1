import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { fallStatistics } from '../../alerting/falls/fall-statistics.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { msPerHour } from '../../platform/lib/duration.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { type LocalMonth, localMonth, localMonthBefore } from '../../platform/lib/local-month.ts'
import { retainedFrom } from '../../telemetry/ingest/reading-retention.ts'
import {
  answerFigures,
  countByKind,
  countFalls,
  isCountedAsFall,
  ratePer1000,
  share,
} from './report-figures.ts'
import * as store from './reports.store.ts'

/** The most patients in the report of a home: each has hundreds of hours to look at. */
export const maxPatients = 1000

/** Patients come and go: more than 1,000 may have lived somewhere within a year. */
const maxPatientsOfYear = 3 * maxPatients

/** A statement has 1.5 seconds; of 20 devices that never sent, it takes 0.2 for a month. */
const devicesAtOnce = 20

export type PatientReport = Awaited<ReturnType<typeof patientReport>>
export type HomeReport = Awaited<ReturnType<typeof readHomeReport>>

/** Returns the month of a patient if the caller may read their record, or throws 400, 404 or 403. */
export async function readPatientReport(ctx: Context, caller: Caller, patientId: string, month: string) {
  const period = periodOf(ctx, month)
  await getReadablePatient(ctx, caller, patientId)
  return patientReport(ctx, patientId, period)
}

/** Returns the month of a patient for somebody whose rights were checked before, or throws 400. */
export function reportOf(ctx: Context, patientId: string, month: string) {
  return patientReport(ctx, patientId, periodOf(ctx, month))
}

async function patientReport(ctx: Context, patientId: string, period: LocalMonth) {
  const patient = await store.findReportPatient(ctx.db, patientId)
  if (!patient) throw refusal('PATIENT_NOT_FOUND')
  const { falls, answers, incidents, uptimes } = await readMonth(ctx, [patient.id], period, {})
  return {
    ...frameOf(ctx, period),
    patientId: patient.id,
    patientName: patient.name,
    residence: patient.residence,
    counts: countFalls(falls),
    responses: answerFigures(answers),
    incidents: countByKind(incidents),
    uptime: uptimes.of(patient.id),
    devices: uptimes.devices(patient.id),
    falls: falls.map(fallView),
  }
}

/** Returns the month of all patients, or what happened at a site or in a ward to those who lived there. */
export async function readHomeReport(ctx: Context, month: string, place: store.Place) {
  const period = periodOf(ctx, month)
  const patients = await listPatientsOf(ctx, place, period, maxPatients)
  const ids = patients.map(({ id }) => id)
  const { falls, answers, incidents, uptimes } = await readMonth(ctx, ids, period, place)
  const [fallsOf, answersOf, incidentsOf] = [byPatient(falls), byPatient(answers), byPatient(incidents)]
  const known = new Map(patients.map((patient) => [patient.id, patient]))
  const lines = patients.map(({ id, name, residence }) => ({
    patientId: id,
    patientName: name,
    residence,
    counts: countFalls(fallsOf.get(id) ?? []),
    responses: answerFigures(answersOf.get(id) ?? []),
    incidents: countByKind(incidentsOf.get(id) ?? []),
    uptime: uptimes.of(id),
  }))
  const measured = lines.flatMap(({ uptime }) => uptime ?? [])
  const year = yearTo(ctx, period)
  const isAnywhere = place.site === undefined && place.ward === undefined
  const idsOfYear = isAnywhere
    ? ids
    : (await listPatientsOf(ctx, place, year, maxPatientsOfYear)).map(({ id }) => id)
  return {
    ...frameOf(ctx, period),
    site: place.site ?? null,
    ward: place.ward ?? null,
    ...(await homeFigures(ctx, ids, period, place, { falls, answers })),
    incidents: countByKind(incidents),
    uptime: share(
      measured.reduce((sum, value) => sum + value, 0),
      measured.length,
    ),
    previous: await readPreviousMonth(ctx, idsOfYear, period, place),
    byHour: hoursAndWeeks(ctx, falls.filter(isCountedAsFall), period).byHour,
    twelveMonths: await readYear(ctx, idsOfYear, year, place),
    patients: lines,
    falls: falls.map((fall) => ({
      patientId: fall.patientId,
      patientName: known.get(fall.patientId)?.name ?? '',
      ...fallView(fall),
    })),
  }
}

async function listPatientsOf(ctx: Context, place: store.Place, period: store.Period, limit: number) {
  const patients = await store.listReportPatients(ctx.db, place, period, limit + 1)
  if (patients.length > limit)
    throw invalidFields({ site: fieldMessage('REQUIRED_OR_WARD', { limit: maxPatients }) })
  return patients
}

/** Those that two months of a home are compared by. */
async function homeFigures(
  ctx: Context,
  patientIds: readonly string[],
  { from, to }: LocalMonth,
  place: store.Place,
  { falls, answers }: { falls: store.ReportFall[]; answers: store.ReportAnswer[] },
) {
  const counts = countFalls(falls)
  const end = to < ctx.now() ? to : ctx.now()
  const days = await store.countResidentDays(ctx.db, patientIds, { from, to: end }, place)
  return {
    counts,
    responses: answerFigures(answers),
    residentDays: Math.round(days * 10) / 10,
    fallsPer1000Days: ratePer1000(counts.falls, days),
  }
}

async function readPreviousMonth(
  ctx: Context,
  patientIds: readonly string[],
  { from }: LocalMonth,
  place: store.Place,
) {
  const timeZone = ctx.timeZone.current()
  const period = localMonth(localMonthBefore(from, 1, timeZone), timeZone)
  const falls = await store.listReportFalls(ctx.db, patientIds, period, place)
  const answers = await store.listAnswers(ctx.db, patientIds, period, place, ctx.now())
  const figures = await homeFigures(ctx, patientIds, period, place, { falls, answers })
  return { month: period.month, ...figures }
}

/** The twelve months that end with a month. */
function yearTo(ctx: Context, { from, to }: LocalMonth): store.Period {
  const timeZone = ctx.timeZone.current()
  return { from: localMonth(localMonthBefore(from, 11, timeZone), timeZone).from, to }
}

async function readYear(ctx: Context, patientIds: readonly string[], year: store.Period, place: store.Place) {
  const counts = await store.countFallsByTime(ctx.db, patientIds, year, place)
  return { ...year, ...hoursAndWeeks(ctx, counts.filter(isCountedAsFall), year) }
}

/** Counts falls by the clock and the calendar of the installation. */
function hoursAndWeeks(
  { timeZone, now }: Context,
  falls: readonly { at: Date; count?: number }[],
  { from, to }: store.Period,
) {
  const counts = falls.map(({ at, count = 1 }) => ({ at, count, outcome: null }))
  // A month that ends with a Sunday does not begin another week.
  const end = new Date(Math.min(to.getTime() - 1, now().getTime()))
  const { byHour, byWeek } = fallStatistics(counts, from, end, timeZone.current())
  return { byHour, byWeek }
}

function periodOf({ timeZone, now }: Context, month: string): LocalMonth {
  const period = localMonth(month, timeZone.current())
  if (period.from > now()) throw invalidFields({ month: fieldMessage('IN_FUTURE') })
  return period
}

const frameOf = ({ timeZone, now }: Context, { month, from, to }: LocalMonth) => ({
  month,
  from,
  to,
  timeZone: timeZone.current(),
  createdAt: now(),
})

const fallView = ({ patientId: _, isDetected: __, ...fall }: store.ReportFall) => fall

async function readMonth(
  ctx: Context,
  patientIds: readonly string[],
  period: LocalMonth,
  place: store.Place,
) {
  const falls = await store.listReportFalls(ctx.db, patientIds, period, place)
  const answers = await store.listAnswers(ctx.db, patientIds, period, place, ctx.now())
  const incidents = await store.countIncidents(ctx.db, patientIds, period, place)
  return { falls, answers, incidents, uptimes: await readUptimes(ctx, patientIds, period) }
}

function byPatient<Row extends { patientId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.patientId)
    if (group) group.push(row)
    else groups.set(row.patientId, [row])
  }
  return groups
}

/**
 * Counts the hours in which devices have sent something. A device counts from when it was added, and the
 * current month up to now; nothing is said about a time whose readings are not kept any more.
 */
async function readUptimes(ctx: Context, patientIds: readonly string[], { from, to }: LocalMonth) {
  const now = ctx.now()
  const end = to < now ? to : now
  const devices = byPatient(await store.listReportDevices(ctx.db, patientIds))
  const startOf = ({ createdAt }: store.ReportDevice) => (createdAt > from ? createdAt : from)
  const isMeasured = (device: store.ReportDevice) =>
    startOf(device) < end && startOf(device) >= retainedFrom(ctx)
  const measured = [...devices.values()].flat().filter(isMeasured)
  const hours = new Map<number, Set<number>>(measured.map(({ number }) => [number, new Set()]))
  for (let start = 0; start < measured.length; start += devicesAtOnce) {
    const numbers = measured.slice(start, start + devicesAtOnce).map(({ number }) => number)
    for (const { device, hour } of await store.listDeviceHours(ctx.db, numbers, { from, to: end }))
      hours.get(device)?.add(hour)
  }
  const hoursFrom = (start: Date) =>
    Math.ceil(end.getTime() / msPerHour) - Math.floor(start.getTime() / msPerHour)
  return {
    devices: (patientId: string) =>
      (devices.get(patientId) ?? []).map((device) => ({
        id: device.id,
        name: device.name,
        uptime: isMeasured(device)
          ? share(hours.get(device.number)?.size ?? 0, hoursFrom(startOf(device)))
          : null,
      })),
    /** The share of hours with a reading of any device of the patient, since the first of them was added. */
    of(patientId: string): number | null {
      const own = (devices.get(patientId) ?? []).filter(({ createdAt }) => createdAt < end)
      const [first] = own
      if (!first || !own.every(isMeasured)) return null
      const covered = new Set(own.flatMap(({ number }) => [...(hours.get(number) ?? [])]))
      return share(covered.size, hoursFrom(startOf(first)))
    },
  }
}
