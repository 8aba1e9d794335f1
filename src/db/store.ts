import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { StartError } from '../lib/errors.ts'
import { devicesChannel, sessionsChannel } from './channels.ts'
import { type Database, openDatabase } from './database.ts'
import { openCluster } from './embedded/cluster.ts'
import { isAlive } from './embedded/postmaster.ts'
import { migrate } from './migrate.ts'
import { type Pulse, startPulse } from './pulse.ts'

/** Store is the database the service runs on, embedded or your own, with its schema up to date. */
export interface Store {
  db: Database
  pulse: Pulse
  /** Where the data are, in words for the terminal. */
  place: string
  /** A name of this database that no other has. */
  installation: string
  close(): Promise<void>
}

export async function openStore(
  config: Config,
  log: Logger,
  onFatal: (error: Error) => void,
): Promise<Store> {
  const source = config.databaseUrl
    ? ownServer(config.databaseUrl, config.redisUrl !== undefined)
    : embeddedServer(config.dataDir)
  await source.ready()
  const connection = source.connection()
  const pulse = await patiently(source.place, () =>
    startPulse(connection, {
      channels: [sessionsChannel, devicesChannel],
      beforeConnect: source.ready,
      afterConnect: source.claim,
      onConnectFailure(error) {
        if (error instanceof AlreadyRunning) onFatal(error)
        else log.warn({ err: error }, 'the database does not answer')
      },
    }),
  )
  try {
    const applied = await migrate(connection)
    if (applied.length > 0) log.info({ applied }, 'the schema is up to date')
  } catch (error) {
    await pulse.stop()
    await source.stop()
    throw error
  }
  const db = openDatabase(connection, (error) => log.warn({ err: error }, 'a database connection broke'))
  const [installation] = await db.query<{ id: string }>('select id from installation')
  return {
    db,
    pulse,
    place: source.place,
    installation: installation?.id ?? '',
    async close() {
      await pulse.stop()
      await db.close()
      await source.stop()
    },
  }
}

/** patiently gives a server that is still starting ten seconds; one that refuses us will not change its mind. */
async function patiently<T>(place: string, connect: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 10_000
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (error instanceof StartError) throw error
      const refused = error instanceof pg.DatabaseError && error.code !== '57P03'
      if (refused || Date.now() > deadline) {
        const { message, code } = error as { message?: string; code?: string }
        throw new StartError(`No connection to ${place}: ${message || code}.`)
      }
      await sleep(300)
    }
  }
}

/** Source is what differs between an embedded server and one that somebody else runs. */
interface Source {
  place: string
  connection(): pg.ClientConfig
  ready(): Promise<void>
  claim(client: pg.Client): Promise<void>
  stop(): Promise<void>
}

function ownServer(url: string, isShared: boolean): Source {
  const { host, database } = parseUrl(url)
  return {
    place: `PostgreSQL on ${host}, database ${database}`,
    connection: () => ({ connectionString: url }),
    ready: async () => {},
    claim: claimDatabase(isShared),
    stop: async () => {},
  }
}

function parseUrl(url: string): pg.Client {
  try {
    return new pg.Client(url)
  } catch (error) {
    throw new StartError(`DATABASE_URL cannot be used: ${(error as Error).message}`)
  }
}

function embeddedServer(dataDir: string): Source {
  const cluster = openCluster(dataDir)
  return {
    place: `${dataDir} (embedded PostgreSQL ${cluster.version})`,
    connection: cluster.connection,
    ready: cluster.ensureRunning,
    claim: claimStore,
    stop: cluster.stop,
  }
}

/**
 * claimDatabase admits one process, or any number that share what they know through Redis. Those who would each
 * go by themselves would pace, limit and detect by half of what they ought to know.
 */
function claimDatabase(isShared: boolean) {
  const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  let ownSession: number | undefined
  return async (client: pg.Client) => {
    const deadline = Date.now() + 3000
    for (;;) {
      const { rows } = await client.query(`select ${lock}($1) as claimed, pg_backend_pid() as session`, [
        storeLock,
      ])
      if (rows[0].claimed) {
        ownSession = rows[0].session
        return
      }
      // The server may not know yet that our connection of before was lost.
      await client.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and pid = $2`,
        [storeLock, ownSession],
      )
      if (Date.now() > deadline) {
        throw new AlreadyRunning(
          'Another Fallwatch already runs on this database. Stop it first, or set the same REDIS_URL for all of them: through Redis they act as one.',
        )
      }
      await sleep(100)
    }
  }
}

class AlreadyRunning extends StartError {}

/** Any fixed number does: whoever holds it is the one service on that folder or database. */
const storeLock = 4_170_002

/**
 * claimStore takes the folder for this service. A holder that lives is a second service, and we refuse at once;
 * one that was killed lets go as soon as its server-side process notices, so that is waited for.
 */
async function claimStore(client: pg.Client): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as claimed', [storeLock])
    if (rows[0].claimed) return
    const holder = await findHolder(client)
    if (holder !== undefined && holder !== process.pid && isAlive(holder)) {
      throw new AlreadyRunning(
        `Another Fallwatch (process ${holder}) already runs on this data folder. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    if (Date.now() > deadline)
      throw new StartError('The data folder is still held by a Fallwatch that has ended.')
    await sleep(100)
  }
}

async function findHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query(
    `select application_name as name
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [storeLock],
  )
  const pid = Number(/^fallwatch (\d+)$/.exec(rows[0]?.name ?? '')?.[1])
  return Number.isInteger(pid) ? pid : undefined
}
