import pg from 'pg'
import { msPerMinute } from '../lib/duration.ts'
import { unavailable } from '../lib/errors.ts'
import { hasCode, isStatementError } from './database-errors.ts'
import { beginWith, type FirstStatement, queryAfter } from './query-after.ts'

/** Runs statements, on a pool or inside a transaction. */
export interface Db {
  /**
   * With a `name`, the statement is prepared and planned once per connection. In a transaction, statements run in the order
   * of the calls, also when the first is not awaited before the next.
   */
  query<Row>(sql: string, values?: readonly unknown[], name?: string): Promise<Row[]>
  /** Does something that cannot be rolled back, such as counting, once the transaction is committed; at once outside of one. */
  afterCommit(action: () => void): void
  /** Whether the tables that grow are on the workers of a Citus cluster, which supports fewer statements. */
  readonly isDistributed?: boolean
}

export interface Database extends Db {
  /** `work` is repeated after a deadlock, so it may change nothing but the database. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /**
   * Runs `work` on one connection, from a separate pool: a lock held on a connection of the pool that does the work would
   * take that connection away from the work.
   */
  session<T>(work: (session: Db) => Promise<T>): Promise<T>
  /** The background pool, for work that no request waits for: its statements may take minutes. */
  background: Database
  /** The reserved pool, for recording detected falls and other writes that readings cause. */
  reserved: Db & Pick<Database, 'transaction'>
  /** The pool for storing readings, with a short lock timeout. */
  commits: Db
  /** The current use of connections, by pool. */
  pools(): Record<PoolName, PoolCounts>
  /**
   * Opens the connections for requests and readings, each of which would otherwise be opened when it is first needed. It
   * never throws.
   */
  connectAll(): Promise<void>
  close(): Promise<void>
}

/** A label of metrics, and the word for the pool in the code. */
type PoolName = 'prepared' | 'requests' | 'reserved' | 'commits' | 'background' | 'locks'

export interface PoolCounts {
  max: number
  total: number
  idle: number
  waiting: number
}

const asText = (value: string) => value

/** A date of birth is a calendar day: as a Date it would shift with the machine's time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.DATE ? asText : pg.types.getTypeParser(id, format),
}

/** Settings of the server, for each connection of a pool or for a transaction. */
type ServerSettings = Record<string, string | number>

/** Data are in memory or on a solid state disk, where random access costs about as much as sequential. */
const solidStateCosts = { random_page_cost: 1.1 }

/**
 * Named statements are planned once per connection: planning a batch of readings took longer than storing it. Such a
 * plan may be made while a table is small, and must not read all of it when it has grown.
 */
const genericPlans = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }

interface PoolSettings {
  connections: number
  connectionTimeoutMs: number
  statementTimeoutMs: number
  settings: ServerSettings
  transactionSettings?: ServerSettings
  isDistributed?: boolean
}

/**
 * A request waits for a connection and then for its statement, and must be answered within three seconds even when
 * PostgreSQL hangs. The server's statement timeout is slightly longer, so that no statement outlives its request.
 */
const basicPool = { connectionTimeoutMs: 1300, statementTimeoutMs: 1500, settings: solidStateCosts }

/** For lists, which are planned for their parameters, and for transactions, which read and write single rows. */
const requestPool: PoolSettings = { ...basicPool, connections: 8, transactionSettings: genericPlans }
/**
 * Of each process, if several share the processor of one machine: the more statements run there at once, the longer a reading
 * waits for its turn.
 */
const sharedRequestConnections = 4

const backgroundPool: PoolSettings = {
  ...basicPool,
  connections: 3,
  connectionTimeoutMs: 10_000,
  statementTimeoutMs: 10 * msPerMinute,
}

/**
 * A process holds at most two locks, of a job and of a maintenance task; the third connection is for attempts to acquire
 * one. They stay open without a transaction, which would hold back vacuum.
 */
const lockPool: PoolSettings = { ...basicPool, connections: 3, connectionTimeoutMs: 10_000 }

