import type { Db } from '../db/database.ts'
import { startOfStretch } from './stretch.ts'

export interface VitalSpan {
  from: Date
  /** Exclusive. */
  to: Date
  bucketSeconds: number
}

/** FreshBucket is the fresh readings of a time span, of all devices that were asked for. */
export interface FreshBucket {
  at: Date
  readings: number
  heartRateMin: number | null
  heartRateMax: number | null
  heartRateSum: number | null
  heartRateCount: number
  spo2Min: number | null
  spo2Max: number | null
  spo2Sum: number | null
  spo2Count: number
  batteryMin: number | null
  batteryMax: number | null
  batterySum: number | null
  batteryCount: number
}

/** VitalRow is a bucket of fresh readings, or a packed row: its summaries, or all of it. */
export type VitalRow =
  | (FreshBucket & { vitals: null; summaries: null })
  | { vitals: null; summaries: Buffer }
  | { vitals: Buffer; summaries: null }

const signs = { heartRate: 'heart_rate', spo2: 'spo2', battery: 'battery' }

const sums = Object.entries(signs).flatMap(([name, column]) => [
  `min(${column}) as "${name}Min"`,
  `max(${column}) as "${name}Max"`,
  `sum(${column}::float8) as "${name}Sum"`,
  `count(${column})::int as "${name}Count"`,
])

/** Only a row at an end of the range is unpacked, if summaries will do. */
const isInside = '$6 and at >= $2 and last_at < $3'

/** One statement sees each reading once, either fresh or packed. It is planned for its few days. */
const sql = `
  select null::bytea as vitals, null::bytea as summaries, date_bin(make_interval(secs => $4), at, 'epoch') as at, count(*)::int as readings,
         ${sums.join(', ')}
  from readings where device = any ($1::int[]) and at >= $2 and at < $3
  group by 3
  union all
  select case when not (${isInside}) then vitals end, case when ${isInside} then summaries end, null, null, ${sums.map(() => 'null').join(', ')}
  from packed_readings where device = any ($1::int[]) and at >= $5 and at < $3 and last_at >= $2`

export function listVitalRows(
  db: Db,
  devices: readonly number[],
  { from, to, bucketSeconds }: VitalSpan,
  isSummarised: boolean,
): Promise<VitalRow[]> {
  const start = new Date(startOfStretch(from.getTime()))
  return db.query(sql, [devices, from, to, bucketSeconds, start, isSummarised])
}
