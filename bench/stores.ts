import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import type { Cleanup } from '../harness/cleanup.ts'
import { findFreePort } from '../harness/free-port.ts'
import { createStop } from '../harness/start-service.ts'
import { openCluster } from '../src/platform/db/embedded/cluster.ts'
import { readPostmaster } from '../src/platform/db/embedded/postmaster.ts'

/** A PostgreSQL for DATABASE_URL, in contrast to the embedded one that the service starts itself. */
export interface PostgresServer {
  version: string
  /** Its process, if it was started for the benchmark. */
  pid: number | undefined
  /** Creates an empty database and returns its URL. It is dropped at the end. */
  createDatabase(name: string): Promise<string>
}

/** Uses the server at BENCH_DATABASE_URL, or starts one in a temporary folder. */
export async function startPostgres(cleanup: Cleanup): Promise<PostgresServer> {
  const configuredUrl = process.env.BENCH_DATABASE_URL
  if (configuredUrl) return describeServer(cleanup, configuredUrl, undefined)
  const folder = cleanup.makeFolder()
  const cluster = openCluster(folder)
  cleanup.add(cluster.stop)
  await cluster.ensureRunning()
  return describeServer(cleanup, clusterUrl(cluster), embeddedPid(folder))
}

/** Returns the URL of an embedded PostgreSQL, for DATABASE_URL. */
export function clusterUrl(cluster: Pick<ReturnType<typeof openCluster>, 'connection'>): string {
  const { host = '', port, user, password, database } = cluster.connection()
  return `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
}

/** Returns the process of the embedded PostgreSQL in a folder. */
export function embeddedPid(dataDir: string): number | undefined {
  return readPostmaster(join(dataDir, 'postgres'))?.pid
}

async function describeServer(
  cleanup: Cleanup,
  url: string,
  pid: number | undefined,
): Promise<PostgresServer> {
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
      // A server that was started for the benchmark is removed with its databases.
      const drop = `drop database ${database} with (force)`
      if (!pid) cleanup.add(() => withClient(url, (client) => client.query(drop)))
      return url.replace(/\/[^/]*$/, `/${database}`)
    },
  }
}

/** Runs `work` with a connection to a database, and closes it afterwards. */
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

/** Uses the server at BENCH_REDIS_URL, or starts one without persistence; undefined if none is installed. */
export async function startRedis(cleanup: Cleanup): Promise<RedisServer | undefined> {
  const configuredUrl = process.env.BENCH_REDIS_URL
  if (configuredUrl) return { url: configuredUrl, version: 'given by BENCH_REDIS_URL', pid: undefined }
  const versionOutput = spawnSync('redis-server', ['--version'], { encoding: 'utf8' })
  if (versionOutput.error) {
    console.log(
      'redis-server is not installed: targets that need Redis are left out. BENCH_REDIS_URL can name a server.',
    )
    return undefined
  }
  const port = await findFreePort()
  const noPersistence = ['--save', '', '--appendonly', 'no', '--dir', cleanup.makeFolder()]
  const child = spawn('redis-server', ['--bind', '127.0.0.1', '--port', String(port), ...noPersistence], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createStop(child, cleanup)
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Ready to accept') && resolve())
    child.on('close', () => reject(new Error('redis-server did not start')))
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    version: /v=(\S+)/.exec(versionOutput.stdout)?.[1] ?? '',
    pid: child.pid,
  }
}
