import type { Db } from '../db/database.ts'
import { summaryOf } from '../ingest/vital-summaries.ts'

export interface SeriesQuery {
  from: Date
  to: Date
  bucketSeconds: number
}

export interface SeriesRow {
  at: Date
  heartRateMin: number | null
  heartRateMax: number | null
  heartRateAvg: number | null
  spo2Min: number | null
  spo2Max: number | null
  spo2Avg: number | null
}

const signs = { heartRate: 'heart_rate', spo2: 'spo2' }

const merged = Object.entries(signs).map(
  ([name, sign]) => `min(${sign}_min) as "${name}Min", max(${sign}_max) as "${name}Max",
    round(sum(${sign}_sum)::numeric / nullif(sum(${sign}_count), 0), 1)::float8 as "${name}Avg"`,
)

const columnsOf = (columns: (sign: string) => string) => Object.values(signs).map(columns).join(', ')
const summaries = columnsOf((sign) => `${sign}_min, ${sign}_max, ${sign}_sum, ${sign}_count`)
const readingsAsSummaries = columnsOf(
  (sign) => `${sign} as ${sign}_min, ${sign} as ${sign}_max, ${sign} as ${sign}_sum,
    (${sign} is not null)::int as ${sign}_count`,
)

/** seriesOf merges rows that have the columns of summaries into buckets; those without a value are left out. */
const seriesOf = (source: string) => `
  select date_bin(make_interval(secs => $4), at, '1970-01-01T00:00:00Z') as at, ${merged.join(', ')}
  from (${source}) as source
  group by 1
  having sum(heart_rate_count) + sum(spo2_count) > 0
  order by 1`

const ofPerson = 'device = any (array(select number from devices where user_id = $1))'
const readings = (from: string) =>
  `select at, ${readingsAsSummaries} from readings where ${ofPerson} and at >= ${from} and at < $3`

/** Up to when summaries are read: the last of them may end after the range. */
const summarisedTo = `(
  select least(coalesce((select summarised_to from vital_summary_progress), '-infinity'), ${summaryOf('$3::timestamptz')})
)`

const ofReadings = seriesOf(readings('$2'))
const ofSummaries = seriesOf(
  `select at, ${summaries} from vital_summaries where ${ofPerson} and at >= $2 and at < ${summarisedTo}
   union all
   ${readings(`greatest($2, ${summarisedTo})`)}`,
)

/**
 * listSeries returns the buckets of a person's vital signs, from all of their readings. It is planned for its few days: a
 * generic plan for all days took twice as long.
 */
export function listSeries(db: Db, userId: string, query: SeriesQuery): Promise<SeriesRow[]> {
  return db.query(ofReadings, [userId, query.from, query.to, query.bucketSeconds])
}

/** listSummarisedSeries does the same from summaries; the length of a bucket must be a multiple of theirs. */
export function listSummarisedSeries(db: Db, userId: string, query: SeriesQuery): Promise<SeriesRow[]> {
  return db.query(
    ofSummaries,
    [userId, query.from, query.to, query.bucketSeconds],
    'list-summarised-vital-series',
  )
}
