import { type Chance, createChance } from './chance.ts'
import { type Sensor, turnOf } from './movement.ts'

/** A person with a device at the waist: how they are built, how they walk, how the device sits. */
export interface Wearer {
  /** Height of the waist when standing, in metres. */
  waist: number
  /** Steps a second, and how hard they are (1 is usual). */
  cadence: number
  vigour: number
  /** How the trunk leans when standing and sitting, in degrees. */
  standingPitch: number
  sittingPitch: number
  sensor: Sensor
}

export function createWearer(seed: number): Wearer {
  const chance = createChance(seed, 1)
  const bias = (spread: number) => Array.from({ length: 3 }, () => chance.noise() * spread)
  return {
    waist: chance.between(0.88, 1.05),
    cadence: chance.between(1.5, 1.95),
    vigour: chance.between(0.75, 1.15),
    standingPitch: chance.between(0, 8),
    sittingPitch: chance.between(-22, -5),
    sensor: { mounting: mountingOf(chance), accelBias: bias(0.08), gyroBias: bias(0.5) },
  }
}

/** A belt may be worn on any side and either way up, and never quite straight. */
function mountingOf(chance: Chance) {
  return turnOf({
    pitch: chance.pick([0, 90, 180, -90]) + chance.between(-12, 12),
    roll: chance.pick([0, 90]) + chance.between(-12, 12),
    twist: chance.between(-180, 180),
  })
}
