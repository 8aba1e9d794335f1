import { createChance } from './chance.ts'
import type { FallKind } from './falls.ts'
import type { Library } from './library.ts'
import { type ScenarioName, type Step, scenarios } from './scenarios.ts'
import { createVitals } from './vitals.ts'

/** The reading of one simulated second. */
export interface SimulatedReading {
  uptimeMs: number
  /** The fields of a reading as they stand in a request, without the device and the braces. */
  fields: string
  reachable: boolean
  /** A fall within this second, with the device's time of the impact. */
  fall: { kind: FallKind; impactMs: number } | undefined
}

export interface WearableOptions {
  device: number
  seed: number
  library: Library
  scenario: ScenarioName
}

/** Gives a device that lives a scenario a second at a time; the same seed lives the same again. */
export function createWearable({ device, seed, library, scenario }: WearableOptions): () => SimulatedReading {
  const { steps: stepsOf, battery } = scenarios[scenario]
  const steps = stepsOf({ device, library, chance: createChance(seed, device, 1) })
  const chance = createChance(seed, device, 2)
  return wearing(steps, createVitals(chance, battery(chance)), chance.whole(1, 100_000) * 1000)
}

/** Puts a device on somebody whose seconds come from elsewhere. */
export function wearing(
  steps: Iterator<Step, unknown>,
  vitals: ReturnType<typeof createVitals>,
  bootedMs: number,
): () => SimulatedReading {
  let uptimeMs = bootedMs
  return () => {
    const { value, done } = steps.next()
    if (done) throw new Error('The scenario has no further step')
    const { second, fall, reachable, button } = value as Step
    const startedMs = uptimeMs
    uptimeMs += 1000
    const v = vitals(second.posture, second.effort)
    return {
      uptimeMs,
      fields:
        `"uptime_ms":${uptimeMs},${second.motion},"pressure":${v.pressure},"fsr":${v.fsr},` +
        `"heart_rate":${v.heart_rate},"spo2":${v.spo2},"battery_level":${v.battery_level},` +
        `"wifi_connected":${reachable},"bluetooth_connected":true,"sensors_initialized":true,` +
        `"firmware_version":"${firmware}","signal_strength":${v.signal_strength}` +
        (button ? `,"button":"${button}"` : ''),
      reachable,
      fall: fall && { kind: fall.kind, impactMs: startedMs + Math.round(fall.at * 1000) },
    }
  }
}

export const firmware = '2.1.0'

export const readingText = (mac: string, { fields }: SimulatedReading) => `{"device_id":"${mac}",${fields}}`

export const batchText = (mac: string, readings: readonly { reading: SimulatedReading; at: Date }[]) =>
  `{"device_id":"${mac}","readings":[${readings
    .map(({ reading, at }) => `{"client_timestamp":"${at.toISOString()}",${reading.fields}}`)
    .join(',')}]}`
