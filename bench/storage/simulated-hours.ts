import { type AssessmentState, assessReading } from '../../src/telemetry/ingest/assessment.ts'
import { toReading } from '../../src/telemetry/ingest/ingest.schemas.ts'
import type { StoredReading } from '../../src/telemetry/ingest/ingest.store.ts'
import { createChance } from '../../tools/simulate/chance.ts'
import { createLibrary } from '../../tools/simulate/library.ts'
import { createWearable, readingText } from '../../tools/simulate/wearable.ts'

const seed = 20

/** A reading arrives up to so many milliseconds after its second. */
const maxDelayMs = 20

const initialState: AssessmentState = {
  motion: undefined,
  heart: undefined,
  recentFalls: 0,
  sensitivity: 'normal',
  heartRate: null,
  spo2: null,
  battery: null,
  sensorsInitialized: null,
  lastSeen: 0,
  uptimeMs: null,
  clockStalls: 0,
}

/** A third of the day is night. */
const scenarioOf = (device: number) => (device % 3 === 0 ? 'night' : 'rough-day')

/**
 * The readings of a device from a time on, one a second. Every third person sleeps; the others work
 * with their hands, which is the least still that the simulator can do. They are assessed as the service does.
 */
export function* simulatedReadings(
  device: number,
  startMs: number,
  peakOnly: boolean,
): Generator<StoredReading> {
  const library = createLibrary({ seed, hz: 50, peakOnly })
  const next = createWearable({ device, seed, library, scenario: scenarioOf(device) })
  const chance = createChance(seed, device, 9)
  let state = initialState
  for (let second = 0; ; second++) {
    const reading = toReading(JSON.parse(readingText('', next())))
    const atMs = startMs + second * 1000 + chance.whole(0, maxDelayMs)
    const { motion, heart, confidence, score, clockStalls } = assessReading(state, reading, atMs)
    const { heartRate, spo2, battery, sensorsInitialized, uptimeMs } = reading
    state = { ...state, motion, heart, heartRate, spo2, battery, sensorsInitialized, uptimeMs, clockStalls }
    state.lastSeen = atMs
    const at = new Date(atMs)
    yield {
      device,
      at,
      seenAt: at,
      reading,
      confidence,
      healthScore: score,
      heartSpread: heart?.spread ?? null,
    }
  }
}
