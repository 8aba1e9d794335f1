import type { Context } from '../../platform/context.ts'
import type { Database, Db } from '../../platform/db/database.ts'
import { msPerDay, msPerHour, msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { readVitalBuckets, type VitalBucket } from '../packing/vital-buckets.ts'

/** The length of a summary. */
export const summarySeconds = 300
const summaryMs = summarySeconds * msPerSecond

/** The SQL of the start of the summary that a time belongs to. */
export const summaryOf = (time: string) =>
  `date_bin('${summarySeconds} seconds', ${time}, '1970-01-01T00:00:00Z')`

export const startOfSummary = (time: number) => Math.floor(time / summaryMs) * summaryMs

/** A reading has the time of its arrival, and is committed within seconds, or never. */
const settlingMs = 2 * msPerMinute

/**
 * How much time one statement covers, adapted to how long the statements take, and for how long a run goes on: other jobs
 * wait for it.
 */
const maxCoveredMs = msPerDay
const fastStatementMs = 250
const maxRunMs = 5 * msPerSecond
const changesPerStep = 100

/**
 * How many devices one statement covers: while a statement runs, the old states of all devices, which change every
 * second, cannot be removed.
 */
const devicesAtOnce = 1000

const signs = ['heart_rate', 'spo2']
const columns = signs.flatMap((sign) => ['min', 'max', 'sum', 'count'].map((name) => `${sign}_${name}`))
const aggregates = signs
  .map((sign) => `min(${sign}), max(${sign}), coalesce(sum(${sign}), 0), count(${sign})`)
  .join(', ')

/** Replaces those that exist. `source` selects the device and the columns of a summary. */
const insertSummaries = (source: string) => `
  insert into vital_summaries (device, at, ${columns.join(', ')}) ${source}
  on conflict (device, at) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`

/** The lateral join makes PostgreSQL use the index of each device; otherwise it reads the whole day. */
const summarise = (devices: string, from: string, to: string) => `
  select given.device, summary.* from ${devices}
  cross join lateral (
    select ${summaryOf('at')}, ${aggregates} from readings
    where readings.device = given.device and at >= ${from} and at < ${to}
      and (heart_rate is not null or spo2 is not null)
    group by 1
  ) as summary`

const summariseSpan = insertSummaries(
  summarise(
    '(select device from device_states where last_seen >= $1 and device > $3 and device <= $4) as given',
    '$1',
    '$2',
  ),
)

/** Changed spans may be packed, so they are not summarised by PostgreSQL. */
const insertChanged = insertSummaries(
  `select * from unnest($1::int[], $2::timestamptz[], ${columns
    .map((name, i) => `$${i + 3}::${name.endsWith('_sum') ? 'bigint' : 'int'}[]`)
    .join(', ')})`,
)

/**
 * Summarises the vital signs of all devices up to two minutes ago, and again where a batch has added
 * readings since. What a run does not finish, the next one continues.
 */
export async function summariseReadings({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const startedAtMs = performance.now()
  const end = Math.floor((now().getTime() - settlingMs) / summaryMs) * summaryMs
  let position = await findStart(db)
  let coveredMs = summaryMs
  while (position !== undefined && position < end && performance.now() - startedAtMs < maxRunMs) {
    const next = Math.min(position + coveredMs, end)
    const beganAtMs = performance.now()
    await summariseUntil(db, new Date(position), new Date(next))
    const isFast = performance.now() - beganAtMs < fastStatementMs
    coveredMs = isFast ? Math.min(2 * coveredMs, maxCoveredMs) : summaryMs
    position = next
  }
  while (performance.now() - startedAtMs < maxRunMs) {
    if (!(await summariseChanged(db))) break
  }
}

/** Where the last run ended, or the first reading of all; undefined if there is none. */
async function findStart(db: Db): Promise<number | undefined> {
  const [progress] = await db.query<{ at: Date }>('select summarised_to as at from vital_summary_progress')
  if (progress) return progress.at.getTime()
  const [first] = await db.query<{ at: Date | null }>(
    `select min(first.at) as at from device_states as state
     cross join lateral (select at from readings where device = state.device order by at limit 1) as first`,
  )
  return first?.at ? Math.floor(first.at.getTime() / summaryMs) * summaryMs : undefined
}

/** Runs a statement for some devices after the other, by their numbers. */
async function forAllDevices(db: Db, run: (after: number, last: number) => Promise<unknown>): Promise<void> {
  const [newest] = await db.query<{ device: number | null }>(
    'select max(device) as device from device_states',
  )
  for (let after = 0; after < (newest?.device ?? 0); after += devicesAtOnce)
    await run(after, after + devicesAtOnce)
}

/** What a run that was interrupted has summarised is replaced by the next one. */
async function summariseUntil(db: Db, from: Date, to: Date): Promise<void> {
  await forAllDevices(db, (after, last) => db.query(summariseSpan, [from, to, after, last]))
  await db.query(
    `insert into vital_summary_progress (summarised_to) values ($1)
     on conflict (only_row) do update set summarised_to = excluded.summarised_to`,
    [to],
  )
}

/**
 * Summarises some changed spans again, and returns whether there were any. Readings that are committed
 * meanwhile bring their change anew, because its insertion waits for this transaction.
 */
function summariseChanged(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    const changes = await takeChanges(tx)
    const summaries: Summary[] = []
    for (const { device, starts } of groupChanges(changes)) {
      const [from, to] = [Math.min(...starts), Math.max(...starts) + summaryMs]
      const span = { from: new Date(from), to: new Date(to), bucketSeconds: summarySeconds }
      for (const bucket of await readVitalBuckets(tx, [device], span))
        if (starts.has(bucket.at)) summaries.push({ device, ...bucket })
    }
    if (summaries.length > 0) await tx.query(insertChanged, arraysOf(summaries))
    return changes.length > 0
  })
}

