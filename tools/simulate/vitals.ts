import type { Chance } from './chance.ts'
import type { Posture } from './clip.ts'

export interface Vitals {
  heart_rate: number
  spo2: number
  /** hPa. */
  pressure: number
  /** Foot pressure, 0 to 1. */
  fsr: number
  battery_level: number
  signal_strength: number
}

export interface Battery {
  level: number
  /** Percent a second. */
  drain: number
}

/** The air gets thinner by so many hPa with every metre. */
const pressurePerMetre = 0.12

/** Gives a body's and a device's readings second by second: the heart follows what the body does. */
export function createVitals(chance: Chance, battery: Battery) {
  const resting = chance.between(54, 66)
  const weather = chance.between(1000, 1025)
  const saturation = chance.between(95.5, 98.5)
  const signal = chance.between(-75, -50)
  let heart = resting + 10
  let level = battery.level
  return (posture: Posture, effort: number): Vitals => {
    // The heart is a little late: it goes a tenth of the way every second.
    heart += (resting + effort * 55 - heart) * 0.1 + chance.noise() * 0.5
    level = Math.max(1, level - battery.drain)
    const fsr = posture.load + chance.noise() * 0.03
    return {
      heart_rate: Math.round(heart),
      spo2: Math.round(Math.min(100, saturation + chance.noise() * 0.4)),
      pressure:
        Math.round((weather - posture.height * pressurePerMetre + chance.noise() * 0.012) * 1000) / 1000,
      fsr: Math.round(Math.min(1, Math.max(0, fsr)) * 100) / 100,
      battery_level: Math.round(level * 100) / 100,
      signal_strength: Math.round(signal + chance.noise() * 2),
    }
  }
}
