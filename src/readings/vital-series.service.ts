import { assertMayReadPatient } from '../access/policy.ts'
import type { Caller, Context } from '../context.ts'
import { retainedFrom } from '../ingest/reading-retention.ts'
import { notFound } from '../lib/errors.ts'
import { getUser } from '../users/users.service.ts'
import * as store from './vital-series.store.ts'
import { type SeriesRequest, seriesSpan } from './vital-series.ts'

/** readSeries returns the vital signs of a patient, thinned for a chart, or throws 400, 404 or 403. */
export async function readSeries(ctx: Context, caller: Caller, patientId: string, request: SeriesRequest) {
  const { isSummarised, ...span } = seriesSpan(request, ctx.now())
  const patient = await getUser(ctx, patientId)
  if (patient.role !== 'PATIENT') throw notFound('Patient not found')
  await assertMayReadPatient(ctx.db, caller.actor, patientId)
  // Readings beyond their retention are hidden, also while they have not been deleted yet.
  const from = new Date(Math.max(span.from.getTime(), retainedFrom(ctx.now()).getTime()))
  const list = isSummarised ? store.listSummarisedSeries : store.listSeries
  const rows = await list(ctx.db, patientId, { ...span, from })
  return { ...span, points: rows.map(pointOf) }
}

function pointOf(row: store.SeriesRow) {
  return {
    at: row.at,
    heartRate: range(row.heartRateMin, row.heartRateMax, row.heartRateAvg),
    spo2: range(row.spo2Min, row.spo2Max, row.spo2Avg),
  }
}

function range(min: number | null, max: number | null, avg: number | null) {
  return min === null || max === null || avg === null ? null : { min, max, avg }
}
