import { assertMayReadFall, mayReadVitals } from '../../accounts/access/policy.ts'
import { findFall } from '../../alerting/falls/falls.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { retainedFrom } from '../ingest/reading-retention.ts'
import { maxReadingAgeMs } from '../packing/reading-age.ts'
import { unpackSamples } from '../packing/samples.ts'
import * as store from './fall-traces.store.ts'

export { deleteTracesBefore } from './fall-traces.store.ts'

const beforeImpactMs = 10 * msPerSecond
const afterImpactMs = 20 * msPerSecond

/** A batch may bring readings of the window later; by then, those that were accepted in time are stored. */
const finalAfterMs = maxReadingAgeMs + msPerMinute

interface Impacts {
  /** The first impact of the fall. */
  createdAt: Date
  /** Its strongest impact, at most 30 seconds before or after the first. */
  updatedAt: Date
}

/** The time that the trace of a fall covers: from before its first impact until after its last. */
function windowOf({ createdAt, updatedAt }: Impacts): store.Window {
  const [first, last] = [createdAt.getTime(), updatedAt.getTime()].sort((a, b) => a - b) as [number, number]
  return { from: new Date(first - beforeImpactMs), to: new Date(last + afterImpactMs) }
}

/** Returns the readings around a fall if the caller may read it, or throws 404 or 403. */
export async function getReadableTrace(ctx: Context, caller: Caller, fallId: string) {
  const fall = await findFall(ctx.db, fallId)
  if (!fall) throw refusal('FALL_NOT_FOUND')
  await assertMayReadFall(ctx.db, caller.actor, fall)
  const { userId, deviceId, updatedAt: impactAt } = fall
  const window = windowOf(fall)
  const rows = await listTraceReadings(ctx, fallId, deviceId, window)
  const isShared = await mayReadVitals(ctx.db, caller.actor, userId)
  const readings = rows.map(({ samples, ...reading }) => ({
    ...reading,
    ...(!isShared && { heartRate: null, spo2: null }),
    offsetMs: reading.timestamp.getTime() - impactAt.getTime(),
    samples: samples && unpackSamples(samples),
  }))
  return { trace: { fallId, impactAt, ...window, readings }, userId }
}

/**
 * Returns the stored readings until the trace is final, because only they include late ones, and the
 * trace from then on, or once the device is gone. Both return the same.
 */
async function listTraceReadings(
  ctx: Context,
  fallId: string,
  deviceId: string | null,
  { from, to }: store.Window,
): Promise<store.TraceReading[]> {
  if (deviceId === null || (await store.isTraceFinal(ctx.db, fallId))) {
    return store.listCopiedReadings(ctx.db, fallId)
  }
  const retained = retainedFrom(ctx)
  return store.listStoredReadings(ctx.db, deviceId, { from: from > retained ? from : retained, to })
}

/** The most traces that one run copies, and how many are looked up at once. A copy takes a few milliseconds. */
const maxPerRun = 2000
const pageSize = 100

/**
 * Copies the readings of falls that are due: a minute after the impact, in case the device is deleted, and
 * once more when no more readings can arrive.
 */
export async function copyFallTraces(ctx: Context): Promise<void> {
  for (let copied = 0; copied < maxPerRun; copied += pageSize) {
    const due = await store.listDueTraces(ctx.db, ctx.now(), pageSize)
    for (const { fallId, deviceId, ...impacts } of due) {
      const window = windowOf(impacts)
      const finalAt = new Date(window.to.getTime() + finalAfterMs)
      // Decided before the copy, which would miss a reading that is stored meanwhile.
      const isFinal = finalAt <= ctx.now()
      await store.copyReadings(ctx.db, fallId, deviceId, window)
      await store.setTraceDue(ctx.db, fallId, isFinal ? null : finalAt)
    }
    if (due.length < pageSize) return
  }
}