async function takeChanges(tx: Db): Promise<{ device: number; at: Date }[]> {
  const some = `select device, at from vital_summary_changes
    where at < (select summarised_to from vital_summary_progress) limit ${changesPerStep}`
  if (!tx.isDistributed) {
    return tx.query(
      `delete from vital_summary_changes where (device, at) in (${some} for update skip locked)
       returning device, at`,
    )
  }
  // No statement locks some rows of all shards. The job runs in one process at a time, so nobody else takes them.
  const chosen = await tx.query<{ device: number; at: Date }>(some)
  return tx.query(
    `delete from vital_summary_changes using unnest($1::int[], $2::timestamptz[]) as chosen (device, at)
     where vital_summary_changes.device = chosen.device and vital_summary_changes.at = chosen.at
     returning vital_summary_changes.device, vital_summary_changes.at`,
    [chosen.map(({ device }) => device), chosen.map(({ at }) => at)],
  )
}

type Summary = VitalBucket & { device: number }

function arraysOf(summaries: Summary[]): unknown[] {
  const limit = (value: number) => (Number.isFinite(value) ? value : null)
  return [
    summaries.map(({ device }) => device),
    summaries.map(({ at }) => new Date(at)),
    ...(['heartRate', 'spo2'] as const).flatMap((sign) => [
      summaries.map((summary) => limit(summary[sign].min)),
      summaries.map((summary) => limit(summary[sign].max)),
      summaries.map((summary) => summary[sign].sum),
      summaries.map((summary) => summary[sign].count),
    ]),
  ]
}

/** Groups the starts of changed spans by device and hour, which is packed in one piece. */
function groupChanges(changes: { device: number; at: Date }[]): { device: number; starts: Set<number> }[] {
  const groups = new Map<string, { device: number; starts: Set<number> }>()
  for (const { device, at } of changes) {
    const key = `${device} ${Math.floor(at.getTime() / msPerHour)}`
    const group = groups.get(key) ?? { device, starts: new Set() }
    groups.set(key, group)
    group.starts.add(at.getTime())
  }
  return [...groups.values()]
}

/** Deletes the summaries of readings that are no longer retained. */
export async function deleteSummariesBefore(db: Db, time: Date): Promise<void> {
  await forAllDevices(db, (after, last) =>
    db.query(
      `delete from vital_summaries using device_states as state
       where vital_summaries.device = state.device and at < $1 and state.device > $2 and state.device <= $3`,
      [time, after, last],
    ),
  )
}

/** Deletes the summaries of a deleted device. */
export async function deleteSummariesOf(db: Db, device: number): Promise<void> {
  await db.query('delete from vital_summaries where device = $1', [device])
  await db.query('delete from vital_summary_changes where device = $1', [device])
}
