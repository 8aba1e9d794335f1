import type { Recording } from './recordings.ts'
import type { Signal } from './replay.ts'
import { dropStart, resample } from './signals.ts'

/** What an example is used for: evaluation as recorded or at 20 Hz, or training. */
export const uses = { evaluate: 0, evaluateAt20Hz: 1, train: 2 } as const

/** A recording as one kind of device sends it. */
export interface Variant {
  use: number
  signal: Signal
  /** The length of the recording's beginning that is left out. */
  skippedSeconds: number
}

const lifeRatesHz = [10, 16, 20, 25, 32]

/** Returns a signal as recorded, at 20 Hz, and as devices of other rates send it. */
export function sampleVariantsOf(signal: Signal, { kind }: Recording, random: () => number): Variant[] {
  const variants: Variant[] = [{ use: uses.evaluate, signal, skippedSeconds: 0 }]
  const randomSkip = () => Math.floor(random() * signal.hz) / signal.hz
  const add = (use: number, rateHz: number, averaging: boolean) => {
    if (rateHz > signal.hz || (rateHz === signal.hz && !averaging)) return
    const skippedSeconds = randomSkip()
    const phase = averaging ? 0 : random() * Math.max(0, signal.hz / rateHz - 1)
    const resampled = resample(dropStart(signal, skippedSeconds), rateHz, averaging, phase)
    variants.push({ use, signal: resampled, skippedSeconds })
  }
  add(uses.evaluateAt20Hz, 20, false)
  if (kind === 'fall') {
    for (const rateHz of [32, 25, 20])
      for (const averaging of [true, false]) add(uses.train, rateHz, averaging)
    for (const rateHz of [20, 16, 10]) add(uses.train, rateHz, false)
    const skippedSeconds = randomSkip()
    variants.push({ use: uses.train, signal: dropStart(signal, skippedSeconds), skippedSeconds })
  } else if (kind === 'life') {
    add(uses.train, lifeRatesHz[Math.floor(random() * lifeRatesHz.length)] as number, random() < 0.5)
  } else {
    add(uses.train, random() < 0.5 ? 10 : 16, false)
    add(uses.train, 20, true)
    add(uses.train, 32, random() < 0.5)
  }
  return variants
}

/**
 * Returns a recording with seconds that begin at different times, which matters for a device that sends
 * one vector of each. Half of them are clipped, because which sample is the peak depends on the range of the sensor.
 */
export function secondVariantsOf(recording: Recording, clipped: Signal, random: () => number): Variant[] {
  const { kind, hz } = recording
  const shifts = kind === 'fall' ? 8 : kind === 'life' ? 4 : 3
  const variants: Variant[] = []
  for (let i = 0; i < shifts; i++) {
    const skippedSeconds = Math.floor((i / shifts) * hz) / hz
    if (i === 0) {
      variants.push({ use: uses.evaluate, signal: dropStart(recording, skippedSeconds), skippedSeconds })
    }
    const source = random() < 0.5 ? clipped : recording
    const shifted = dropStart(source, skippedSeconds)
    variants.push({ use: uses.train, signal: scaled(shifted, 0.95 + 0.1 * random()), skippedSeconds })
    if (i % 2 === 1) continue
    const offsetSeconds = Math.floor(random() * 20) / 20
    const resampled = resample(source, 20, false, random())
    variants.push({
      use: uses.train,
      signal: dropStart(resampled, offsetSeconds),
      skippedSeconds: offsetSeconds,
    })
  }
  return variants
}

const scaled = ({ hz, accel }: Signal, gain: number): Signal => ({
  hz,
  accel: accel.map((value) => value * gain),
})
