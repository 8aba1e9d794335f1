import { levelScores, type Sensitivity, sensitivities } from '../../src/detection/confidence.ts'
import { assessMotion, defaultModels } from '../../src/detection/default-detector.ts'
import { secondsPerHour } from '../../src/platform/lib/duration.ts'
import { levelScore, poissonInterval } from '../detection/calibration.ts'
import { readingsOf, replay, type Signal } from '../detection/replay.ts'
import { createWristStatistics, quantileShares, type WristStatistics } from '../detection/wrist-statistics.ts'
import { createChance } from './chance.ts'
import type { LibraryOptions } from './library.ts'
import { nurses, nursesAlarmsADay } from './nurses.ts'
import { roughDay } from './rough-day.ts'
import { createWearer } from './wearer.ts'

/** How rough simulated hours at wrists were, and how many alarms they raised. */
export interface WristComparison {
  statistics: WristStatistics
  alarms: Record<Sensitivity, number>
}

/** In hours: so long somebody works before another one takes over, because people differ. */
const shiftHours = 3

/** Simulates so many hours of rough days and lets the detector assess them. */
export function compareWrists(
  hours: number,
  { seed, hz, peakOnly = false }: LibraryOptions,
): WristComparison {
  const statistics = createWristStatistics()
  const mode = peakOnly ? 'peak-only' : 'samples'
  const { scale } = defaultModels[mode]
  const alarms = { high: 0, normal: 0, low: 0 }
  for (let worked = 0, person = 0; worked < hours; worked += shiftHours, person++) {
    const seconds = Math.min(shiftHours, hours - worked) * secondsPerHour
    const signal = recordShift(seconds, { seed, hz }, person)
    statistics.add(signal, seconds)
    // As the nurses' recordings are played: motion alone, without the sensors that could corroborate a fall.
    for (const event of replay(assessMotion, readingsOf(signal, mode))) {
      for (const sensitivity of sensitivities) {
        const [, potential] = levelScores(scale, sensitivity)
        if (levelScore(event, scale.onceADay) > potential) alarms[sensitivity]++
      }
    }
  }
  return { statistics: statistics.result(), alarms }
}

function recordShift(seconds: number, { seed, hz }: LibraryOptions, person: number): Signal {
  const accel = new Float32Array(seconds * hz * 3)
  const day = roughDay(createWearer(seed * 1000 + person), hz, createChance(seed, person, 5))
  for (let second = 0, at = 0; second < seconds; second++) {
    for (const row of day.next().value.samples) {
      for (let axis = 0; axis < 3; axis++) accel[at++] = row[axis] as number
    }
  }
  return { hz, accel }
}

export function printComparison({ statistics, alarms }: WristComparison): void {
  const days = statistics.hours / 24
  const row = (name: string, simulated: string, real: string) =>
    console.log(`${name.padEnd(26)} ${simulated.padEnd(50)} ${real}`)
  const compare = (name: string, of: (statistics: WristStatistics) => readonly number[]) =>
    row(name, columns(of(statistics)), columns(of(nurses)))
  row(
    '\nA rough day at the wrist',
    ` ${statistics.hours} hours simulated`,
    `${nurses.hours} hours of nurses at work`,
  )
  compare('impacts an hour', ({ impactsAnHour }) => [impactsAnHour])
  row('quantiles', columns(quantileShares), columns(quantileShares))
  compare('peak (g)', ({ peakG }) => peakG)
  compare('turn (°)', ({ turnDegrees }) => turnDegrees)
  compare('pause (s)', ({ pauseSeconds }) => pauseSeconds)
  compare('spread of a second (g)', ({ spreadG }) => spreadG)
  for (const sensitivity of sensitivities) {
    const aDay = (count: number) => (count / days).toFixed(2)
    const [low, high] = poissonInterval(alarms[sensitivity])
    row(
      `alarms a day, ${sensitivity}`,
      `${aDay(alarms[sensitivity])} (${aDay(low)}–${aDay(high)})`,
      nursesAlarmsADay[sensitivity].toFixed(2),
    )
  }
}

const columns = (values: readonly number[]) =>
  values.map((value) => String(Number(value.toPrecision(3))).padEnd(8)).join('')
