import { assessMotion } from '../detection/fall-detector.ts'
import { insertDeviceLog } from '../devices/devices.service.ts'
import { type FeltFall, isFall, isWorthRecording, recordFeltFall } from '../falls/falls.service.ts'
import { type FieldMessages, invalidFields } from '../lib/errors.ts'
import { normalizeMac } from '../lib/mac.ts'
import { assessReading, type Story } from './assessment.ts'
import { type BatchBody, toReading } from './ingest.schemas.ts'
import { insertHistory, type StoredReading } from './ingest.store.ts'
import type { LiveDevice } from './live-devices.ts'
import type { IngestParts } from './pipeline.ts'
import type { Reading } from './reading.ts'
import { withPartitions } from './reading-writer.ts'

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
  const said = readings.map(({ reading }) => reading)
  const turn = await turns.take(key, now, device.heardBackfill, said)
  try {
    for (const { reading } of turn.missed) device.backfill = assessMotion(device.backfill, reading).state
    const { rows, falls, motion } = assessInOrder(device, readings, now)
    const stored = await withPartitions(ctx.db, rows, () =>
      ctx.db.transaction((tx) => insertHistory(tx, rows)),
    )
    // Also when nothing is new: an attempt that was cut off may have stored the readings and not the fall.
    for (const fall of falls) {
      const { opened } = await recordFeltFall(ctx, { ...fall, late: true })
      if (opened) await insertDeviceLog(ctx.db, device.number, 'WARNING', 'Possible fall', fall.at)
    }
    device.backfill = motion
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

/** The story of the batches is their own: what the device sends meanwhile is assessed apart from it. */
function assessInOrder(device: LiveDevice, readings: TimedReading[], now: Date) {
  const { recentFalls } = device
  const story: Story = {
    motion: device.backfill,
    heart: undefined,
    recentFalls,
    heartRate: null,
    spo2: null,
    battery: null,
    sensorsInitialized: null,
  }
  const rows: StoredReading[] = []
  const falls: Omit<FeltFall, 'late'>[] = []
  for (const { at, reading } of readings) {
    const { motion, heart, confidence, impact, score } = assessReading(story, reading)
    Object.assign(story, { motion, heart })
    const heardAt = at < now ? at : now
    const heartSpread = heart?.spread ?? null
    rows.push({ device: device.number, at, heardAt, reading, confidence, healthScore: score, heartSpread })
    if (impact && isWorthRecording(confidence)) {
      falls.push({ userId: device.userId, deviceId: device.id, confidence, motion: impact, at })
    }
  }
  return { rows, falls, motion: story.motion }
}
