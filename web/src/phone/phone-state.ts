import { liveValue } from '../live/live-value.ts'
import type { Line } from './outbox.ts'

/** `touch`: it begins with a touch. `elsewhere`: another tab of this browser does it. */
export type Motion = 'starting' | 'touch' | 'denied' | 'missing' | 'elsewhere' | 'watching' | 'stopped'

/** A time in which nobody watched, by the clock of the service. */
export interface Gap {
  fromMs: number
  untilMs: number
}

export interface PhoneState {
  motion: Motion
  /** Until when motion was seen; undefined if never. */
  watchedUntilMs: number | undefined
  /** The last time in which nobody watched. */
  gap: Gap | undefined
  line: Line | undefined
  /** How many seconds the service does not have yet. */
  kept: number
  /** How many were given up: refused, or too old to be kept. */
  lost: number
  /** False where a page that is loaded again loses what it keeps. */
  isDurable: boolean
}

export const phoneState = liveValue<PhoneState>()

const idle: PhoneState = {
  ...{ motion: 'starting', watchedUntilMs: undefined, gap: undefined, line: undefined },
  ...{ kept: 0, lost: 0, isDurable: true },
}

export const beginPhoneState = (watchedUntilMs: number | undefined) =>
  phoneState.set({ ...idle, watchedUntilMs })

export const currentPhoneState = () => phoneState.get() ?? idle

export const changePhoneState = (changes: Partial<PhoneState>) =>
  phoneState.set({ ...currentPhoneState(), ...changes })
