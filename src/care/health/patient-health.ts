import { healthScore, vitalSignsMaxAgeMs } from '../../detection/health-score.ts'

/** The last reported values of one device; null for what it never reported. */
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

/** The data that a patient's health is calculated from. */
export interface PatientSigns {
  patientId: string
  bloodPressure: string | null
  recentFalls: number
  devices: DeviceSigns[]
}

export type PatientHealth = ReturnType<typeof patientHealth>

const highRisk = 75

/**
 * Summarizes the latest day of the devices' values; a device that became silent before does not count.
 */
export function patientHealth({ patientId, bloodPressure, recentFalls, devices }: PatientSigns) {
  const newestFirst = devices.toSorted((a, b) => b.lastSeen.getTime() - a.lastSeen.getTime())
  const lastUpdate = newestFirst[0]?.lastSeen ?? null
  const isLatest = (at: Date | null) => at !== null && Number(lastUpdate) - at.getTime() <= vitalSignsMaxAgeMs
  const latestDay = newestFirst.filter(({ lastSeen }) => isLatest(lastSeen))
  const latest = <Sign extends keyof DeviceSigns>(sign: Sign, reportedAt?: 'heartRateAt' | 'spo2At') =>
    latestDay.find((device) => device[sign] !== null && (!reportedAt || isLatest(device[reportedAt])))?.[
      sign
    ] ?? null
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

/** The worst last value of any device of a person, by vital sign. */
export interface WorstSigns {
  patientId: string
  slowestHeart: number | null
  fastestHeart: number | null
  heartSpread: number | null
  spo2: number | null
  battery: number | null
  sensorsInitialized: boolean | null
}

/** Assumes the worst, including any number of falls: it selects the patients to check exactly. */
export function couldBeAtHighRisk({ slowestHeart, fastestHeart, heartSpread, spo2, ...rest }: WorstSigns) {
  const others = { ...rest, heartRateSpread: heartSpread, oxygenSaturation: spo2, recentFalls: Infinity }
  const scores = [slowestHeart, fastestHeart].map((heartRate) => healthScore({ ...others, heartRate }))
  return 100 - Math.min(...scores) >= highRisk
}

/** Nobody with heart rate and oxygen within these limits is at high risk, whatever the other values. */
export const calmVitals = { heartRate: { least: 44, most: 116 }, oxygenSaturation: { least: 93 } }
