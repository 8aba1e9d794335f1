import {
  type ArrayType,
  arrayOf,
  bigint,
  boolean,
  bytea,
  int,
  real,
  smallint,
  text,
  timestamptz,
} from '../../platform/db/binary-arrays.ts'
import type { Db } from '../../platform/db/database.ts'
import { isLockTimeout } from '../../platform/db/database-errors.ts'
import { arePlaced, type Shard, ShardMoved, type ShardNode, type Shards } from '../../platform/db/shards.ts'
import { lockPackedTimes } from '../packing/packing.service.ts'
import { packSamples } from '../packing/samples.ts'
import type { Reading } from './reading.ts'
import { startOfSummary, summaryOf } from './vital-summaries.ts'

/** A reading with its time, its device's number and its assessment. */
export interface StoredReading {
  device: number
  at: Date
  /** The same, but never later than the arrival: the clock of a device may be ahead. */
  seenAt: Date
  reading: Reading
  confidence: number
  healthScore: number
  /** The mean deviation of the heart rate from its level. */
  heartSpread: number | null
}

/** A stored column, and its values as a PostgreSQL array; null for what the device left out. */
interface Column {
  name: string
  type: string
  toArray: (rows: StoredReading[]) => Buffer
}

function column<Value>(
  name: string,
  type: ArrayType<Value>,
  value: (row: StoredReading) => Value | null,
): Column {
  return { name, type: type.name, toArray: (rows) => arrayOf(type, rows.map(value)) }
}

/** The columns that readings and device states share; those that only one of them has follow. */
const columns: Column[] = [
  column('device', int, (row) => row.device),
  column('uptime_ms', bigint, (row) => row.reading.uptimeMs),
  column('battery', real, (row) => row.reading.battery),
  column('heart_rate', smallint, (row) => row.reading.heartRate),
  column('spo2', smallint, (row) => row.reading.spo2),
  column('health_score', smallint, (row) => row.healthScore),
  column('wifi', boolean, (row) => row.reading.wifi),
  column('bluetooth', boolean, (row) => row.reading.bluetooth),
  column('sensors_initialized', boolean, (row) => row.reading.sensorsInitialized),
]

const at = column('at', timestamptz, (row) => row.at)

const readingColumns: Column[] = [
  at,
  column('accel_x', real, (row) => row.reading.accel[0]),
  column('accel_y', real, (row) => row.reading.accel[1]),
  column('accel_z', real, (row) => row.reading.accel[2]),
  column('gyro_x', real, (row) => row.reading.gyro[0]),
  column('gyro_y', real, (row) => row.reading.gyro[1]),
  column('gyro_z', real, (row) => row.reading.gyro[2]),
  column('pressure', real, (row) => row.reading.pressure),
  column('fsr', real, (row) => row.reading.fsr),
  column('confidence', real, (row) => row.confidence),
  column('samples', bytea, ({ reading }) => (reading.samples ? packSamples(reading.samples) : null)),
]

const stateColumns: Column[] = [
  column('last_seen', timestamptz, (row) => row.seenAt),
  column('signal', smallint, (row) => row.reading.signal),
  // The spread belongs to a heart rate, and has its time.
  column('heart_spread', real, (row) => (row.reading.heartRate === null ? null : row.heartSpread)),
  column('firmware', text, (row) => row.reading.firmware),
]

const names = (...groups: Pick<Column, 'name'>[][]) =>
  groups
    .flat()
    .map(({ name }) => name)
    .join(', ')

const arrays = (rows: StoredReading[], ...groups: Column[][]) =>
  groups.flat().map(({ toArray }) => toArray(rows))

/** A CTE of the rows, from one array per column. */
const given = (...groups: Pick<Column, 'name' | 'type'>[][]) => givenIf('', ...groups)

/** The same if a condition holds, else none. */
function givenIf(condition: string, ...groups: Pick<Column, 'name' | 'type'>[][]): string {
  const arrays = groups.flat().map(({ type }, i) => `$${i + 1}::${type}[]`)
  return `given as (select * from unnest(${arrays.join(', ')}) as t (${names(...groups)}) ${condition})`
}

const insertGiven = (table = 'readings') => `insert into ${table} (${names(columns, readingColumns)})
  select ${names(columns, readingColumns)} from given`

