import { lookAlong, netRotation, setMean, sizeOf, turn } from './directions.ts'
import { trackHz } from './track.ts'
import {
  aimAt,
  force,
  highestMean,
  least,
  lightness,
  mean,
  momentOfLeast,
  most,
  risesAbove,
  spin,
  spread,
  steepest,
  timeAbove,
  unknown,
} from './windows.ts'

/**
 * What the samples around an impact tell. Everything is a length, or an angle or product of two vectors of the same
 * device, so it does not matter how the device is worn. The order is the model's: whoever changes it trains anew.
 */
export const sampleFeatureCounts = { early: 69, late: 90 }
const features = new Float64Array(sampleFeatureCounts.late)
let count = 0

function put(value: number): void {
  features[count++] = value
}

/**
 * describeImpact tells of the impact at this index of the track, which has been measured, of what was before it and of
 * one second after it. The array is used again by the next call.
 */
export function describeImpact(at: number): Float64Array {
  aimAt(at)
  count = 0
  const peak = force[at] as number
  describeLanding(peak)
  describeBefore(peak)
  put(Math.min(6, at / trackHz))
  describeRotation()
  describeTurn()
  describeFall()
  return features
}

function describeLanding(peak: number): void {
  put(peak)
  put(mean(force, -0.1, 0.14))
  put(least(force, -1, 0.02))
  put(least(force, -0.4, 0.02))
  put(momentOfLeast(-1))
  put(lightness(-1, 0, 1))
  put(lightness(-1, 0, -1))
  put(mean(force, -0.5, 0))
  put(timeAbove(1.5, -0.5, 0.52))
  put(timeAbove(2, -0.5, 0.52))
  put(timeAbove(3, -0.5, 0.52))
  put(timeAbove(1.5, 0.3, 1))
  put(steepest(-0.3, 0.3))
  put(spread(force, -0.5, 0.5))
  put(most(force, 0.3, 1))
  put(least(force, 0.1, 0.6))
  put(spread(force, 0.3, 1))
  put(spread(force, 0.6, 1))
  put(mean(spin, 0.3, 1))
  put(most(spin, 0.3, 1))
  put(mean(spin, 0.7, 1))
}

/** Walking and jogging have many impacts before this one, a fall has few. */
function describeBefore(peak: number): void {
  put(spread(force, -1, -0.3))
  put(spread(force, -2, -1))
  put(spread(force, -4, -2))
  put(spread(force, -6, -4))
  put(mean(spin, -2, -1))
  put(mean(spin, -4, -2))
  put(mean(spin, -6, -4))
  let rivals = 0
  for (let second = 1; second <= 6; second++) {
    const rival = most(force, -second - 0.5, -second + 0.5)
    const share = rival < 0 ? unknown : rival / peak
    if (share > 0.6) rivals++
    put(share)
  }
  put(rivals)
  put(most(force, -6, -0.5))
  put(risesAbove(1.25, -6, -0.5))
}

function describeRotation(): void {
  put(most(spin, -0.1, 0.14))
  put(most(spin, -1, 0.3))
  put(mean(spin, -1, 0))
  put(mean(spin, -0.5, 0.2))
  put(mean(spin, -0.2, 0.3))
  put(netRotation(-1, 0.5))
}

/** The means of the windows 0 to 3 lie before the impact, those of 4 to 7 after it, and 8 is the impact itself. */
function describeTurn(): void {
  setMean(0, -6, -3)
  setMean(1, -3, -1.5)
  setMean(2, -1.5, -0.6)
  setMean(3, -0.6, -0.2)
  setMean(4, 0.2, 0.6)
  setMean(5, 0.5, 1)
  for (let after = 4; after <= 5; after++) for (let before = 0; before < 4; before++) put(turn(before, after))
  put(turn(0, 1))
  put(turn(1, 2))
  put(turn(2, 3))
  put(turn(4, 5))
  put(sizeOf(4))
  put(sizeOf(5))
}

function describeFall(): void {
  const down = sizeOf(2) > 1e-3 ? 2 : 5
  setMean(8, 0, 1.5 / trackHz)
  put(turn(8, down))
  put(turn(8, 5))
  const along = lookAlong(down, -1, 0.2)
  put(along.missing)
  put(along.least)
  put(along.most)
  put(along.about)
  put(along.over)
  put(highestMean(0.2))
  put(highestMean(0.4))
  put(highestMean(0.8))
  put(mean(spin, 0, 0.5))
}

/** describeLater adds what another second tells of the impact that was described last. */
export function describeLater(): Float64Array {
  setMean(6, 1, 1.5)
  setMean(7, 1.5, 2)
  for (let after = 6; after <= 7; after++) for (let before = 0; before < 4; before++) put(turn(before, after))
  put(turn(5, 6))
  put(turn(6, 7))
  put(turn(8, 7))
  put(sizeOf(6))
  put(sizeOf(7))
  put(most(force, 1, 2))
  put(spread(force, 1, 2))
  put(spread(force, 1.5, 2))
  put(mean(spin, 1, 2))
  put(most(spin, 1, 2))
  put(mean(spin, 1.5, 2))
  put(least(force, 0.5, 2))
  put(timeAbove(1.3, 0.5, 2))
  return features
}
