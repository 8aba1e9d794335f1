import { assertMayReadPatient } from '../access/policy.ts'
import type { Actor, Context } from '../context.ts'
import { getReadableDevice } from '../devices/devices.service.ts'
import { unpackSamples } from '../ingest/samples.ts'
import { invalidFields, notFound } from '../lib/errors.ts'
import { getUser } from '../users/users.service.ts'
import { listReadings, summariseVitals, type VitalsRow } from './readings.store.ts'

const day = 86_400_000

export interface ReadingsRequest {
  from?: Date | undefined
  to?: Date | undefined
  limit: number
  withSamples: boolean
}

export async function listReadableReadings(
  ctx: Context,
  actor: Actor,
  deviceId: string,
  request: ReadingsRequest,
) {
  const device = await getReadableDevice(ctx, actor, deviceId)
  const { limit, withSamples } = request
  // Everything there is lies in the time of retention, and a little ahead where a device's clock is.
  const from = request.from ?? new Date(ctx.now().getTime() - 91 * day)
  const before = request.to ?? new Date(ctx.now().getTime() + day)
  // One more than asked for tells whether there is a next page.
  const rows = await listReadings(ctx.db, device.number, { from, before, limit: limit + 1, withSamples })
  const readings = rows
    .slice(0, limit)
    .map((row) => ({ ...row, samples: row.samples && unpackSamples(row.samples) }))
  return { readings, next: rows.length > limit ? (readings.at(-1)?.timestamp ?? null) : null }
}

export interface VitalsRequest {
  from?: Date | undefined
  to?: Date | undefined
  /** Seconds. */
  bucket?: number | undefined
}

const longestSpan = 31 * day
const mostBuckets = 2000

/** Some hundred spans make a chart: a quarter of an hour each for a day. */
const usualSpans = 100
const usualBuckets = [60, 300, 900, 3600, 4 * 3600, 12 * 3600]

export async function readVitals(ctx: Context, actor: Actor, patientId: string, request: VitalsRequest) {
  const query = vitalsSpan(request, ctx.now())
  const patient = await getUser(ctx, patientId)
  if (patient.role !== 'PATIENT') throw notFound('Patient not found')
  await assertMayReadPatient(ctx.db, actor, patientId)
  const rows = await summariseVitals(ctx.db, patientId, query)
  return rows.map(vitalsView)
}

/** vitalsSpan fills in what was not asked for, and refuses what would be too much. */
function vitalsSpan({ bucket, ...asked }: VitalsRequest, now: Date) {
  const to = asked.to ?? now
  const from = asked.from ?? new Date(to.getTime() - day)
  const seconds = (to.getTime() - from.getTime()) / 1000
  if (seconds <= 0) throw invalidFields({ from: 'must lie before to' })
  if (seconds * 1000 > longestSpan) throw invalidFields({ from: 'must lie at most 31 days before to' })
  if (bucket && seconds / bucket > mostBuckets) {
    throw invalidFields({ bucket: `must be long enough for at most ${mostBuckets} spans` })
  }
  const usual = usualBuckets.find((length) => seconds / length <= usualSpans) ?? 86_400
  return { from, to, bucketSeconds: bucket ?? usual }
}

function vitalsView(row: VitalsRow) {
  return {
    timestamp: row.at,
    readings: row.readings,
    heartRate: range(row.heartRateMin, row.heartRateAvg, row.heartRateMax),
    oxygenSaturation: range(row.spo2Min, row.spo2Avg, row.spo2Max),
    batteryLevel: range(row.batteryMin, row.batteryAvg, row.batteryMax),
  }
}

function range(min: number | null, avg: number | null, max: number | null) {
  return min === null || avg === null || max === null ? null : { min, avg, max }
}
