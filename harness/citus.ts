import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findServerAccount, type OsAccount } from '../src/platform/db/embedded/os-account.ts'
import { findFreePort } from './free-port.ts'

/** A PostgreSQL with Citus on the loopback. */
export interface CitusNode {
  port: number
  pid: number
  /** The address of its database `postgres`. */
  url: string
}

/** A coordinator and its workers, which exist for one run. */
export interface CitusCluster {
  coordinator: CitusNode
  workers: CitusNode[]
  version: string
  /** Creates a database on all nodes and joins them; returns its address on the coordinator. */
  createDatabase(name: string): Promise<string>
  /** Starts one more node and adds it to a database; no shard is on it yet. */
  addWorker(name: string): Promise<CitusNode>
  stop(): Promise<void>
}

export interface CitusOptions {
  workers: number
  /** Settings of each server over those of the harness. */
  settings?: Record<string, string>
  /** Where extra databases come and go, nothing runs in the background of each. */
  isQuiet?: boolean
}

const debianFolder = '/usr/lib/postgresql'

/** What a test or a benchmark says where there is no Citus. */
export const howToInstallCitus =
  'https://docs.citusdata.com/en/stable/installation/multi_node.html (CITUS_POSTGRES_BIN names the folder of the programs of its PostgreSQL)'

/** Returns the folder with the programs of a PostgreSQL that has Citus. */
export function findCitus(): string | undefined {
  const named = process.env.CITUS_POSTGRES_BIN
  if (named) return named
  if (!existsSync(debianFolder)) return undefined
  const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a))
  const found = versions.find((version) => existsSync(join(debianFolder, version, 'lib', 'citus.so')))
  return found && join(debianFolder, found, 'bin')
}

/** Little memory, because three servers share the machine; commits are on disk, as everywhere. */
const serverSettings: Record<string, string> = {
  shared_preload_libraries: 'citus',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: '600',
  max_prepared_transactions: '200',
  max_worker_processes: '64',
  max_locks_per_transaction: '512',
  max_wal_size: '512MB',
  // Shards move by logical replication.
  wal_level: 'logical',
  max_replication_slots: '40',
  max_wal_senders: '40',
  timezone: 'UTC',
  log_checkpoints: 'off',
  // Otherwise a superuser, as whom tests connect, sees the shards among the tables.
  'citus.override_table_visibility': 'on',
}

/** A daemon for each database would look for deadlocks and lost transactions of hundreds of them. */
const quietSettings: Record<string, string> = {
  'citus.recover_2pc_interval': '1h',
  'citus.max_background_task_executors': '1',
  'citus.stat_statements_purge_interval': '0',
  'citus.enable_statistics_collection': 'off',
}

/** Starts one PostgreSQL of the same programs without Citus, to compare with. The caller stops it. */
export async function startWithoutCitus(
  folder: string,
  settings: Record<string, string> = {},
): Promise<CitusNode & { stop(): Promise<void> }> {
  const programs = findCitus()
  if (!programs) throw new Error(`There is no PostgreSQL with Citus: ${howToInstallCitus}`)
  const own = Object.entries({ ...serverSettings, ...settings }).filter(
    ([name]) => !name.startsWith('citus.'),
  )
  const server = await startServer(programs, join(folder, 'single'), {
    ...Object.fromEntries(own),
    shared_preload_libraries: '',
    wal_level: 'replica',
  })
  return { ...server.node, stop: server.stop }
}