/** The columns of device states; each keeps the value that was last reported. */
const reported = [...columns.slice(1), ...stateColumns].map(({ name }) => name)

/** Vital signs also have the time at which they were reported. */
const timed = ['heart_rate', 'spo2']

/** Applies rows of `source`, one per device; `timeOf` is when a vital sign was reported. */
const updateStates = (source: string, timeOf: (sign: string) => string, table = 'device_states') => {
  const values = reported.map((name) => `${name} = coalesce(given.${name}, state.${name})`)
  const times = timed.map(
    (sign) => `${sign}_at = case when given.${sign} is null then state.${sign}_at else ${timeOf(sign)} end`,
  )
  return `update ${table} as state set silent = false, ${[...values, ...times].join(', ')}
    from ${source} as given
    where state.device = given.device and (state.last_seen is null or state.last_seen <= given.last_seen)`
}

/** One statement, so one commit: the readings, and the states of their devices. */
const insertSql = `
  with ${given(columns, readingColumns, stateColumns)},
    updated as (${updateStates('given', () => 'given.last_seen')}) ${insertGiven()}`

/** How readings of different devices are stored together, one of each. */
export interface ReadingInserts {
  /** A duplicate time is an error. */
  insert(rows: StoredReading[]): Promise<void>
  /** Skips devices whose states are locked, and returns them. */
  insertUnlocked(rows: StoredReading[]): Promise<ReadonlySet<number>>
}

export const insertsInto = (db: Db): ReadingInserts => ({
  insert: (rows) => insertReadings(db, rows),
  insertUnlocked: (rows) => insertUnlockedReadings(db, rows),
})

/** Stores readings of different devices, one of each; a duplicate time is an error. */
export async function insertReadings(db: Db, rows: StoredReading[]): Promise<void> {
  await db.query(insertSql, arrays(rows, columns, readingColumns, stateColumns), 'insert-readings')
}

/** The same without waiting: a device whose state is locked by another transaction is skipped. */
const insertUnlockedInto = ({ states, readings }: Pick<Shard, 'states' | 'readings'>, condition = '') => `
  with ${givenIf(condition, columns, readingColumns, stateColumns)},
    free as (select device from ${states} where device = any ($1) for no key update skip locked),
    locked as (select device from ${states} where device = any ($1) except select device from free),
    updated as (
      ${updateStates('given', () => 'given.last_seen', states)} and state.device in (select device from free)
    ), stored as (${insertGiven(readings)} where device not in (select device from locked))`
const insertUnlockedSql = `${insertUnlockedInto({ states: 'device_states', readings: 'readings' })}
  select device from locked`

/**
 * Skips devices whose states are locked, and returns them. Locking each state first takes a
 * quarter longer than insertReadings.
 */
export async function insertUnlockedReadings(db: Db, rows: StoredReading[]): Promise<Set<number>> {
  const values = arrays(rows, columns, readingColumns, stateColumns)
  const locked = await db.query<{ device: number }>(insertUnlockedSql, values, 'insert-unlocked-readings')
  return new Set(locked.map(({ device }) => device))
}

const allColumns = [...columns, ...readingColumns, ...stateColumns]
const shardNumber = { name: 'shard', type: int.name }

/** Has an insertSql for each shard of a worker, in one statement; does nothing, and returns nothing, if one of them has moved. */
function insertIntoShards({ shards }: ShardNode): string {
  const given = givenIf(`where ${arePlaced(`$${allColumns.length + 2}`)}`, [shardNumber], allColumns)
  const parts = shards.flatMap(({ states, readings }, i) => [
    `updated_${i} as (${updateStates('given', () => 'given.last_seen', states)} and shard = ${i})`,
    `stored_${i} as (${insertGiven(readings)} where shard = ${i})`,
  ])
  // A row without columns: the client describes the columns of each result anew.
  return `with ${[given, ...parts].join(', ')} select from given limit 1`
}

