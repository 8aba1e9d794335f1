/** Senses is what a device may tell besides motion; null where it says nothing. */
export interface Senses {
  /** hPa. */
  pressure: number | null
  /** Foot pressure, 0 to 1. */
  fsr: number | null
  /** Beats per minute. */
  heartRate: number | null
}

export const nothingSensed: Senses = { pressure: null, fsr: null, heartRate: null }

/**
 * Usual is what the senses have told of late: pressure, foot pressure and heart rate, NaN where they said nothing.
 * One array, because each number in an object takes room of its own; none at all of a device that tells nothing.
 */
export type Usual = readonly number[] | undefined

/** A reading a second: a weight of one in twenty makes the usual values those of the last twenty seconds or so. */
const weight = 1 / 20

/** followSenses keeps the usual values, to which those after an impact are compared. */
export function followSenses(usual: Usual, { pressure, fsr, heartRate }: Senses): Usual {
  if (pressure === null && fsr === null && heartRate === null) return usual
  return [follow(usual?.[0], pressure), follow(usual?.[1], fsr), follow(usual?.[2], heartRate)]
}

function follow(usual = Number.NaN, now: number | null): number {
  if (now === null) return usual
  return Number.isNaN(usual) ? now : usual + (now - usual) * weight
}

export type Witness = 'pressure' | 'foot' | 'heart'

/**
 * The air is 0.12 hPa denser a metre further down. Less than 0.05 hPa is the sensor's noise, more than 0.35 hPa is a
 * lift or a door.
 */
const pressureRise = [0.05, 0.35] as const
const footLoaded = 0.3
const footFree = 0.1
const heartRise = 20

const noWitnesses: readonly Witness[] = []

/** witnessesOf tells what else speaks for a fall: a body further down, a foot without load, a heart that races. */
export function witnessesOf(usual: Usual, now: Senses): readonly Witness[] {
  if (!usual) return noWitnesses
  const [pressure, fsr, heartRate] = usual as [number, number, number]
  const witnesses: Witness[] = []
  if (now.pressure !== null) {
    const rise = now.pressure - pressure
    if (rise >= pressureRise[0] && rise <= pressureRise[1]) witnesses.push('pressure')
  }
  if (now.fsr !== null && fsr >= footLoaded && now.fsr <= footFree) witnesses.push('foot')
  if (now.heartRate !== null && now.heartRate - heartRate >= heartRise) witnesses.push('heart')
  return witnesses
}
