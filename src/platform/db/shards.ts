import type pg from 'pg'
import { listDatabaseUrls } from '../lib/database-hosts.ts'
import { type Database, type Db, openWorker } from './database.ts'
import { hasCode } from './database-errors.ts'
import { createOutageBreaker, type OutageBreaker } from './outage-breaker.ts'

/** The rows of some devices, on one worker: one part of each distributed table. */
export interface Shard {
  /** The names of its tables on the worker. */
  readings: string
  states: string
  /** What Citus locks while the shard moves. */
  id: string
}

/** A worker, and the shards that it has. */
export interface ShardNode {
  /** Its host and port. */
  readonly address: string
  /** Of every statement to it, also through the coordinator. */
  readonly breaker: OutageBreaker
  /** Its own connections, for what is not in the tables. */
  readonly db: Pick<Db, 'query'>
  readonly shards: readonly Shard[]
  /** Differs with the shards, for the names of prepared statements. */
  readonly revision: number
  /**
   * Runs a prepared statement in a transaction of the worker, during which none of the shards is moved to another one. The
   * statement must do nothing if they are not there any more; see arePlaced.
   */
  query<Row>(shards: readonly Shard[], sql: string, values: unknown[], name: string): Promise<Row[]>
}

/** Which worker has the rows of a device. Readings are stored there, past the coordinator. */
export interface Shards {
  find(device: number): { node: ShardNode; shard: Shard }
  /** The workers of the last look; a worker whose shards have changed is another object. */
  nodes(): readonly ShardNode[]
  /** Looks where the shards are now. Calls that come during a look share the next one. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** A shard has been moved to another worker, or divided. */
export class ShardMoved extends Error {}

/** The SQL of whether the worker has the shards in a parameter. A copy that was moved away can still be there. */
export const arePlaced = (parameter: string) =>
  `(select count(*) = cardinality(${parameter}::bigint[]) from pg_dist_placement natural join pg_dist_local_group
    where shardid = any (${parameter}::bigint[]))`

interface Placement {
  shardId: string
  table: 'device_states' | 'readings'
  /** The least hash of its devices, and the greatest. */
  least: number
  greatest: number
  host: string
  port: number
}

const listPlacements = (db: Db) =>
  db.query<Placement>(
    `select shard.shardid::text as "shardId", shard.logicalrelid::text as table, shardminvalue::int as least,
            shardmaxvalue::int as greatest, nodename as host, nodeport as port
     from pg_dist_shard as shard join pg_dist_placement as placement on placement.shardid = shard.shardid
     join pg_dist_node as node on node.groupid = placement.groupid and node.noderole = 'primary'
     where shard.logicalrelid in ('device_states'::regclass, 'readings'::regclass)
     order by least`,
  )

/** A gap between the shards would let readings go to a neighbour, where nobody finds them. */
function assertComplete(placements: readonly Placement[]): void {
  let next = -(2 ** 31)
  for (const { least, greatest } of placements) {
    if (least !== next) break
    next = greatest + 1
  }
  if (next !== 2 ** 31) throw new Error('The shards of the cluster are not complete')
}

/** A worker as an address, whichever shards it has. */
interface Worker {
  pool: ReturnType<typeof openWorker>
  breaker: OutageBreaker
}

interface Range {
  least: number
  node: ShardNode
  shard: Shard
}

/** Finds the shards of a coordinator. Workers are reached with its URL, under their own hosts and ports. */
export async function openShards(
  coordinator: Database,
  url: string,
  clientSettings: pg.ClientConfig,
  onIdleError: (error: Error) => void,
): Promise<Shards> {
  const workers = new Map<string, Worker>()
  let ranges: Range[] = []
  let nodes: ShardNode[] = []
  let revisions = 0
  let reloading: Promise<void> | undefined
  let next: Promise<void> | undefined

  function workerOf(address: string): Worker {
    const known = workers.get(address)
    if (known) return known
    const pool = openWorker({ connectionString: urlOf(url, address), ...clientSettings }, onIdleError)
    const worker = { pool, breaker: createOutageBreaker() }
    workers.set(address, worker)
    return worker
  }

  async function load(): Promise<void> {
    const placements = await listPlacements(coordinator)
    const ofTable = (name: string) => placements.filter(({ table }) => table === name)
    const states = ofTable('device_states')
    assertComplete(states)
    assertComplete(ofTable('readings'))
    const readings = new Map(ofTable('readings').map((placement) => [placement.least, placement]))
    const found = new Map<string, Shard[]>()
    const located = states.map(({ shardId, least, host, port }) => {
      const shard: Shard = {
        id: shardId,
        states: `device_states_${shardId}`,
        readings: `readings_${readings.get(least)?.shardId}`,
      }
      const address = `${host}:${port}`
      const own = found.get(address) ?? []
      found.set(address, own)
      own.push(shard)
      return { least, address, shard }
    })
    const made = new Map(
      [...found].map(([address, own]) => [address, same(address, own) ?? createNode(address, own)]),
    )
    ranges = located.map(({ least, address, shard }) => ({
      ...{ least, shard, node: made.get(address) as ShardNode },
    }))
    nodes = [...made.values()]
  }

  /** A worker whose shards are the same keeps its prepared statements. */
  function same(address: string, own: readonly Shard[]): ShardNode | undefined {
    const ids = (list: readonly Shard[]) => list.map(({ id }) => id).join()
    return nodes.find((node) => node.address === address && ids(node.shards) === ids(own))
  }

  function createNode(address: string, own: readonly Shard[]): ShardNode {
    const { pool, breaker } = workerOf(address)
    return {
      address,
      breaker,
      db: pool,
      shards: own,
      revision: ++revisions,
      async query(held, sql, values, name) {
        const ids = `{${held.map(({ id }) => id).join()}}`
        const lock = { text: lockSql, values: [ids], name: 'lock-shards' }
        try {
          return await breaker.attempt(() => pool.queryAfter(lock, sql, values, name))
        } catch (error) {
          if (hasCode(error, undefinedTable))
            throw new ShardMoved('a shard was moved, and its copy here removed')
          throw error
        }
      },
    }
  }

  const shards: Shards = {
    find(device) {
      const hash = hashOf(device)
      let [low, high] = [0, ranges.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if ((ranges[middle] as Range).least <= hash) low = middle + 1
        else high = middle
      }
      return ranges[low - 1] as Range
    },
    nodes: () => nodes,
    reload() {
      if (!reloading) {
        reloading = load().finally(() => {
          reloading = undefined
        })
        return reloading
      }
      // What has changed after that look began is found by another one.
      next ??= reloading
        .catch(() => {})
        .then(() => {
          next = undefined
          return shards.reload()
        })
      return next
    },
    close: async () => void (await Promise.all([...workers.values()].map(({ pool }) => pool.close()))),
  }
  await load()
  return shards
}

const undefinedTable = '42P01'

/** The lock of a statement of Citus that writes to a shard; one that moves it waits for it. */
const shareLock = 5
const lockSql = `select lock_shard_metadata(${shareLock}, $1::bigint[])`

function urlOf(url: string, address: string): string {
  const worker = new URL(listDatabaseUrls(url)[0] ?? url)
  worker.host = address
  return worker.href
}

/** PostgreSQL's hash of an integer (hashint4), by which Citus finds the shard of a row. */
export function hashOf(value: number): number {
  const rotate = (bits: number, by: number) => (bits << by) | (bits >>> (32 - by))
  let [a, b, c] = [seed, seed, seed]
  a = (a + value) | 0
  c = ((c ^ b) - rotate(b, 14)) | 0
  a = ((a ^ c) - rotate(c, 11)) | 0
  b = ((b ^ a) - rotate(a, 25)) | 0
  c = ((c ^ b) - rotate(b, 16)) | 0
  a = ((a ^ c) - rotate(c, 4)) | 0
  b = ((b ^ a) - rotate(a, 14)) | 0
  return ((c ^ b) - rotate(b, 24)) | 0
}

const seed = (0x9e3779b9 + 4 + 3923095) | 0
