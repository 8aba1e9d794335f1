/** What a device can report besides motion; null where it reports nothing. */
export interface AuxiliarySensors {
  /** hPa. */
  pressure: number | null
  /** Foot pressure, 0 to 1. */
  fsr: number | null
  /** Beats per minute. */
  heartRate: number | null
}

export const noAuxiliarySensors: AuxiliarySensors = { pressure: null, fsr: null, heartRate: null }

export function auxiliarySensorsOf({
  pressure = null,
  fsr = null,
  heartRate = null,
}: Partial<AuxiliarySensors>): AuxiliarySensors {
  if (pressure === null && fsr === null && heartRate === null) return noAuxiliarySensors
  return { pressure, fsr, heartRate }
}

/**
 * The recent mean of pressure, foot pressure and heart rate, NaN where nothing was reported. An array,
 * because each number in an object takes extra memory; undefined for a device that reports none of them.
 */
export type Baseline = readonly number[] | undefined

/** With a reading per second, a weight of 1/20 averages over about twenty seconds. */
const weight = 1 / 20

/** Adds the values of a reading to the moving averages. */
export function updateBaseline(baseline: Baseline, { pressure, fsr, heartRate }: AuxiliarySensors): Baseline {
  if (pressure === null && fsr === null && heartRate === null) return baseline
  return [
    movingAverage(baseline?.[0], pressure),
    movingAverage(baseline?.[1], fsr),
    movingAverage(baseline?.[2], heartRate),
  ]
}

function movingAverage(mean = Number.NaN, value: number | null): number {
  if (value === null) return mean
  return Number.isNaN(mean) ? value : mean + (value - mean) * weight
}

/** Whether the heart rate was reported before and no longer is: the device was probably taken off. */
export const hasLostPulse = (baseline: Baseline, { heartRate }: AuxiliarySensors) =>
  baseline !== undefined && (baseline[2] as number) > 0 && !heartRate

export type CorroboratingSensor = 'pressure' | 'foot' | 'heart'

/**
 * Air pressure rises by 0.12 hPa per metre of descent. A smaller rise than this range is noise of the sensor, a larger
 * one is a lift or a door.
 */
const pressureRiseHpa = [0.05, 0.35] as const
/** Foot pressure, 0 to 1: at least the first before the impact, and at most the second after it. */
const minLoadedFoot = 0.3
const maxUnloadedFoot = 0.1
const minHeartRiseBpm = 20

const none: readonly CorroboratingSensor[] = []

/** Returns the sensors that support a fall: a descent, a foot without load, a faster heart. */
export function corroboratingSensors(
  baseline: Baseline,
  now: AuxiliarySensors,
): readonly CorroboratingSensor[] {
  if (!baseline) return none
  const [pressure, fsr, heartRate] = baseline as [number, number, number]
  const found: CorroboratingSensor[] = []
  if (now.pressure !== null) {
    const rise = now.pressure - pressure
    if (rise >= pressureRiseHpa[0] && rise <= pressureRiseHpa[1]) found.push('pressure')
  }
  if (now.fsr !== null && fsr >= minLoadedFoot && now.fsr <= maxUnloadedFoot) found.push('foot')
  if (now.heartRate !== null && now.heartRate - heartRate >= minHeartRiseBpm) found.push('heart')
  return found
}
