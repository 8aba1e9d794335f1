import { assertMayReadPatient, mayReadVitals } from '../../accounts/access/policy.ts'
import { getUser } from '../../accounts/users/users.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import {
  msPerDay,
  msPerHour,
  secondsPerDay,
  secondsPerHour,
  secondsPerMinute,
} from '../../platform/lib/duration.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { getReadableDevice } from '../devices/devices.service.ts'
import { retainedFrom } from '../ingest/reading-retention.ts'
import { maxClockSkewMs } from '../packing/reading-age.ts'
import type { ReadingRow } from '../packing/reading-row.ts'
import { unpackSamples } from '../packing/samples.ts'
import { rangeOf, readVitalBuckets, type VitalBucket } from '../packing/vital-buckets.ts'
import { listDeviceNumbers, listReadings, type ReadingQuery } from './readings.store.ts'

export interface ReadingsRequest {
  from?: Date | undefined
  to?: Date | undefined
  limit: number
  withSamples: boolean
}

export async function listReadableReadings(
  ctx: Context,
  caller: Caller,
  deviceId: string,
  request: ReadingsRequest,
) {
  const device = await getReadableDevice(ctx, caller, deviceId)
  const { limit, withSamples } = request
  // Readings lie within the retention period, and ahead by as much as the clock of a device may be.
  const from = latest(request.from, retainedFrom(ctx))
  const end = ctx.now().getTime() + 2 * maxClockSkewMs
  const before = new Date(Math.min(request.to?.getTime() ?? end, end))
  // One more row than requested shows whether there is a next page.
  const rows = await newestReadings(ctx, device.number, { from, before, limit: limit + 1, withSamples })
  const isShared = device.userId === null || (await mayReadVitals(ctx.db, caller.actor, device.userId))
  const readings = rows.slice(0, limit).map((row) => ({
    ...row,
    ...(!isShared && notShared),
    samples: row.samples && unpackSamples(row.samples),
  }))
  const next = rows.length > limit ? (readings.at(-1)?.timestamp ?? null) : null
  return { readings, next, ownerId: device.userId }
}

/** What nobody but the patient sees of a reading while they share no vital signs; the score is made of them. */
const notShared = { heartRate: null, spo2: null, healthScore: null }

/** How far back each attempt looks: a query that opens 90 partitions takes longer than what it finds in one. */
const steps = [2 * msPerHour, ...[1, 7, 30, Number.POSITIVE_INFINITY].map((days) => days * msPerDay)]

async function newestReadings(ctx: Context, device: number, query: ReadingQuery): Promise<ReadingRow[]> {
  const rows: ReadingRow[] = []
  let { before } = query
  for (const step of steps) {
    const from = new Date(Math.max(query.from.getTime(), query.before.getTime() - step))
    if (from < before) {
      const limit = query.limit - rows.length
      rows.push(...(await listReadings(ctx.db, device, { ...query, from, before, limit })))
    }
    if (rows.length >= query.limit || from <= query.from) break
    before = from
  }
  return rows
}

/** Readings beyond their retention are hidden, also while their partition has not been dropped yet. */
const latest = (asked: Date | undefined, retained: Date) => (asked && asked > retained ? asked : retained)

export interface VitalsRequest {
  from?: Date | undefined
  to?: Date | undefined
  /** Seconds. */
  bucket?: number | undefined
}

const maxSpanDays = 31
const maxBuckets = 2000

/** The default has about a hundred buckets: a quarter of an hour each for a day. */
const defaultSpanCount = 100
const defaultBucketSeconds = [
  ...[1, 5, 15].map((minutes) => minutes * secondsPerMinute),
  ...[1, 4, 12].map((hours) => hours * secondsPerHour),
]

export async function readVitals(ctx: Context, caller: Caller, patientId: string, request: VitalsRequest) {
  const query = vitalsSpan(request, ctx.now())
  const [patient, devices] = await Promise.all([
    getUser(ctx, patientId),
    listDeviceNumbers(ctx.db, patientId),
  ])
  if (patient.role !== 'PATIENT') throw refusal('PATIENT_NOT_FOUND')
  await assertMayReadPatient(ctx.db, caller.actor, patientId)
  const from = latest(query.from, retainedFrom(ctx))
  const buckets = await readVitalBuckets(ctx.db, devices, { ...query, from })
  const isShared = await mayReadVitals(ctx.db, caller.actor, patientId)
  return buckets
    .map(vitalsView)
    .map((span) => (isShared ? span : { ...span, heartRate: null, oxygenSaturation: null }))
}

/** Adds defaults, and refuses a request for too many buckets. */
function vitalsSpan({ bucket, ...asked }: VitalsRequest, now: Date) {
  const to = asked.to ?? now
  const from = asked.from ?? new Date(to.getTime() - msPerDay)
  const seconds = (to.getTime() - from.getTime()) / 1000
  if (seconds <= 0) throw invalidFields({ from: fieldMessage('NOT_BEFORE', { field: 'to' }) })
  if (seconds > maxSpanDays * secondsPerDay)
    throw invalidFields({ from: fieldMessage('TOO_FAR_BEFORE', { days: maxSpanDays, field: 'to' }) })
  if (bucket && seconds / bucket > maxBuckets) {
    throw invalidFields({ bucket: fieldMessage('TOO_MANY_SPANS', { maximum: maxBuckets }) })
  }
  const defaultSeconds =
    defaultBucketSeconds.find((length) => seconds / length <= defaultSpanCount) ?? secondsPerDay
  return { from, to, bucketSeconds: bucket ?? defaultSeconds }
}

function vitalsView({ at, readings, heartRate, spo2, battery }: VitalBucket) {
  return {
    timestamp: new Date(at),
    readings,
    heartRate: rangeOf(heartRate),
    oxygenSaturation: rangeOf(spo2),
    batteryLevel: rangeOf(battery),
  }
}
