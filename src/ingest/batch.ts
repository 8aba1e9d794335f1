import { setImmediate as nextRound } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { assessMotion } from '../detection/shipped-detector.ts'
import { insertDeviceLog } from '../devices/devices.service.ts'
import { isFall, isWorthRecording, recordFeltFall } from '../falls/falls.service.ts'
import { AppError } from '../lib/errors.ts'
import { createFieldProblems } from '../lib/field-problems.ts'
import { normalizeMac } from '../lib/mac.ts'
import { assessReading, type Felt, feltIn, goesOn, isAnotherStory, type Story } from './assessment.ts'
import { costOf, creditAfter, waitFor } from './backfill-credit.ts'
import { type BatchBody, toReading } from './ingest.schemas.ts'
import { insertHistory, lockBackfillCredit, type StoredReading, setBackfillCredit } from './ingest.store.ts'
import type { LiveDevice } from './live-devices.ts'
import { creditWhenHeard, type IngestParts } from './pipeline.ts'
import type { Reading } from './reading.ts'
import { withPartitions } from './reading-writer.ts'
import { isNewPlacement, recordPlacement } from './reported-placement.ts'
import type { Said } from './said.ts'

const oldest = 7 * 86_400_000
const furthestAhead = 60_000

/** So long the readings of a batch are assessed at a stretch. */
const maxStallMs = 5

interface TimedReading {
  at: Date
  reading: Reading
}

/**
 * ingestBatch takes what a device gathered while it was out of reach. Each reading has the time that the device
 * gave it; sent twice, it is stored once. A fall among them is recorded with its own time, and marked as late.
 */