/** Starts the servers in a folder. The caller stops them. */
export async function startCitus(folder: string, options: CitusOptions): Promise<CitusCluster> {
  const programs = findCitus()
  if (!programs) throw new Error(`There is no PostgreSQL with Citus: ${howToInstallCitus}`)
  const settings = { ...serverSettings, ...(options.isQuiet && quietSettings), ...options.settings }
  const servers: Server[] = []
  const start = async () => {
    const server = await startServer(programs, join(folder, `node${servers.length}`), settings)
    servers.push(server)
    return server.node
  }
  const stop = async () => void (await Promise.all(servers.splice(0).map((server) => server.stop())))
  try {
    const coordinator = await start()
    const workers: CitusNode[] = []
    for (let i = 0; i < options.workers; i++) workers.push(await start())
    const version = await onNode(coordinator.url, async (client) => {
      await client.query('create extension citus')
      return (await client.query<{ version: string }>('select citus_version() as version')).rows[0]?.version
    })
    return {
      coordinator,
      workers,
      version: version ?? '',
      createDatabase: (name) => createDatabase(coordinator, workers, name),
      async addWorker(name) {
        const worker = await start()
        await onNode(worker.url, (client) => client.query(`create database ${name}`))
        await onNode(databaseUrl(worker.url, name), (client) => client.query('create extension citus'))
        await onNode(databaseUrl(coordinator.url, name), (client) =>
          client.query(`select citus_add_node('127.0.0.1', $1)`, [worker.port]),
        )
        return worker
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates a database on the coordinator and its workers; they know each other by their loopback addresses. */
async function createDatabase(coordinator: CitusNode, workers: CitusNode[], name: string): Promise<string> {
  const servers = [coordinator, ...workers].map(({ url }) => url)
  for (const url of servers) await onNode(url, (client) => client.query(`create database ${name}`))
  await joinDatabases(servers, name)
  return databaseUrl(coordinator.url, name)
}

/** Makes one of the databases of that name on the coordinator, which comes first, and on its workers. */
export async function joinDatabases(servers: string[], name: string): Promise<void> {
  for (const url of servers) {
    await onNode(databaseUrl(url, name), (client) => client.query('create extension citus'))
  }
  const [coordinator = '', ...workers] = servers
  const portOf = (url: string) => Number(new URL(url).port)
  await onNode(databaseUrl(coordinator, name), async (client) => {
    await client.query(`select citus_set_coordinator_host('127.0.0.1', $1)`, [portOf(coordinator)])
    for (const url of workers) await client.query(`select citus_add_node('127.0.0.1', $1)`, [portOf(url)])
  })
}

/** The address of another database of a server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

interface Server {
  node: CitusNode
  stop(): Promise<void>
}

async function startServer(
  programs: string,
  folder: string,
  settings: Record<string, string>,
): Promise<Server> {
  const found = findServerAccount(folder)
  if ('missing' in found) throw new Error(`PostgreSQL cannot be started: ${found.missing}.`)
  const { account } = found
  mkdirSync(folder, { recursive: true })
  // Temporary folders are closed to the account of the servers.
  chmodSync(dirname(folder), 0o755)
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const initdb = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '-N']
  await runAs(account, join(programs, 'initdb'), initdb)
  const port = await findFreePort()
  const flags = Object.entries({ port: String(port), ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...flags], {
    cwd: folder,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...account,
  })
  let log = ''
  child.stderr.on('data', (chunk) => {
    log = `${log}${chunk}`.slice(-10_000)
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await waitUntilReady(url, child, () => log)
  return { node: { port, pid: child.pid ?? 0, url }, stop: () => stopServer(child) }
}

/** Does not block: a benchmark sends readings meanwhile. */
async function runAs(account: OsAccount, program: string, args: string[]): Promise<void> {
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' }
  await promisify(execFile)(program, args, { env, cwd: '/', ...account })
}

async function waitUntilReady(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      return await onNode(url, async () => {})
    } catch (error) {
      const isOver = child.exitCode !== null || Date.now() > deadline
      if (isOver)
        throw new Error(`A PostgreSQL with Citus did not start: ${(error as Error).message}\n${log()}`)
      await sleep(50)
    }
  }
}

/** Breaks connections: nothing of the server outlives the run. */
async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGQUIT')
  await ended
}

/** Runs `work` with a connection to a node, and closes it afterwards. */
export async function onNode<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