/** Does what insertReadings and insertUnlockedReadings do on a worker of a Citus cluster, past the coordinator. */
export function insertsOf(node: ShardNode, find: Shards['find']): ReadingInserts {
  const sql = insertIntoShards(node)
  const name = `insert-readings-${node.revision}`
  const numbers = new Map(node.shards.map(({ id }, i) => [id, i]))

  /** Where a device is may change at any time: a reading must go to a shard of the statement, or to another worker. */
  function numberOf({ device }: StoredReading): number {
    const number = numbers.get(find(device).shard.id)
    if (number === undefined) throw new ShardMoved('the shard of a device is not on this worker')
    return number
  }

  function groupByShard(rows: StoredReading[]): Map<Shard, StoredReading[]> {
    const groups = new Map<Shard, StoredReading[]>()
    for (const row of rows) {
      const shard = node.shards[numberOf(row)] as Shard
      const group = groups.get(shard)
      if (group) group.push(row)
      else groups.set(shard, [row])
    }
    return groups
  }

  async function insertUnlockedIntoShard(shard: Shard, rows: StoredReading[]): Promise<number[]> {
    const [row] = await node.query<{ arePlaced: boolean; locked: number[] }>(
      [shard],
      `${insertUnlockedInto(shard, `where ${arePlaced(`$${allColumns.length + 1}`)}`)}
       select exists (select from given) as "arePlaced", array(select device from locked) as locked`,
      [...arrays(rows, allColumns), [shard.id]],
      `insert-unlocked-${shard.id}`,
    )
    if (!row?.arePlaced) throw new ShardMoved('the shard is on another worker')
    return row.locked
  }

  return {
    async insert(rows) {
      const own = rows.map(numberOf)
      const held = [...new Set(own)].sort((a, b) => a - b).map((number) => node.shards[number] as Shard)
      const values = [arrayOf(int, own), ...arrays(rows, allColumns), held.map(({ id }) => id)]
      const stored = await node.query(held, sql, values, name)
      if (stored.length === 0) throw new ShardMoved('a shard is on another worker')
    },
    async insertUnlocked(rows) {
      const locked = new Set<number>()
      let isFirst = true
      for (const [shard, own] of groupByShard(rows)) {
        try {
          for (const device of await insertUnlockedIntoShard(shard, own)) locked.add(device)
        } catch (error) {
          // Readings before these are committed. The next batch begins with these, and fails if they do so again.
          if (isFirst && !isLockTimeout(error)) throw error
          for (const { device } of own) locked.add(device)
        }
        isFirst = false
      }
      return locked
    },
  }
}

/** The summaries of vital signs have to be calculated again. */
const insertHistorySql = `
  with ${given(columns, readingColumns)},
    stored as (${insertGiven()} on conflict do nothing returning device, at, heart_rate, spo2),
    changed as (
      insert into vital_summary_changes (device, at)
      select distinct device, ${summaryOf('at')} from stored where heart_rate is not null or spo2 is not null
      on conflict do nothing
    )
  select count(*)::int as stored from stored`

/**
 * Each value comes from the newest reading that reported it, and a vital sign has that reading's time. Readings older
 * than the state are ignored; the lock keeps the state from changing in between.
 */
const newestOf = (name: string) =>
  `(array_agg(given.${name} order by given.at desc) filter (where given.${name} is not null))[1] as ${name}`
const updateNewest = (isOfDevice: (column: string) => string) => `
  with ${given(columns, [at], stateColumns)},
    known as (
      select device, last_seen from device_states where ${isOfDevice('device')} for no key update
    ), newest as (
      select given.device, ${reported.map(newestOf).join(', ')},
        ${timed.map((sign) => `max(given.last_seen) filter (where given.${sign} is not null) as ${sign}_at`).join(', ')}
      from given join known on known.device = given.device
      where known.last_seen is null or known.last_seen <= given.last_seen
      group by given.device
    )
  ${updateStates('newest', (sign) => `given.${sign}_at`)}`
const updateSql = updateNewest((column) => `${column} in (select device from given)`)

/** Follows the columns of the rows. */
const deviceParameter = `$${columns.length + 1 + stateColumns.length + 1}::int`

/**
 * The same in steps that Citus sends to the shard of the device, which is an argument of each. All is on
 * one worker, so that one commit stores it.
 */
const distributed = {
  insertHistory: `
    with ${given(columns, readingColumns)} ${insertGiven()} on conflict do nothing returning at, heart_rate, spo2`,
  insertChanges: `
    insert into vital_summary_changes (device, at) select $1, at from unnest($2::timestamptz[]) as at on conflict do nothing`,
  update: `${updateNewest((column) => `${column} = ${deviceParameter}`)} and state.device = ${deviceParameter}`,
}

