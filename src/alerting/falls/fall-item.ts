import type { FallLevel } from '../../detection/fall-level.ts'

/** FallItem is an entry of a list of falls. */
export interface FallItem {
  id: string
  confidence: number
  status: FallLevel
  location: string | null
  createdAt: Date
  responded: boolean
  responseTime: number | null
}

export const responded = 'falls.responded_at is not null'
export const responseTime = `case when ${responded}
  then greatest(0, floor(extract(epoch from falls.responded_at - falls.created_at)))::int end`

/** fallItemColumns is the columns of every list of falls. */
export const fallItemColumns = `
  falls.id, falls.confidence, falls.status, falls.location, falls.created_at as "createdAt",
  ${responded} as responded, ${responseTime} as "responseTime"`

export const fallSorts = { created_at: 'falls.created_at', confidence: 'falls.confidence' }
