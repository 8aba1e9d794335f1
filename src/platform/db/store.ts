import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { listDatabaseUrls } from '../lib/database-hosts.ts'
import { StartError } from '../lib/errors.ts'
import { serviceLock } from './advisory-locks.ts'
import {
  connectionsChannel,
  devicesChannel,
  eventsChannel,
  incidentsChannel,
  installationChannel,
  intakeChannel,
  sessionsChannel,
} from './channels.ts'
import { type Database, openDatabase } from './database.ts'
import { isStatementError } from './database-errors.ts'
import { openCluster } from './embedded/cluster.ts'
import { isAlive } from './embedded/postmaster.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { type Installation, openInstallation } from './installation.ts'
import { migrate } from './migrate.ts'
import { createPrimary, type Primary } from './primary.ts'
import { openShards, type Shards } from './shards.ts'

/** The database of the service, embedded or external, with its schema up to date. */
export interface Store {
  db: Database
  /** The workers of a Citus cluster, if the tables that grow are distributed over them. */
  shards: Shards | undefined
  heartbeat: Heartbeat
  /** Where the data are, for the startup banner. */
  location: string
  installation: Installation
  close(): Promise<void>
}

/** Takes settings of the database's client to set differently; the service sets none. */
export async function openStore(
  config: Config,
  log: Logger,
  onFatal: (error: Error) => void,
  clientSettings: pg.ClientConfig = {},
): Promise<Store> {
  const source = config.databaseUrl
    ? externalServer(config.databaseUrl, config.redisUrl !== undefined)
    : embeddedServer(config.dataDir)
  await source.ready()
  const connection = { ...source.connection(), ...clientSettings }
  const heartbeat = await connectWithRetry(source.location, () =>
    startHeartbeat(connection, {
      channels: [
        sessionsChannel,
        devicesChannel,
        eventsChannel,
        incidentsChannel,
        connectionsChannel,
        installationChannel,
        intakeChannel,
      ],
      beforeConnect: source.ready,
      ...source.primary,
      afterConnect: source.acquireLock,
      onConnectFailure(error) {
        if (error instanceof AlreadyRunning) onFatal(error)
        else log.warn({ err: error }, 'the database does not respond')
      },
    }),
  )
  const onIdleError = (error: Error) => log.warn({ err: error }, 'a database connection was lost')
  let db: Database | undefined
  let shards: Shards | undefined
  try {
    const migrated = await throughOutages(() => migrate(connection, { distributes: config.distribute }))
    if (migrated.applied.length > 0) log.info({ applied: migrated.applied }, 'migrations applied')
    const database = openDatabase(connection, onIdleError, { ...migrated, processes: config.workers })
    db = database
    const { databaseUrl: url } = config
    if (migrated.isDistributed && url)
      shards = await throughOutages(() => openShards(database, url, clientSettings, onIdleError))
  } catch (error) {
    await heartbeat.stop()
    await db?.close()
    await source.stop()
    throw error
  }
  const options = { serverFolder: source.folder, isHeld: config.notifications.isHeld }
  const installation = await throughOutages(() => openInstallation(db, options))
  return {
    db,
    shards,
    heartbeat,
    location: source.location,
    installation,
    async close() {
      await heartbeat.stop()
      await shards?.close()
      await db.close()
      await source.stop()
    },
  }
}

/**
 * Waits ten seconds for a server that is starting; a server that rejects the connection is not
 * retried.
 */
async function connectWithRetry<T>(location: string, connect: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 10_000
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (error instanceof StartError) throw error
      const isRejected = error instanceof pg.DatabaseError && error.code !== '57P03'
      if (isRejected || Date.now() > deadline) {
        const { message, code } = error as { message?: string; code?: string }
        throw new StartError(`No connection to ${location}: ${message || code}.`)
      }
      await sleep(300)
    }
  }
}

/** How long a start waits for a server that went away meanwhile, as when another one takes over. */
const outageMs = 30_000

/** Repeats a step of the start after an outage. It changes nothing but the database, in transactions. */
async function throughOutages<T>(step: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + outageMs
  for (;;) {
    try {
      return await step()
    } catch (error) {
      const isOver = error instanceof StartError || isStatementError(error) || Date.now() > deadline
      if (isOver) throw error
      await sleep(300)
    }
  }
}

/** What differs between an embedded and an external server. */
interface Source {
  location: string
  /** The folder of an embedded server. */
  folder?: string
  connection(): pg.ClientConfig
  /** How the heartbeat connects, where the server that takes writes may change. */
  primary?: { connect: Primary['find']; hasSuccessor?: Primary['hasSuccessor'] }
  ready(): Promise<void>
  acquireLock(client: pg.Client): Promise<void>
  stop(): Promise<void>
}

function externalServer(url: string, isShared: boolean): Source {
  const urls = listDatabaseUrls(url)
  const servers = urls.map(parseUrl)
  const primary = createPrimary(url)
  return {
    location: `PostgreSQL on ${servers.map(({ host }) => host).join(', ')}, database ${servers[0]?.database}`,
    connection: () => primary.connection,
    primary: { connect: primary.find, ...(urls.length > 1 && { hasSuccessor: primary.hasSuccessor }) },
    ready: async () => {},
    acquireLock: lockDatabase(isShared),
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
    location: `${dataDir} (embedded PostgreSQL ${cluster.version})`,
    folder: join(dataDir, 'postgres'),
    connection: cluster.connection,
    ready: cluster.ensureRunning,
    acquireLock: lockDataDir,
    stop: cluster.stop,
  }
}

/**
 * Allows one process on the database, or any number that share a Redis: separate processes would each rate
 * limit and detect falls with only a part of the readings.
 */
function lockDatabase(isShared: boolean) {
  const lock = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  let ownBackend: number | undefined
  return async (client: pg.Client) => {
    const deadline = Date.now() + 3000
    for (;;) {
      const { rows } = await client.query(`select ${lock}($1) as acquired, pg_backend_pid() as session`, [
        serviceLock,
      ])
      if (rows[0].acquired) {
        ownBackend = rows[0].session
        return
      }
      // The server may not have noticed yet that our previous connection was lost.
      await client.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1 and pid = $2`,
        [serviceLock, ownBackend],
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

/**
 * Allows one service on the data directory. If the lock holder is alive it fails at once; if it was killed,
 * the lock is released as soon as the server notices, which is waited for.
 */
async function lockDataDir(client: pg.Client): Promise<void> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as acquired', [serviceLock])
    if (rows[0].acquired) return
    const holder = await findLockHolder(client)
    if (holder !== undefined && holder !== process.pid && isAlive(holder)) {
      throw new AlreadyRunning(
        `Another Fallwatch (process ${holder}) already runs on this data folder. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    if (Date.now() > deadline)
      throw new StartError('The data directory is still locked by a service that has exited.')
    await sleep(100)
  }
}

async function findLockHolder(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query(
    `select application_name as name
     from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and objid = $1 and granted`,
    [serviceLock],
  )
  const pid = Number(/^fallwatch (\d+)$/.exec(rows[0]?.name ?? '')?.[1])
  return Number.isInteger(pid) ? pid : undefined
}
