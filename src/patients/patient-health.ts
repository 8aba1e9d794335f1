import { healthScore } from '../detection/health-score.ts'

/** DeviceSigns is what one device of a person said last; null where it never said anything of the kind. */
export interface DeviceSigns {
  lastSeen: Date
  heartRate: number | null
  heartRateAt: Date | null
  heartSpread: number | null
  spo2: number | null
  spo2At: Date | null
  battery: number | null
  sensorsInitialized: boolean | null
}

/** PatientSigns is all that is known of how a patient is doing. */
export interface PatientSigns {
  patientId: string
  bloodPressure: string | null
  recentFalls: number
  devices: DeviceSigns[]
}

export type PatientHealth = ReturnType<typeof patientHealth>

const day = 86_400_000
const highRisk = 75

/** patientHealth sums up the latest day of what the devices said; one that fell silent before it no longer counts. */
export function patientHealth({ patientId, bloodPressure, recentFalls, devices }: PatientSigns) {
  const newestFirst = devices.toSorted((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
  const lastUpdate = newestFirst[0]?.lastSeen ?? null
  const isLatest = (at: Date | null) => at !== null && Number(lastUpdate) - at.getTime() <= day
  const latestDay = newestFirst.filter(({ lastSeen }) => isLatest(lastSeen))
  const latest = <Sign extends keyof DeviceSigns>(sign: Sign, saidAt?: 'heartRateAt' | 'spo2At') =>
    latestDay.find((device) => device[sign] !== null && (!saidAt || isLatest(device[saidAt])))?.[sign] ?? null
  const heartRate = latest('heartRate', 'heartRateAt')
  const oxygenSaturation = latest('spo2', 'spo2At')
  const score = healthScore({
    heartRate,
    heartRateSpread: latest('heartSpread', 'heartRateAt'),
    oxygenSaturation,
    recentFalls,
    battery: latest('battery'),
    sensorsInitialized: latest('sensorsInitialized'),
  })
  const riskScore = 100 - score
  return {
    patientId,
    healthScore: score,
    riskScore,
    isHighRisk: riskScore >= highRisk,
    vitals: { heartRate, bloodPressure, oxygenSaturation },
    lastUpdate,
  }
}

/** WorstSigns is the worst that any device of a person said last, sign by sign. */
export interface WorstSigns {
  patientId: string
  slowestHeart: number | null
  fastestHeart: number | null
  heartSpread: number | null
  spo2: number | null
  battery: number | null
  sensorsInitialized: boolean | null
}

/** couldBeAtHighRisk takes the worst for true, falls without number included: it only tells who is worth a look. */
export function couldBeAtHighRisk({ slowestHeart, fastestHeart, heartSpread, spo2, ...rest }: WorstSigns) {
  const others = { ...rest, heartRateSpread: heartSpread, oxygenSaturation: spo2, recentFalls: Infinity }
  const scores = [slowestHeart, fastestHeart].map((heartRate) => healthScore({ ...others, heartRate }))
  return 100 - Math.min(...scores) >= highRisk
}

/** Nobody is at high risk whose heart rate and oxygen lie within these bounds, whatever else is amiss. */
export const calmVitals = { heartRate: { least: 44, most: 116 }, oxygenSaturation: { least: 93 } }
