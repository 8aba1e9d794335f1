import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../../lib/errors.ts'
import { findBinaries, reachableBinaries } from './binaries.ts'
import { findServerAccount } from './os-account.ts'
import { isAlive, readPostmaster, removeStaleLocks } from './postmaster.ts'
import { runProgram, type Server, startServer } from './program.ts'

/** Cluster is the service's own PostgreSQL: its files lie in `<dataDir>/postgres`. */
export interface Cluster {
  version: string
  /** Starts the server, or adopts the one that outlived an earlier service. Does nothing when it runs. */
  ensureRunning(): Promise<void>
  /** How to connect, once it runs. */
  connection(): pg.ClientConfig
  stop(): Promise<void>
}

const owner = 'fallwatch'
const passwordFile = 'fallwatch.password'

/** A socket's address holds about a hundred bytes; in a deeper folder the server listens on a loopback port. */
const longestSocketPath = 100

export function openCluster(dataDir: string): Cluster {
  const folder = join(dataDir, 'postgres')
  const server = explained(dataDir, () => prepareServer(folder))
  // Kept over restarts, because open pools know it.
  let loopbackPort: number | undefined

  async function launch() {
    // Terse: the details of an error may hold somebody's e-mail address.
    const shared = { fsync: 'on', log_checkpoints: 'off', log_error_verbosity: 'terse', timezone: 'UTC' }
    if (
      process.platform !== 'win32' &&
      Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= longestSocketPath
    ) {
      const socket = { unix_socket_directories: '.', unix_socket_permissions: '0700', listen_addresses: '' }
      return startServer(server, { ...shared, ...socket, port: 5432 })
    }
    loopbackPort ??= await findFreePort()
    const loopback = { unix_socket_directories: '', listen_addresses: '127.0.0.1' }
    return startServer(server, { ...shared, ...loopback, port: loopbackPort })
  }

  return {
    version: server.binaries.version.replace(/-.*/, ''),
    async ensureRunning() {
      try {
        if (!existsSync(folder)) await initialise(dataDir, server)
        assertSameVersion(server)
        await untilReady(folder, launch)
      } catch (error) {
        throw explain(dataDir, error)
      }
    },
    connection() {
      const running = readPostmaster(folder)
      if (running && !running.socket) loopbackPort = running.port
      return {
        host: loopbackPort === undefined ? folder : '127.0.0.1',
        port: loopbackPort ?? 5432,
        user: owner,
        password: readFileSync(join(folder, passwordFile), 'utf8'),
        database: 'postgres',
      }
    },
    async stop() {
      if (!readPostmaster(folder)) return
      for (const [mode, seconds] of [
        ['fast', '10'],
        ['immediate', '3'],
      ] as const) {
        const stopped = await runProgram(server, 'pg_ctl', ['stop', '-w', '-t', seconds, '-m', mode])
        if (stopped.succeeded) return
      }
      // Frozen, or stuck in the disk: what was committed is in the log, and the next start reads it.
      const stuck = readPostmaster(folder)
      if (stuck) process.kill(stuck.pid, 'SIGKILL')
    },
  }
}

function prepareServer(folder: string): Server {
  const installed = findBinaries()
  if (!installed)
    throw cannotRun(`there are no PostgreSQL programs for ${process.platform} on ${process.arch}`)
  const found = findServerAccount(folder)
  if ('missing' in found) throw cannotRun(found.missing)
  const binaries = reachableBinaries(installed, found.account)
  if (!binaries)
    throw cannotRun(`the account it would run as cannot reach the programs in ${installed.folder}`)
  return { folder, binaries, account: found.account }
}

function assertSameVersion({ folder, binaries }: Server): void {
  const written = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  const ours = Number.parseInt(binaries.version, 10)
  if (Number(written) !== ours) {
    throw cannotRun(`the files in ${folder} are of PostgreSQL ${written}, and this is PostgreSQL ${ours}`)
  }
}

/** initialise makes the files under another name, so that what was cut off half-way never passes for a store. */
async function initialise(dataDir: string, server: Server): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  removeUnfinished(dataDir, 'postgres.new')
  removeUnfinished(tmpdir(), 'fallwatch-init')
  const unfinished = mkdtempSync(join(dataDir, `postgres.new-${process.pid}-`))
  const secretFolder = mkdtempSync(join(tmpdir(), `fallwatch-init-${process.pid}-`))
  const secretFile = join(secretFolder, 'password')
  const password = randomBytes(24).toString('base64url')
  try {
    writeFileSync(secretFile, password, { mode: 0o600 })
    for (const path of [unfinished, secretFolder, secretFile]) {
      if (server.account) chownSync(path, server.account.uid, server.account.gid)
    }
    const access = [`--username=${owner}`, `--pwfile=${secretFile}`, '--auth=scram-sha-256']
    const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    const made = await runProgram({ ...server, folder: unfinished }, 'initdb', [...access, ...text])
    if (!made.succeeded) throw cannotRun(`preparing its files failed: ${made.reason}`)
    writeFileSync(join(unfinished, passwordFile), password, { mode: 0o600 })
    // Where another service was quicker, its store stays and ours goes.
    if (!existsSync(server.folder)) renameSync(unfinished, server.folder)
  } finally {
    rmSync(secretFolder, { recursive: true, force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** removeUnfinished clears away what services left that were killed during their first start. */
function removeUnfinished(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const maker = name.startsWith(`${prefix}-`) && Number(name.slice(prefix.length + 1).split('-')[0])
    if (maker && !isAlive(maker)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** After a crash the old server's children hold the folder for a moment: those refusals are worth another try. */
const passing = /still in use|lock file|starting up|shutting down|server process/i

async function untilReady(folder: string, launch: () => ReturnType<typeof startServer>): Promise<void> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const running = readPostmaster(folder)
    if (running?.ready) return
    if (!running) {
      removeStaleLocks(folder)
      const launched = await launch()
      if (launched.succeeded) return
      if (!passing.test(launched.reason)) throw cannotRun(launched.reason)
    }
    if (Date.now() > deadline) throw cannotRun('it did not become ready within 15 seconds')
    await sleep(100)
  }
}

/** explain turns what the file system refuses into a sentence for the person at the terminal. */
function explain(dataDir: string, error: unknown): unknown {
  const isRefusal = error instanceof Error && 'syscall' in error
  return isRefusal ? cannotRun(`${error.message}; is ${dataDir} ours to use?`) : error
}

function explained<T>(dataDir: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explain(dataDir, error)
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

function cannotRun(reason: string): StartError {
  return new StartError(
    `The embedded PostgreSQL cannot run here: ${reason}.\n` +
      'Use a PostgreSQL of your own (14 or later) instead: ' +
      'DATABASE_URL=postgres://user:password@localhost:5432/fallwatch npm start',
  )
}
