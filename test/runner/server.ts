import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrl, joinDatabases, onNode, startCitus } from '../../harness/citus.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { readPostmaster } from '../../src/platform/db/embedded/postmaster.ts'
import { migrate } from '../../src/platform/db/migrate.ts'

/** How test files find the server, and the database with the schema that theirs are copies of. */
export interface ServerEnvironment {
  TEST_DATABASE_URL: string
  TEST_DATABASE_TEMPLATE: string
  /** The workers, if the server is the coordinator of a Citus cluster: each database is one on all of them. */
  TEST_DATABASE_WORKERS?: string
  /** How a database is copied, on a server of the run's own. */
  TEST_DATABASE_STRATEGY?: string
  /** A folder for the files of a PostgreSQL that embedded ones begin with. */
  TEST_STORE_TEMPLATES: string
  /** The process of the server, of a run's own. */
  postmaster?: number | undefined
}

/** Does its work with a PostgreSQL: that at TEST_DATABASE_URL, else an embedded one of its own in the folder. */
export async function onServer<T>(folder: string, work: (env: ServerEnvironment) => Promise<T>): Promise<T> {
  const onUrl = (url: string, own: Partial<ServerEnvironment> = {}) =>
    withTemplate(url, own.TEST_DATABASE_WORKERS?.split(',') ?? [], (name) =>
      work({
        TEST_DATABASE_URL: url,
        TEST_DATABASE_TEMPLATE: name,
        TEST_STORE_TEMPLATES: join(folder, 'stores'),
        ...own,
      }),
    )
  if (process.env.TEST_DISTRIBUTED) return withCitus(folder, onUrl)
  if (process.env.TEST_DATABASE_URL) return onUrl(process.env.TEST_DATABASE_URL)
  // The checkpoints of this strategy cost nothing where nothing is written to disk.
  return withEmbedded(join(folder, 'run'), (url) => {
    const postmaster = readPostmaster(join(folder, 'run', 'postgres'))?.pid
    return onUrl(url, { TEST_DATABASE_STRATEGY: 'file_copy', postmaster })
  })
}

/** Nothing of the server outlives the run, and its log of changes may lie in memory. */
const serverSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '256MB',
}

async function withEmbedded<T>(folder: string, work: (url: string) => Promise<T>): Promise<T> {
  const cluster = openCluster(folder, serverSettings)
  try {
    await cluster.ensureRunning()
    const { host = '', port, user, password, database } = cluster.connection()
    const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`
    await easeAccess(url, join(folder, 'postgres'))
    return await work(url)
  } finally {
    await cluster.stop()
  }
}

/** Does its work on a coordinator with two workers, which have four shards of each table. */
async function withCitus<T>(
  folder: string,
  onUrl: (url: string, own: Partial<ServerEnvironment>) => Promise<T>,
): Promise<T> {
  const settings = { ...serverSettings, 'citus.shard_count': '4' }
  const cluster = await startCitus(join(folder, 'citus'), { workers: 2, isQuiet: true, settings })
  try {
    console.log(`On a coordinator and two workers: ${cluster.version.split(' on ')[0]}`)
    const workers = cluster.workers.map(({ url }) => url).join()
    return await onUrl(cluster.coordinator.url, {
      TEST_DATABASE_WORKERS: workers,
      TEST_DATABASE_STRATEGY: 'file_copy',
      postmaster: cluster.coordinator.pid,
    })
  } finally {
    await cluster.stop()
  }
}

/**
 * Makes it cheaper to connect, which the tests do two thousand times. Whoever reaches the socket needs no password: it is
 * in a folder that only the account of the server may enter. On a port, clients hash theirs once instead of 4096 times.
 */
async function easeAccess(url: string, folder: string): Promise<void> {
  const rules = join(folder, 'pg_hba.conf')
  writeFileSync(rules, readFileSync(rules, 'utf8').replace(/^(local\b.*)\bscram-sha-256$/gm, '$1trust'))
  await onNode(url, async (client) => {
    await client.query('set scram_iterations = 1')
    await client.query(`alter role current_user password ${client.escapeLiteral(client.password ?? '')}`)
    await client.query('select pg_reload_conf()')
  })
}

/** Makes the schema once: a copy of it takes a fifth of the time. */
async function withTemplate<T>(
  url: string,
  workers: string[],
  work: (name: string) => Promise<T>,
): Promise<T> {
  const name = `fallwatch_template_${randomBytes(6).toString('hex')}`
  const servers = [url, ...workers]
  for (const server of servers) await onNode(server, (client) => client.query(`create database ${name}`))
  const template = databaseUrl(url, name)
  if (workers.length > 0) await joinDatabases(servers, name)
  await migrate({ connectionString: template }, { distributes: workers.length > 0 })
  for (const server of servers) {
    await onNode(server, async (client) => {
      // A database that somebody is connected to cannot be copied; Citus has a process in each.
      await client.query(`alter database ${name} allow_connections false`)
      await client.query('select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [
        name,
      ])
    })
  }
  try {
    return await work(name)
  } finally {
    for (const server of servers)
      await onNode(server, (client) => client.query(`drop database if exists ${name}`))
  }
}
