import pg from 'pg'
import { unavailable } from '../lib/errors.ts'

/** Db runs one statement; inside a transaction the same type is handed on, as just another first argument. */
export interface Db {
  /** With a `name`, the statement is prepared once on each connection and planned no more. */
  query<Row>(sql: string, values?: readonly unknown[], name?: string): Promise<Row[]>
}

export interface Database extends Db {
  /** `work` may be begun anew when it met another transaction head-on, so it changes nothing but the database. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /**
   * Gives `work` one connection for as long as it takes. It comes from a pool of its own: a lock that is held by one
   * of the connections that work is done with keeps the work waiting for a connection.
   */
  session<T>(work: (session: Db) => Promise<T>): Promise<T>
  /** The same database for work that nobody waits for: its statements may take minutes. */
  unhurried: Database
  /** Connections for storing readings and the falls that they tell of, which nobody else can take. */
  reserved: Pick<Database, 'query' | 'transaction'>
  /** How its connections are used at the moment, pool by pool. */
  pools(): Record<string, PoolCounts>
  close(): Promise<void>
}

export interface PoolCounts {
  largest: number
  total: number
  idle: number
  waiting: number
}

// A date of birth is a calendar day: as a Date it would shift with the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** What is asked for lies in memory or on a solid disk, where a look at one row costs no more than reading on. */
const inMemory = '-c random_page_cost=1.1'

/**
 * A caller waits for a connection and then for its statement, and must have its answer within three seconds
 * even when PostgreSQL is frozen. The server gives up shortly after, so that no statement outlives its caller.
 */
const prompt = { connections: 10, connectionTimeout: 1300, statementTimeout: 1500, options: inMemory }
const unhurried = { ...prompt, connections: 3, connectionTimeout: 10_000, statementTimeout: 10 * 60_000 }

/**
 * A process holds two at most, for a job and for a maintenance task; the third is for whoever looks whether the lock is
 * free. They stay open without a transaction, which would hold back vacuum.
 */
const locks = { ...prompt, connections: 3, connectionTimeout: 10_000 }

/**
 * A named statement is planned once for all: planning a batch of readings anew took longer than storing it. The
 * setting would hold for every statement of a connection, and a list is better planned for what was asked.
 */
const prepared = { ...prompt, connections: 4, options: `${inMemory} -c plan_cache_mode=force_generic_plan` }
const reserved = { ...prepared, connections: 6 }

export function openDatabase(connection: pg.ClientConfig, onIdleError: (error: Error) => void): Database {
  const planned = openPool(connection, onIdleError, prepared)
  const usual = openPool(connection, onIdleError, prompt)
  const slow = openPool(connection, onIdleError, unhurried)
  const forReadings = openPool(connection, onIdleError, reserved)
  const locking = openPool({ ...connection, keepAlive: true }, onIdleError, locks)
  const pools = () => ({
    prepared: planned.counts(),
    prompt: usual.counts(),
    reserved: forReadings.counts(),
    unhurried: slow.counts(),
    locks: locking.counts(),
  })
  const patient: Database = {
    ...slow,
    session: locking.session,
    reserved: forReadings,
    pools,
    get unhurried() {
      return patient
    },
  }
  return {
    query: (sql, values, name) => (name ? planned : usual).query(sql, values, name),
    transaction: usual.transaction,
    session: locking.session,
    unhurried: patient,
    reserved: forReadings,
    pools,
    async close() {
      await Promise.all([planned, usual, slow, forReadings, locking].map((pool) => pool.close()))
    },
  }
}

function openPool(
  connection: pg.ClientConfig,
  onIdleError: (error: Error) => void,
  { connections, connectionTimeout, statementTimeout, options }: typeof prompt,
): Omit<Database, 'unhurried' | 'reserved' | 'pools'> & { counts(): PoolCounts } {
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    // Connections stay: a new one costs a process on the server and milliseconds of the caller's time.
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: statementTimeout,
    statement_timeout: statementTimeout + 500,
    application_name: 'fallwatch',
    options,
  })
  pool.on('error', onIdleError)

  /** Session is one connection for the length of `work`; a connection that failed is not given back to the pool. */
  interface Session extends Db {
    lost: boolean
  }

  async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error) => {
      throw unavailable(undefined, error)
    })
    const session: Session = {
      lost: false,
      async query<Row>(text: string, values: readonly unknown[] = [], name?: string) {
        try {
          const result = await client.query({ text, values: values as unknown[], ...(name && { name }) })
          return result.rows as Row[]
        } catch (error) {
          if (isRefusal(error)) throw error
          session.lost = true
          throw unavailable(undefined, error)
        }
      },
    }
    // Without a listener, a connection that breaks between two statements would end the process.
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
    await session.query('begin')
    try {
      const result = await work(session)
      await session.query('commit')
      return result
    } catch (error) {
      if (!session.lost) await session.query('rollback')
      throw error
    }
  }

  return {
    query: (sql, values, name) => withSession((session) => session.query(sql, values, name)),
    session: withSession,
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await withSession((session) => transact(session, work))
        } catch (error) {
          // PostgreSQL ended one of two that waited for each other; nothing of it remains, and now the way is free.
          if (!isDeadlock(error) || attempt === mostAttempts) throw error
        }
      }
    },
    counts() {
      const { totalCount: total, idleCount: idle, waitingCount: waiting } = pool
      return { largest: connections, total, idle, waiting }
    },
    close: () => pool.end(),
  }
}

const mostAttempts = 3

const isDeadlock = (error: unknown) => error instanceof pg.DatabaseError && error.code === '40P01'

/**
 * isRefusal tells "the database said no" from "the database could not be asked": it carries a SQLSTATE, and
 * none of the classes 08, 53 and 57, by which a server says that it is going away or out of resources.
 */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|53|57)/.test(error.code ?? '')
}
