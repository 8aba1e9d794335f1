import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
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
import { makeFolder } from '../../lib/make-folder.ts'
import { findBinaries, reachableBinaries } from './binaries.ts'
import { findServerAccount } from './os-account.ts'
import { runProgram, type Server, startServer } from './postgres-programs.ts'
import { isAlive, readPostmaster, removeStaleLocks } from './postmaster.ts'

/** The embedded PostgreSQL, with its files in `<dataDir>/postgres`. */
export interface Cluster {
  version: string
  /** Starts the server, unless it runs, possibly since an earlier start of the service. */
  ensureRunning(): Promise<void>
  /** The connection settings, once the server runs. */
  connection(): pg.ClientConfig
  stop(): Promise<void>
  /** Lets the server read all files in its folder, as it must for a base backup: root has written one of them. */
  ownFiles(): void
}

const owner = 'fallwatch'
const passwordFile = 'fallwatch.password'

/**
 * The path of a socket is limited to about a hundred bytes; in a deeper folder the server listens on a loopback port.
 */
const maxSocketPathBytes = 100

/** Takes settings of PostgreSQL to set differently; the service sets none. */
export function openCluster(dataDir: string, settings: Record<string, string> = {}): Cluster {
  const folder = join(dataDir, 'postgres')
  const server = withExplanation(dataDir, () => prepareServer(folder))
  // Kept over restarts, because open pools use it.
  let loopbackPort: number | undefined

  async function launch() {
    // Terse, because the details of an error may contain an e-mail address.
    const defaults = { fsync: 'on', log_checkpoints: 'off', log_error_verbosity: 'terse', timezone: 'UTC' }
    const shared = { ...defaults, ...settings }
    if (
      process.platform !== 'win32' &&
      Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= maxSocketPathBytes
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
        await waitUntilReady(folder, launch)
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
    ownFiles() {
      const { account } = server
      if (account) chownSync(join(folder, passwordFile), account.uid, account.gid)
    },
    async stop() {
      if (!readPostmaster(folder)) return
      // 'smart' lets connections that were just closed end by themselves; 'fast' terminates those that are left.
      for (const [mode, seconds] of [
        ['smart', '1'],
        ['fast', '10'],
        ['immediate', '3'],
      ] as const) {
        const stopped = await runProgram(server, 'pg_ctl', ['stop', '-w', '-t', seconds, '-m', mode])
        if (stopped.succeeded) return
      }
      // The server hangs. Committed data are in the write-ahead log, and the next start recovers them.
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

/** Creates the files under another name first, so that an interrupted initialisation is never used. */
async function initialise(dataDir: string, server: Server): Promise<void> {
  makeDataDir(dataDir)
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
    // If another service was faster, its files are used and ours are removed.
    if (!existsSync(server.folder)) renameSync(unfinished, server.folder)
  } finally {
    rmSync(secretFolder, { recursive: true, force: true })
    rmSync(unfinished, { recursive: true, force: true })
  }
}

function makeDataDir(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (error) {
    const reason = (error as Error).message
    throw new StartError(`DATA_DIR ${dataDir} cannot be made: ${reason}. Set DATA_DIR to another folder.`)
  }
}

/** Deletes files of services that were killed during their first start. */
function removeUnfinished(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const creatorPid = name.startsWith(`${prefix}-`) && Number(name.slice(prefix.length + 1).split('-')[0])
    if (creatorPid && !isAlive(creatorPid)) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Errors that are retried: after a crash the old server's child processes use the folder for a moment. */
const transientFailure = /still in use|lock file|starting up|shutting down|server process/i

async function waitUntilReady(folder: string, launch: () => ReturnType<typeof startServer>): Promise<void> {
  const deadline = Date.now() + 15_000
  for (;;) {
    const running = readPostmaster(folder)
    if (running?.ready) return
    if (!running) {
      removeStaleLocks(folder)
      const launched = await launch()
      if (launched.succeeded) return
      if (!transientFailure.test(launched.reason)) throw cannotRun(launched.reason)
    }
    if (Date.now() > deadline) throw cannotRun('it did not become ready within 15 seconds')
    await sleep(100)
  }
}

/** Turns a file system error into a message for the terminal. */
function explain(dataDir: string, error: unknown): unknown {
  const isStatementError = error instanceof Error && 'syscall' in error
  return isStatementError ? cannotRun(`${error.message}; is ${dataDir} ours to use?`) : error
}

function withExplanation<T>(dataDir: string, work: () => T): T {
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
