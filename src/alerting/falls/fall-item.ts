import type { FallLevel } from '../../detection/levels/fall-level.ts'

/** Whether the detector found a fall in readings, a person reported it, or a device says so that decides by itself. */
export const fallSources = ['DETECTED', 'REPORTED', 'DEVICE_VERDICT'] as const
export type FallSource = (typeof fallSources)[number]

/** The SQL condition for a fall that the detector found: only such a fall has a motion. */
const isDetected = 'falls.accel is not null'
/** The SQL condition for a fall that no person reported. */
export const isOfDevice = `(${isDetected} or falls.device_verdict)`
export const fallSource = `case when ${isDetected} then 'DETECTED' when falls.device_verdict then 'DEVICE_VERDICT'
  else 'REPORTED' end`

/** An entry of a list of falls. */
export interface FallItem {
  id: string
  confidence: number
  status: FallLevel
  source: FallSource
  location: string | null
  createdAt: Date
  responded: boolean
  responseTime: number | null
}

export const responded = 'falls.responded_at is not null'
/** Nobody had to answer a fall that somebody reported who was there. */
export const responseTime = `case when ${responded} and falls.reported_by is null
  then greatest(0, floor(extract(epoch from falls.responded_at - falls.created_at)))::int end`

/** The columns of every list of falls. */
export const fallItemColumns = `
  falls.id, falls.confidence, falls.status, ${fallSource} as source, falls.location, falls.created_at as "createdAt",
  ${responded} as responded, ${responseTime} as "responseTime"`

export const fallSorts = { created_at: 'falls.created_at', confidence: 'falls.confidence' }