/** Of rows of one device, the positions of those whose time another reading has. */
const takenSql = `
  select place::int - 1 as position
  from unnest($2::timestamptz[], $3::bigint[]) with ordinality as given (at, uptime_ms, place)
    join readings on readings.device = $1 and readings.at = given.at
  where readings.uptime_ms <> given.uptime_ms`

/**
 * Stores several readings of one device, updates its state, and returns how many readings were new. One that
 * is packed is stored already; the others of a packed time are merged into it later.
 */
export async function insertHistory(tx: Db, rows: StoredReading[]): Promise<number> {
  const device = rows[0]?.device ?? 0
  const packed = await lockPackedTimes(
    tx,
    device,
    rows.map((row) => row.at),
  )
  const fresh = rows.filter((row) => !packed.has(row.at.getTime()))
  let stored = await insertNew(tx, device, fresh)
  // A live reading may have arrived in the very millisecond at which the device measured another one.
  if (stored < fresh.length)
    stored += await insertNew(tx, device, (await takenRows(tx, device, fresh)).map(oneMsLater))
  const states = arrays(rows, columns, [at], stateColumns)
  if (tx.isDistributed) await tx.query(distributed.update, [...states, device])
  else await tx.query(updateSql, states)
  return stored
}

async function insertNew(tx: Db, device: number, rows: StoredReading[]): Promise<number> {
  if (rows.length === 0) return 0
  if (tx.isDistributed) return insertNewDistributed(tx, device, rows)
  const [result] = await tx.query<{ stored: number }>(insertHistorySql, arrays(rows, columns, readingColumns))
  return result?.stored ?? 0
}

async function insertNewDistributed(tx: Db, device: number, rows: StoredReading[]): Promise<number> {
  const stored = await tx.query<{ at: Date; heart_rate: number | null; spo2: number | null }>(
    distributed.insertHistory,
    arrays(rows, columns, readingColumns),
  )
  const changed = stored.filter(({ heart_rate, spo2 }) => heart_rate !== null || spo2 !== null)
  if (changed.length > 0) {
    const starts = new Set(changed.map(({ at }) => startOfSummary(at.getTime())))
    await tx.query(distributed.insertChanges, [device, [...starts].map((time) => new Date(time))])
  }
  return stored.length
}

async function takenRows(tx: Db, device: number, rows: StoredReading[]): Promise<StoredReading[]> {
  const uptimes = rows.map(({ reading }) => reading.uptimeMs)
  const taken = await tx.query<{ position: number }>(takenSql, [device, rows.map((row) => row.at), uptimes])
  return taken.flatMap(({ position }) => rows[position] ?? [])
}

/** The row for when its time is that of another reading. */
export function oneMsLater(row: StoredReading): StoredReading {
  return { ...row, at: new Date(row.at.getTime() + 1) }
}

/**
 * Returns the stored backfill credit of a device and locks it until the transaction ends. The device
 * is locked first, as in a deletion: a row that is changed twice in a transaction has its foreign key checked again, and
 * the two transactions would deadlock.
 */
export async function lockBackfillCredit(
  tx: Db,
  device: number,
): Promise<{ creditMs: number | null; at: Date | null }> {
  await tx.query('select from devices where number = $1 for key share', [device])
  const [row] = await tx.query<{ creditMs: number | null; at: Date | null }>(
    `select backfill_credit_ms as "creditMs", backfilled_at as at from device_states where device = $1
     for no key update`,
    [device],
  )
  return row ?? { creditMs: null, at: null }
}

export async function setBackfillCredit(tx: Db, device: number, creditMs: number, at: Date): Promise<void> {
  await tx.query('update device_states set backfill_credit_ms = $2, backfilled_at = $3 where device = $1', [
    device,
    creditMs,
    at,
  ])
}

/** Whether a device has a reading after a time with this uptime and acceleration. */
export async function isReadingStored(
  db: Db,
  device: number,
  { uptimeMs, accel: [x, y, z] }: Reading,
  after: Date,
): Promise<boolean> {
  const rows = await db.query(
    `select 1 from readings where device = $1 and at > $2 and uptime_ms = $3
       and accel_x = $4::real and accel_y = $5::real and accel_z = $6::real limit 1`,
    [device, after, uptimeMs, x, y, z],
  )
  return rows.length > 0
}
