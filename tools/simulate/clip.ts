import type { Chance } from './chance.ts'
import { type Movement, sense } from './movement.ts'
import type { Wearer } from './wearer.ts'

/** What the other sensors of a device notice: how high it is (m), and the weight on the foot (0 to 1). */
export interface Posture {
  height: number
  load: number
}

export const standing = ({ waist }: Wearer): Posture => ({ height: waist, load: 0.55 })
export const sitting = ({ waist }: Wearer): Posture => ({ height: waist - 0.42, load: 0.2 })
export const inBed: Posture = { height: 0.6, load: 0.01 }
export const onFloor: Posture = { height: 0.15, load: 0.01 }

/** A stretch of life as it is designed, before a sensor has measured it. */
export interface Draft {
  /** Whole seconds. */
  seconds: number
  movement: Movement
  from: Posture
  to: Posture
  /** When the posture changes, in seconds. */
  changesAt: number
  /** How much the heart has to do: 0 asleep, 1 out of breath. */
  effort: number
  /** When the body hits the ground, if it does. */
  impactAt?: number
}

/** A stretch of life as the device measures it, a second at a time. */
export interface Clip {
  seconds: readonly Second[]
  impactAt: number | undefined
}

export interface Second {
  /** Six numbers each: acceleration in m/s², rotation in °/s. */
  samples: readonly (readonly number[])[]
  posture: Posture
  effort: number
}

export function measure(draft: Draft, wearer: Wearer, hz: number, chance: Chance): Clip {
  const { seconds, movement, from, to, changesAt, effort, impactAt } = draft
  const rows = sense(movement, { seconds, hz, sensor: wearer.sensor, noise: chance.noise })
  return {
    impactAt,
    seconds: Array.from({ length: seconds }, (_, i) => ({
      samples: rows.slice(i * hz, (i + 1) * hz),
      posture: i + 1 > changesAt ? to : from,
      effort,
    })),
  }
}

/** A draft in one posture. */
export const remain = (posture: Posture) => ({ from: posture, to: posture, changesAt: 0 })
