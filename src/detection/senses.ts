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

/** A reading a second: a weight of one in twenty makes the usual values those of the last twenty seconds or so. */
const weight = 1 / 20

/** followSenses keeps the usual values, to which those after an impact are compared. */
export function followSenses(usual: Senses, now: Senses): Senses {
  if (now.pressure === null && now.fsr === null && now.heartRate === null) return usual
  return {
    pressure: follow(usual.pressure, now.pressure),
    fsr: follow(usual.fsr, now.fsr),
    heartRate: follow(usual.heartRate, now.heartRate),
  }
}

const follow = (usual: number | null, now: number | null) =>
  now === null ? usual : usual === null ? now : usual + (now - usual) * weight

export type Witness = 'pressure' | 'foot' | 'heart'

/**
 * The air is 0.12 hPa denser a metre further down. Less than 0.05 hPa is the sensor's noise, more than 0.35 hPa is a
 * lift or a door.
 */
const pressureRise = [0.05, 0.35] as const
const footLoaded = 0.3
const footFree = 0.1
const heartRise = 20

/** witnessesOf tells what else speaks for a fall: a body further down, a foot without load, a heart that races. */
export function witnessesOf(usual: Senses, now: Senses): Witness[] {
  const witnesses: Witness[] = []
  if (usual.pressure !== null && now.pressure !== null) {
    const rise = now.pressure - usual.pressure
    if (rise >= pressureRise[0] && rise <= pressureRise[1]) witnesses.push('pressure')
  }
  if (usual.fsr !== null && now.fsr !== null && usual.fsr >= footLoaded && now.fsr <= footFree) {
    witnesses.push('foot')
  }
  if (usual.heartRate !== null && now.heartRate !== null && now.heartRate - usual.heartRate >= heartRise) {
    witnesses.push('heart')
  }
  return witnesses
}
