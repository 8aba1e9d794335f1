import type { Db } from '../../platform/db/database.ts'
import { startOfChunk } from './chunk.ts'

export interface VitalSpan {
  from: Date
  /** Exclusive. */
  to: Date
  bucketSeconds: number
}

/** The fresh readings of a time span, of all devices that were asked for. */
export interface FreshBucket {
  /** In milliseconds. */
  at: number
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

/** A bucket of fresh readings, the summaries of packed rows, or the vital signs of one, in base64. */
export interface VitalRow {
  bucket: FreshBucket | null
  summaries: string | null
  vitals: string | null
}

const signs = { heartRate: 'heart_rate', spo2: 'spo2', battery: 'battery' }

const sums = Object.entries(signs).flatMap(([name, column]) => [
  [`${name}Min`, `min(${column})`],
  [`${name}Max`, `max(${column})`],
  [`${name}Sum`, `sum(${column}::float8)`],
  [`${name}Count`, `count(${column})`],
])

/** Of rows within the range, summaries will do if buckets are made of them; others are unpacked. */
const isWhole = '$6 and at >= $2 and last_at < $3'

/** One statement sees each reading once, either fresh or packed. */
const sql = `
  with packed as materialized (
    select vitals, summaries, ${isWhole} as is_whole
    from packed_readings where device = any ($1::int[]) and at >= $5 and at < $3 and last_at >= $2
  )
  select json_build_object('at', extract(epoch from bucket) * 1000, 'readings', readings,
           ${sums.map(([name]) => `'${name}', "${name}"`).join(', ')}) as bucket,
         null as summaries, null as vitals
  from (
    select date_bin(make_interval(secs => $4), at, 'epoch') as bucket, count(*) as readings,
           ${sums.map(([name, sum]) => `${sum} as "${name}"`).join(', ')}
    from readings where device = any ($1::int[]) and at >= $2 and at < $3
    group by 1
  ) as fresh
  union all
  select null, encode(string_agg(summaries, ''), 'base64'), null from packed where is_whole
  union all
  select null, null, encode(vitals, 'base64') from packed where not is_whole`

export function listVitalRows(
  db: Db,
  devices: readonly number[],
  { from, to, bucketSeconds }: VitalSpan,
  isSummarised: boolean,
): Promise<VitalRow[]> {
  const start = new Date(startOfChunk(from.getTime()))
  return db.query(sql, [devices, from, to, bucketSeconds, start, isSummarised], 'list-vital-rows')
}