/** For named statements outside of transactions. */
const preparedPool: PoolSettings = {
  ...basicPool,
  connections: 6,
  settings: { ...solidStateCosts, ...genericPlans },
}
const reservedPool: PoolSettings = { ...preparedPool, connections: 8 }

/** Readings of many devices share a statement, and all of them wait for a lock that one of them meets. */
const commitPool: PoolSettings = {
  ...preparedPool,
  connections: 2,
  settings: { ...preparedPool.settings, lock_timeout: '50ms' },
}

/**
 * Takes a connection timeout in `connection` over those of the pools; the service sets none. `processes` is how many there
 * are on this machine.
 */
export function openDatabase(
  connection: pg.ClientConfig,
  onIdleError: (error: Error) => void,
  { isDistributed = false, processes = 1 }: Pick<Db, 'isDistributed'> & { processes?: number } = {},
): Database {
  const open = (settings: PoolSettings, keepAlive = false) =>
    openPool(
      { ...connection, ...(keepAlive && { keepAlive }) },
      onIdleError,
      isDistributed ? onCoordinator(settings) : settings,
    )
  const prepared = open(preparedPool)
  const requests = open(
    processes > 1 ? { ...requestPool, connections: sharedRequestConnections } : requestPool,
  )
  const background = open(backgroundPool)
  const reserved = open(reservedPool)
  const commits = open(commitPool)
  const locks = open(lockPool, true)
  const pools = () => ({
    prepared: prepared.counts(),
    requests: requests.counts(),
    reserved: reserved.counts(),
    commits: commits.counts(),
    background: background.counts(),
    locks: locks.counts(),
  })
  const connectAll = async () => {
    for (const pool of [commits, reserved, prepared, requests]) await pool.connectAll()
  }
  const backgroundDatabase: Database = {
    ...background,
    session: locks.session,
    reserved,
    commits,
    pools,
    connectAll,
    get background() {
      return backgroundDatabase
    },
  }
  return {
    query: (sql, values, name) => (name ? prepared : requests).query(sql, values, name),
    afterCommit: runNow,
    isDistributed,
    transaction: requests.transaction,
    session: locks.session,
    background: backgroundDatabase,
    reserved,
    commits,
    pools,
    connectAll,
    async close() {
      await Promise.all(
        [prepared, requests, background, reserved, commits, locks].map((pool) => pool.close()),
      )
    },
  }
}

/**
 * Citus makes a generic plan only for a statement that goes to one shard by a parameter. A lock timeout that is set for a
 * transaction counts on the workers, too.
 */
function onCoordinator({ settings, transactionSettings: _, ...pool }: PoolSettings): PoolSettings {
  const own = Object.entries(settings).filter(([name]) => !(name in genericPlans))
  return {
    ...pool,
    settings: { ...Object.fromEntries(own), 'citus.propagate_set_commands': 'local' },
    isDistributed: true,
  }
}

/** Opens connections to a worker of a Citus cluster, for storing readings in its shards. */
export const openWorker = (connection: pg.ClientConfig, onIdleError: (error: Error) => void) =>
  openPool(connection, onIdleError, commitPool)

/** Runs a prepared statement in a transaction after another one; see queryAfter. */
type QueryAfter = <Row>(first: FirstStatement, sql: string, values: unknown[], name: string) => Promise<Row[]>

