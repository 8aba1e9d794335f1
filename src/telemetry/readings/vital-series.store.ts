import type { Db } from '../../platform/db/database.ts'
import { summaryOf } from '../ingest/vital-summaries.ts'
import type { VitalSpan } from '../packing/vital-buckets.ts'

/** Up to when the summaries of a range are complete: the last of them may end after the range. */
export async function findSummarisedTo(db: Db, to: Date): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>(
    `select least(summarised_to, ${summaryOf('$1::timestamptz')}) as at from vital_summary_progress`,
    [to],
  )
  return row?.at
}

export interface SummaryBucket {
  at: Date
  heartRateMin: number | null
  heartRateMax: number | null
  heartRateSum: number
  heartRateCount: number
  spo2Min: number | null
  spo2Max: number | null
  spo2Sum: number
  spo2Count: number
}

const merged = Object.entries({ heartRate: 'heart_rate', spo2: 'spo2' }).map(
  ([name, sign]) => `min(${sign}_min) as "${name}Min", max(${sign}_max) as "${name}Max",
    sum(${sign}_sum)::float8 as "${name}Sum", sum(${sign}_count)::int as "${name}Count"`,
)

/** Merges summaries into buckets, whose length must be a multiple of theirs. */
export function listSummaryBuckets(
  db: Db,
  devices: readonly number[],
  { from, to, bucketSeconds }: VitalSpan,
): Promise<SummaryBucket[]> {
  return db.query(
    `select date_bin(make_interval(secs => $4), at, '1970-01-01T00:00:00Z') as at, ${merged.join(', ')}
     from vital_summaries where device = any ($1::int[]) and at >= $2 and at < $3
     group by 1`,
    [devices, from, to, bucketSeconds],
    'list-vital-summaries',
  )
}