export async function ingestBatch(parts: IngestParts, userId: string, body: BatchBody) {
  const { ctx, turns, devices } = parts
  assertTimes(body, ctx.now())
  const device = await devices.findOrRegister(userId, normalizeMac(body.device_id), ctx.now())
  const now = ctx.now()
  // Batches have turns of their own: the live stream goes on beside them.
  const key = -device.number
  const readings = body.readings
    .map((reading) => ({ at: new Date(reading.client_timestamp), reading: toReading(reading) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  const said = readings.map(({ at, reading }) => ({ at: at.getTime(), reading }))
  const turn = await turns.take(key, now, device.heardBackfill, said)
  try {
    device.backfill = followMissed(device.backfill, turn.missed)
    device.heardBackfill = turn.before
    const cost = costOf(
      readings.map(({ reading }) => reading),
      parts.intervalMs,
    )
    const known = creditWhenHeard(device, now.getTime(), parts.intervalMs)
    // Before it counts for the day.
    if (known < cost) throw tooManyReadings(waitFor(cost, known))
    await assertQuota(parts, userId, readings.length)
    const { rows, falls, backfill } = await assessInOrder(device, readings, now)
    const { stored, creditMs } = await withPartitions(ctx.db, rows, () =>
      ctx.db.transaction(async (tx) => ({
        creditMs: await spendCredit(tx, parts, device, cost, now),
        stored: await insertHistory(tx, rows),
      })),
    )
    device.backfillCreditMs = creditMs
    device.backfilledAt = now.getTime()
    // Also when nothing is new: an attempt that was cut off may have stored the readings and not the fall.
    await recordFalls(parts, device, falls)
    const reported = placementIn(rows)
    if (reported && isNewPlacement(device, reported.placement))
      await recordPlacement(ctx, device, reported.placement, reported.at)
    device.backfill = backfill
    device.heardBackfill = turn.count
    return {
      deviceId: device.id,
      stored,
      duplicates: rows.length - stored,
      fallDetected: falls.some(({ confidence }) => isFall(confidence)),
      nextAllowedRequest: turn.next,
    }
  } catch (error) {
    await turns.giveBack(key, turn)
    throw error
  }
}

/** placementIn is the last placement that a batch reports, as of its newest reading: what it leaves out stays. */
function placementIn(rows: StoredReading[]) {
  const placement = rows.findLast(({ reading }) => reading.placement !== null)?.reading.placement
  const newest = rows.at(-1)
  return placement && newest ? { placement, at: newest.heardAt } : undefined
}

/** spendCredit takes what a batch costs from the device's credit, or throws 429 and how long to wait. */
async function spendCredit(
  tx: Db,
  { intervalMs }: IngestParts,
  device: LiveDevice,
  cost: number,
  now: Date,
): Promise<number> {
  const known = creditWhenHeard(device, now.getTime(), intervalMs)
  const creditMs = Math.min(known, await creditElsewhere(tx, device, now, intervalMs)) - cost
  if (creditMs < 0) throw tooManyReadings(waitFor(cost, cost + creditMs))
  await setBackfillCredit(tx, device.number, creditMs, now)
  return creditMs
}

/** creditElsewhere is what another process has left of it, where the device handed something in there meanwhile. */
async function creditElsewhere(tx: Db, device: LiveDevice, now: Date, intervalMs: number): Promise<number> {
  const { creditMs, at } = await lockBackfillCredit(tx, device.number)
  if (creditMs === null || at === null || at.getTime() <= device.backfilledAt) return Number.POSITIVE_INFINITY
  return creditAfter(creditMs, now.getTime() - at.getTime(), intervalMs)
}

/** assertQuota counts what the devices of a person hand in, all together, in a day. */
async function assertQuota({ backfillQuota }: IngestParts, userId: string, readings: number): Promise<void> {
  const count = await backfillQuota?.consume(userId, readings)
  if (count && !count.allowed) throw tooManyReadings(count.msBeforeReset)
}

const tooManyReadings = (milliseconds: number) =>
  new AppError(429, 'Too many gathered readings: wait before sending more', {
    retryAfter: Math.ceil(milliseconds / 1000),
    beside: { retryAfter: Math.max(1, Math.ceil(milliseconds)) },
  })

/** recordFalls keeps what it cannot record now: the device may never send the batch again. */
async function recordFalls(
  { ctx, pendingFalls }: IngestParts,
  { id: deviceId, number, userId }: LiveDevice,
  detected: Felt[],
): Promise<void> {
  const falls = detected.map(({ event: _, ...fall }) => ({ ...fall, userId, deviceId, late: true }))
  for (const [i, fall] of falls.entries()) {
    try {
      const { opened } = await recordFeltFall(ctx, fall)
      if (opened) await insertDeviceLog(ctx.db.reserved, number, 'WARNING', 'Possible fall', fall.at)
    } catch (error) {
      for (const left of falls.slice(i)) pendingFalls.keep(number, left)
      throw error
    }
  }
}

function assertTimes({ readings }: BatchBody, now: Date): void {
  const problems = createFieldProblems()
  for (const [index, { client_timestamp }] of readings.entries()) {
    const age = now.getTime() - Date.parse(client_timestamp)
    const field = ['readings', index, 'client_timestamp']
    if (age > oldest) problems.add(field, 'must be at most 7 days old')
    else if (age < -furthestAhead) problems.add(field, 'must not lie in the future')
  }
  if (!problems.isEmpty) throw problems.toError()
}

/** followMissed listens to the batches that other processes have taken. */
function followMissed(backfill: LiveDevice['backfill'], missed: readonly Said[]): LiveDevice['backfill'] {
  let story = backfill
  for (const { at, reading } of missed) {
    const before = story && !isAnotherStory(story.at, at) ? story.motion : undefined
    story = { motion: assessMotion(before, reading).state, at }
  }
  return story
}

/**
 * storyBefore is what a batch goes on from: the live stream, where that broke off just before it, else the batches
 * before.
 */
function storyBefore(
  { motion, lastSeen, backfill }: LiveDevice,
  [first]: TimedReading[],
): LiveDevice['backfill'] {
  if (!motion || !first || !goesOn(motion, first.reading)) return backfill
  const at = first.at.getTime()
  // The device's clock may be a little off ours.
  if (isAnotherStory(Math.min(lastSeen, at), Math.max(lastSeen, at))) return backfill
  if (backfill && backfill.motion.moment.uptimeMs > motion.moment.uptimeMs) return backfill
  return { motion, at }
}

/** The story of the batches is their own: what the device sends meanwhile is assessed apart from it. */
async function assessInOrder(device: LiveDevice, readings: TimedReading[], now: Date) {
  const { recentFalls, sensitivity } = device
  const backfill = storyBefore(device, readings)
  const story: Story = {
    motion: backfill?.motion,
    heart: undefined,
    recentFalls,
    sensitivity,
    heartRate: null,
    spo2: null,
    battery: null,
    sensorsInitialized: null,
    lastSeen: backfill?.at ?? 0,
    uptimeMs: null,
    clockStalls: device.clockStalls,
  }
  let event: number | undefined
  const rows: StoredReading[] = []
  const falls: Felt[] = []
  let began = performance.now()
  for (const { at, reading } of readings) {
    // A hundred falls in a batch would keep the live stream waiting for half a second.
    if (performance.now() - began > maxStallMs) {
      await nextRound()
      began = performance.now()
    }
    if (isAnotherStory(story.lastSeen, at.getTime())) {
      story.motion = undefined
      event = undefined
    }
    const assessment = assessReading(story, reading, at.getTime())
    const { motion, heart, confidence, score, clockStalls } = assessment
    Object.assign(story, { motion, heart, lastSeen: at.getTime(), uptimeMs: reading.uptimeMs, clockStalls })
    const heardAt = at < now ? at : now
    const heartSpread = heart?.spread ?? null
    rows.push({ device: device.number, at, heardAt, reading, confidence, healthScore: score, heartSpread })
    const felt = feltIn(assessment, at)
    if (!felt || !isWorthRecording(confidence)) continue
    // Of each event what is surest, and of that the last: it knows most of what came after.
    if (event !== felt.event) falls.push(felt)
    else if (confidence >= (falls.at(-1)?.confidence ?? 0)) falls[falls.length - 1] = felt
    event = felt.event
  }
  return { rows, falls, backfill: story.motion && { motion: story.motion, at: story.lastSeen } }
}
