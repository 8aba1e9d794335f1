import { assessMotion } from '../detection/fall-detector.ts'
import { insertDeviceLog } from '../devices/devices.service.ts'
import { isFall, isWorthRecording, recordFeltFall } from '../falls/falls.service.ts'
import { type FieldMessages, invalidFields } from '../lib/errors.ts'
import { normalizeMac } from '../lib/mac.ts'
import { assessReading, type Felt, feltIn, goesOn, isAnotherStory, type Story } from './assessment.ts'
import { type BatchBody, toReading } from './ingest.schemas.ts'
import { insertHistory, type StoredReading } from './ingest.store.ts'
import type { LiveDevice } from './live-devices.ts'
import type { IngestParts } from './pipeline.ts'
import type { Reading } from './reading.ts'
import { withPartitions } from './reading-writer.ts'
import type { Said } from './said.ts'

const oldest = 7 * 86_400_000
const furthestAhead = 60_000

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
    const { rows, falls, backfill } = assessInOrder(device, readings, now)
    const stored = await withPartitions(ctx.db, rows, () =>
      ctx.db.transaction((tx) => insertHistory(tx, rows)),
    )
    // Also when nothing is new: an attempt that was cut off may have stored the readings and not the fall.
    for (const { event: _, ...fall } of falls) {
      const owner = { userId: device.userId, deviceId: device.id }
      const { opened } = await recordFeltFall(ctx, { ...fall, ...owner, late: true })
      if (opened) await insertDeviceLog(ctx.db, device.number, 'WARNING', 'Possible fall', fall.at)
    }
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

function assertTimes({ readings }: BatchBody, now: Date): void {
  const problems: FieldMessages = {}
  for (const [index, { client_timestamp }] of readings.entries()) {
    const age = now.getTime() - Date.parse(client_timestamp)
    const field = `readings.${index}.client_timestamp`
    if (age > oldest) problems[field] = 'must be at most 7 days old'
    else if (age < -furthestAhead) problems[field] = 'must not lie in the future'
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
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
function assessInOrder(device: LiveDevice, readings: TimedReading[], now: Date) {
  const { recentFalls } = device
  const backfill = storyBefore(device, readings)
  const story: Story = {
    motion: backfill?.motion,
    heart: undefined,
    recentFalls,
    heartRate: null,
    spo2: null,
    battery: null,
    sensorsInitialized: null,
  }
  let before = backfill?.at ?? 0
  let event: number | undefined
  const rows: StoredReading[] = []
  const falls: Felt[] = []
  for (const { at, reading } of readings) {
    if (isAnotherStory(before, at.getTime())) {
      story.motion = undefined
      event = undefined
    }
    before = at.getTime()
    const assessment = assessReading(story, reading)
    const { motion, heart, confidence, score } = assessment
    Object.assign(story, { motion, heart })
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
  return { rows, falls, backfill: story.motion && { motion: story.motion, at: before } }
}
