import type { Context } from '../context.ts'
import { assessMotion } from '../detection/fall-detector.ts'
import { followHeartRate, healthScore } from '../detection/health-score.ts'
import { isFall, isWorthRecording, recordFeltFall } from '../falls/falls.service.ts'
import { logWhatChanged } from './device-events.ts'
import type { LiveDevice, LiveDevices } from './live-devices.ts'
import type { Pacer } from './pacing.ts'
import type { Reading } from './reading.ts'
import type { ReadingWriter } from './reading-writer.ts'

export interface IngestParts {
  ctx: Context
  pacer: Pacer
  devices: LiveDevices
  writer: ReadingWriter
}

/** ingestReading is the way of a reading: pace, find or register the device, assess, store, open or raise a fall. */
export async function ingestReading(parts: IngestParts, userId: string, mac: string, reading: Reading) {
  const { ctx, pacer, devices, writer } = parts
  const at = ctx.now()
  const turn = `${userId} ${mac}`
  const nextAllowedRequest = await pacer.take(turn, at)
  try {
    const device = await devices.findOrRegister(userId, mac)
    const assessment = assess(device, reading)
    const { confidence, score } = assessment
    await writer.store({ device: device.number, at, reading, confidence, healthScore: score })
    const opened = await noteFall(ctx, device, assessment, at)
    await logWhatChanged(ctx, device, reading, at, opened)
    remember(device, reading, at, assessment)
    return {
      deviceId: device.id,
      timestamp: at,
      fallDetected: isFall(confidence),
      fallConfidence: confidence,
      healthScore: score,
      nextAllowedRequest,
    }
  } catch (error) {
    await pacer.giveBack(turn)
    throw error
  }
}

function assess(device: LiveDevice, reading: Reading) {
  const { state, confidence, impact } = assessMotion(device.motion, reading)
  const heart = reading.heartRate === null ? device.heart : followHeartRate(device.heart, reading.heartRate)
  const score = healthScore({
    heartRate: reading.heartRate,
    heartRateSpread: heart?.spread ?? null,
    oxygenSaturation: reading.spo2,
    recentFalls: device.recentFalls,
    battery: reading.battery ?? device.battery,
    sensorsInitialized: reading.sensorsInitialized ?? device.sensorsInitialized,
  })
  return { motion: state, confidence, impact, heart, score }
}

type DeviceAssessment = ReturnType<typeof assess>

/** noteFall records a fall when the evidence has grown; it answers whether that opened a new one. */
async function noteFall(
  ctx: Context,
  device: LiveDevice,
  { confidence, impact }: DeviceAssessment,
  at: Date,
) {
  if (!impact || !isWorthRecording(confidence) || confidence <= device.recordedConfidence) return false
  const { id: deviceId, userId } = device
  const { opened } = await recordFeltFall(ctx, {
    userId,
    deviceId,
    confidence,
    motion: impact,
    at,
    late: false,
  })
  return opened
}

/** What is kept in mind changes last: a reading that could not be stored has told nothing. */
function remember(device: LiveDevice, reading: Reading, at: Date, assessment: DeviceAssessment): void {
  const { confidence, motion, heart } = assessment
  if (isFall(confidence) && !isFall(device.recordedConfidence)) device.recentFalls++
  device.recordedConfidence = confidence === 0 ? 0 : Math.max(confidence, device.recordedConfidence)
  device.motion = motion
  device.heart = heart
  device.lastSeen = at
  device.battery = reading.battery ?? device.battery
  device.sensorsInitialized = reading.sensorsInitialized ?? device.sensorsInitialized
}
