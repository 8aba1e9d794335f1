import type { Sensitivity } from '../../src/detection/confidence.ts'
import type { WristStatistics } from '../detection/wrist-statistics.ts'

/**
 * How rough the wrists of eight nurses at work were: all 220 recordings of Hosseini et al. 2022 (Empatica E4, 32 Hz,
 * ±2 g), as `npm run evaluate -- --data DIR --wrist-statistics` measured them.
 */
export const nurses: WristStatistics = {
  hours: 302.9,
  impactsAnHour: 454.9,
  peakG: [1.482, 1.536, 1.653, 1.845, 2.083, 2.675],
  turnDegrees: [3.19, 9.505, 26.62, 51.39, 76.89, 123.8],
  pauseSeconds: [0.72, 1.04, 1.52, 4.32, 15.64, 111.4],
  spreadG: [0.008149, 0.0151, 0.06696, 0.251, 0.4418, 0.8338],
}

/** How many alarms a day they raise: the levels are calibrated to this, by models that never saw the person. */
export const nursesAlarmsADay: Record<Sensitivity, number> = { high: 10, normal: 1, low: 1 / 7 }
