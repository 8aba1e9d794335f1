import { assertMayReadPatient, mayReadVitals, sharesVitals } from '../../accounts/access/policy.ts'
import { getUser } from '../../accounts/users/users.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { msPerHour, secondsPerHour } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { retainedFrom } from '../ingest/reading-retention.ts'
import {
  mergeBuckets,
  rangeOf,
  readVitalBuckets,
  type VitalBucket,
  type VitalSpan,
} from '../packing/vital-buckets.ts'
import { listDeviceNumbers } from './readings.store.ts'
import * as store from './vital-series.store.ts'
import { type SeriesRequest, type SeriesSpan, seriesSpan } from './vital-series.ts'

/** Returns the vital signs of a patient, thinned for a chart, or throws 400, 404 or 403. */
export async function readSeries(ctx: Context, caller: Caller, patientId: string, request: SeriesRequest) {
  const { isSummarised, ...span } = seriesSpan(request, ctx.now())
  const patient = await getUser(ctx, patientId)
  if (patient.role !== 'PATIENT') throw refusal('PATIENT_NOT_FOUND')
  await assertMayReadPatient(ctx.db, caller.actor, patientId)
  if (!(await mayReadVitals(ctx.db, caller.actor, patientId))) return { ...span, points: [] }
  return seriesOf(ctx, patientId, { ...span, isSummarised })
}

/** Does the same for somebody whose rights were checked before. */
export async function readSharedSeries(ctx: Context, patientId: string, request: SeriesRequest) {
  const { isSummarised, ...span } = seriesSpan(request, ctx.now())
  if (!(await sharesVitals(ctx.db, patientId))) return { ...span, points: [] }
  return seriesOf(ctx, patientId, { ...span, isSummarised })
}

async function seriesOf(ctx: Context, patientId: string, { isSummarised, ...span }: SeriesSpan) {
  // Readings beyond their retention are hidden, also while they have not been deleted yet.
  const from = new Date(Math.max(span.from.getTime(), retainedFrom(ctx).getTime()))
  const devices = await listDeviceNumbers(ctx.db, patientId)
  const asked = { ...span, from }
  const buckets = isSummarised
    ? await summarisedBuckets(ctx, devices, asked)
    : await readVitalBuckets(ctx.db, devices, asked)
  return { ...span, points: buckets.map(pointOf).filter(({ heartRate, spo2 }) => heartRate || spo2) }
}

/** Returns the vital signs of each hour of a patient whom the caller may read, oldest first. */
export async function readHourlyVitals(
  ctx: Context,
  patientId: string,
  { from, to }: { from: Date; to: Date },
) {
  const retained = Math.max(from.getTime(), retainedFrom(ctx).getTime())
  const start = new Date(Math.floor(retained / msPerHour) * msPerHour)
  if (start >= to) return []
  const devices = await listDeviceNumbers(ctx.db, patientId)
  const buckets = await summarisedBuckets(ctx, devices, { from: start, to, bucketSeconds: secondsPerHour })
  return buckets.map(pointOf).filter(({ heartRate, spo2 }) => heartRate || spo2)
}

/** Returns the buckets from summaries, and from readings after the last summary. */
async function summarisedBuckets(
  { db }: Context,
  devices: readonly number[],
  span: VitalSpan,
): Promise<VitalBucket[]> {
  const summarisedTo = (await store.findSummarisedTo(db, span.to)) ?? span.from
  const readingsFrom = summarisedTo > span.from ? summarisedTo : span.from
  const summaries = await store.listSummaryBuckets(db, devices, { ...span, to: readingsFrom })
  const recent = await readVitalBuckets(db, devices, { ...span, from: readingsFrom })
  return mergeBuckets(recent, summaries)
}

const pointOf = ({ at, heartRate, spo2 }: VitalBucket) => ({
  at: new Date(at),
  heartRate: rangeOf(heartRate),
  spo2: rangeOf(spo2),
})
