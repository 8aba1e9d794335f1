/** AuxiliarySensors is what a device may report besides motion; null where it reports nothing. */
export interface AuxiliarySensors {
  /** hPa. */
  pressure: number | null
  /** Foot pressure, 0 to 1. */
  fsr: number | null
  /** Beats per minute. */
  heartRate: number | null
}

export const noAuxiliarySensors: AuxiliarySensors = { pressure: null, fsr: null, heartRate: null }

/**
 * Baseline is the recent mean of pressure, foot pressure and heart rate, NaN where nothing was reported. One array,
 * because each number in an object takes memory of its own; none at all for a device that reports nothing.
 */
export type Baseline = readonly number[] | undefined

/** A reading a second: a weight of one in twenty makes the baseline that of the last twenty seconds or so. */
const weight = 1 / 20

/** updateBaseline follows the sensors; what they report after an impact is compared with it. */
export function updateBaseline(baseline: Baseline, { pressure, fsr, heartRate }: AuxiliarySensors): Baseline {
  if (pressure === null && fsr === null && heartRate === null) return baseline
  return [follow(baseline?.[0], pressure), follow(baseline?.[1], fsr), follow(baseline?.[2], heartRate)]
}

function follow(mean = Number.NaN, now: number | null): number {
  if (now === null) return mean
  return Number.isNaN(mean) ? now : mean + (now - mean) * weight
}

/** hasLostPulse is true where the heart rate was reported before and no longer is: the device was probably taken off. */
export const hasLostPulse = (baseline: Baseline, { heartRate }: AuxiliarySensors) =>
  baseline !== undefined && (baseline[2] as number) > 0 && !heartRate

export type CorroboratingSensor = 'pressure' | 'foot' | 'heart'

/**
 * The air is 0.12 hPa denser a metre further down. Less than 0.05 hPa is the sensor's noise, more than 0.35 hPa is a
 * lift or a door.
 */
const pressureRise = [0.05, 0.35] as const
const footLoaded = 0.3
const footFree = 0.1
const heartRise = 20

const none: readonly CorroboratingSensor[] = []

/** corroboratingSensors tells what else speaks for a fall: a body further down, a foot without load, a racing heart. */
export function corroboratingSensors(
  baseline: Baseline,
  now: AuxiliarySensors,
): readonly CorroboratingSensor[] {
  if (!baseline) return none
  const [pressure, fsr, heartRate] = baseline as [number, number, number]
  const found: CorroboratingSensor[] = []
  if (now.pressure !== null) {
    const rise = now.pressure - pressure
    if (rise >= pressureRise[0] && rise <= pressureRise[1]) found.push('pressure')
  }
  if (now.fsr !== null && fsr >= footLoaded && now.fsr <= footFree) found.push('foot')
  if (now.heartRate !== null && now.heartRate - heartRate >= heartRise) found.push('heart')
  return found
}
