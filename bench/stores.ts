import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { openCluster } from '../src/db/embedded/cluster.ts'
import { readPostmaster } from '../src/db/embedded/postmaster.ts'
import { atEnd, makeFolder } from './cleanup.ts'
import { findFreePort, stopper } from './processes.ts'

/** PostgresServer is a PostgreSQL that the service is pointed to, as opposed to the embedded one it starts itself. */
export interface PostgresServer {
  version: string
  /** Its process, where it was started for the bench. */
  pid: number | undefined
  /** Makes an empty database and gives its URL; it is gone at the end. */
  createDatabase(name: string): Promise<string>
}

/** startPostgres takes the server at BENCH_DATABASE_URL, else starts one of our own in a temporary folder. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env.BENCH_DATABASE_URL
  if (given) return describeServer(given, undefined)
  const folder = makeFolder()
  const cluster = openCluster(folder)
  atEnd(cluster.stop)
  await cluster.ensureRunning()
  const { host = '', port, user, password, database } = cluster.connection()
  const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
  return describeServer(url, embeddedPid(folder))
}

/** embeddedPid is the process of the PostgreSQL that holds the store in a folder. */
export function embeddedPid(dataDir: string): number | undefined {
  return readPostmaster(join(dataDir, 'postgres'))?.pid
}

async function describeServer(url: string, pid: number | undefined): Promise<PostgresServer> {
  const version = await withClient(url, async (client) => {
    const { rows } = await client.query('show server_version')
    return rows[0].server_version as string
  })
  return {
    version,
    pid,
    async createDatabase(name) {
      const database = `fallwatch_bench_${process.pid}_${name}`
      await withClient(url, (client) => client.query(`create database ${database}`))
      // A server of our own takes its databases along.
      const drop = `drop database ${database} with (force)`
      if (!pid) atEnd(() => withClient(url, (client) => client.query(drop)))
      return url.replace(/\/[^/]*$/, `/${database}`)
    },
  }
}

/** withClient lends a connection to a database: that of a URL, or that of the embedded store in a folder. */
export async function withClient<T>(
  connection: string | pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const embeddedConnection = (dataDir: string) => openCluster(dataDir).connection()

export interface RedisServer {
  url: string
  version: string
  pid: number | undefined
}

/** startRedis takes the one at BENCH_REDIS_URL, else starts one that keeps nothing; undefined where there is none. */
export async function startRedis(): Promise<RedisServer | undefined> {
  const given = process.env.BENCH_REDIS_URL
  if (given) return { url: given, version: 'given by BENCH_REDIS_URL', pid: undefined }
  const told = spawnSync('redis-server', ['--version'], { encoding: 'utf8' })
  if (told.error) {
    console.log(
      'There is no redis-server on this machine: what needs Redis is left out. BENCH_REDIS_URL can name one.',
    )
    return undefined
  }
  const port = await findFreePort()
  const lasting = ['--save', '', '--appendonly', 'no', '--dir', makeFolder()]
  const child = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), ...lasting], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  stopper(child)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept') && resolve())
    child.on('close', () => reject(new Error('redis-server did not start')))
  })
  return { url: `redis://127.0.0.1:${port}`, version: /v=(\S+)/.exec(told.stdout)?.[1] ?? '', pid: child.pid }
}