function openPool(
  connection: pg.ClientConfig,
  onIdleError: (error: Error) => void,
  {
    connections,
    connectionTimeoutMs,
    statementTimeoutMs,
    settings,
    transactionSettings = {},
    isDistributed = false,
  }: PoolSettings,
): Omit<Database, 'background' | 'reserved' | 'commits' | 'pools'> & {
  counts(): PoolCounts
  queryAfter: QueryAfter
} {
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    // Idle connections stay open: a new one costs a process on the server and milliseconds of the request.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connection.connectionTimeoutMillis ?? connectionTimeoutMs,
    query_timeout: statementTimeoutMs,
    statement_timeout: statementTimeoutMs + 500,
    application_name: 'fallwatch',
    // Statements of a transaction that do not need each other's results are sent together.
    pipeline: true,
    options: assignments(settings)
      .map((assignment) => `-c ${assignment}`)
      .join(' '),
    types,
  })
  const setLocal = assignments(transactionSettings).map((assignment) => `set local ${assignment}`)
  const begin = ['begin', ...setLocal].map((text) => ({ text }))
  pool.on('error', onIdleError)
  // Without a listener, an error ends the process. The pool listens while a connection is idle, and a session while it is
  // used; an error that is read together with the end of the handshake comes between the two. The next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))

  /** One connection for the duration of `work`; a lost connection is not returned to the pool. */
  interface Session extends Db {
    lost: boolean
    /** Begins a transaction with a statement. */
    beginWith: Db['query']
    queryAfter: QueryAfter
  }

  async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error) => {
      throw unavailable(undefined, error)
    })
    const session: Session = {
      lost: false,
      afterCommit: runNow,
      isDistributed,
      query: (text, values = [], name) =>
        rowsOf(client.query({ text, values: values as unknown[], ...(name && { name }) })),
      beginWith: (text, values = [], name) =>
        rowsOf(beginWith(client, begin, { text, values: values as unknown[], ...(name && { name }) })),
      queryAfter: (first, text, values, name) => rowsOf(queryAfter(client, first, { text, values, name })),
    }
    async function rowsOf<Row>(result: Promise<pg.QueryResult>): Promise<Row[]> {
      try {
        return (await result).rows as Row[]
      } catch (error) {
        if (isStatementError(error)) throw error
        session.lost = true
        throw unavailable(undefined, error)
      }
    }
    // A connection may break between two statements.
    const markLost = () => {
      session.lost = true
    }
    client.on('error', markLost)
    try {
      return await work(session)
    } finally {
      client.off('error', markLost)
      client.release(session.lost)
    }
  }

  async function transact<T>(session: Session, work: (tx: Db) => Promise<T>): Promise<T> {
    const actions: (() => void)[] = []
    let beginning: Promise<unknown> | undefined
    let hasEnded = false
    try {
      const result = await work({
        // The first statement begins the transaction, which saves a round trip; those that follow wait for it.
        async query<Row>(text: string, values?: readonly unknown[], name?: string) {
          if (!beginning && !hasEnded) {
            const rows = session.beginWith<Row>(text, values, name)
            beginning = rows
            return rows
          }
          await beginning
          // Work that goes on beside a statement that has failed must not write outside of the transaction.
          if (hasEnded) throw new Error('the transaction has ended')
          return session.query<Row>(text, values, name)
        },
        afterCommit: (action) => void actions.push(action),
        isDistributed,
      })
      hasEnded = true
      if (beginning) await session.query('commit')
      for (const action of actions) action()
      return result
    } catch (error) {
      hasEnded = true
      if (beginning && !session.lost) await session.query('rollback')
      throw error
    }
  }

  return {
    query: (sql, values, name) => withSession((session) => session.query(sql, values, name)),
    queryAfter: (...args) => withSession((session) => session.queryAfter(...args)),
    afterCommit: runNow,
    isDistributed,
    session: withSession,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await withSession((session) => transact(session, work))
        } catch (error) {
          // PostgreSQL has rolled back this transaction, so that the other one can proceed.
          if (!isDeadlock(error) || attempt === maxAttempts) throw error
        }
      }
    },
    counts() {
      const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool
      return { max: connections, total, idle, waiting }
    },
    async connectAll() {
      // One that cannot be opened now is opened when it is needed, and whoever needs it is told.
      const opened = await Promise.allSettled(Array.from({ length: connections }, () => pool.connect()))
      for (const client of opened) if (client.status === 'fulfilled') client.value.release()
    },
    close: () => pool.end(),
  }
}

const assignments = (settings: ServerSettings) =>
  Object.entries(settings).map(([name, value]) => `${name}=${value}`)

const runNow = (action: () => void) => action()

const maxAttempts = 3

const isDeadlock = (error: unknown) => hasCode(error, '40P01')
