import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atFileEnd } from './file-end.ts'
import { needsPrograms } from './programs.ts'
import { until } from './until.ts'

/** The built service as people run it: a process of its own, with its own embedded store. */
export interface ServiceProcess {
  url: string
  pid: number
  /** Everything it printed so far. */
  output(): string
  /** What of that went to the standard output. */
  log(): string
  /** Sends a signal and answers with the exit code once it has ended. */
  end(signal?: NodeJS.Signals): Promise<number | null>
  /** Answers with the exit code, once it has ended by itself or by another's hand. */
  ended: Promise<number | null>
}

const main = join(import.meta.dirname, '../dist/main.js')

/** Limits would only get in the way of load from one address. */
const unlimited = { RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_SIGNUP: 'off', RATE_LIMIT_LOGIN: 'off' }

/** Gives an empty folder that is gone when the test file is through, whatever became of its tests. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-'))
  atFileEnd(() => removeFolder(folder))
  return folder
}

interface Launched extends ChildProcess {
  /** Everything it printed so far. */
  text(): string
  /** What of that went to the standard output. */
  log(): string
}

export const launch = (settings: Record<string, string>) => run(process.execPath, [main], settings)

/** Without this program nothing here can pretend to be a terminal; elsewhere it takes other options. */
export const needsTerminal =
  process.platform === 'linux' ? needsPrograms('script') : { skip: 'script takes other options here' }

/** Runs the service on a terminal of its own; Ctrl-C typed there ends it. */
export function launchOnTerminal(settings: Record<string, string>): Launched & { pressCtrlC(): void } {
  const command = `exec '${process.execPath}' '${main}'`
  const child = run('script', ['-qefc', command, '/dev/null'], { NO_COLOR: '1', ...settings })
  return Object.assign(child, { pressCtrlC: () => void child.stdin?.write('\x03') })
}

function run(program: string, args: string[], settings: Record<string, string>): Launched {
  // What Node has compiled once need not be compiled at each of a hundred starts.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(program, args, {
    cwd: tmpdir(),
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...unlimited,
      ...settings,
    },
    // A group of its own, so that a test can kill all of it and nothing else.
    detached: true,
  })
  let [text, log] = ['', '']
  child.stdout?.on('data', (chunk) => {
    text += chunk
    log += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text += chunk
  })
  endWithFile(child)
  return Object.assign(child, { text: () => text, log: () => log })
}

/** Takes a service of a test that failed along, with its embedded server, which it stops itself. */
function endWithFile(child: ChildProcess): void {
  const ended = exitOf(child)
  atFileEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const giveUp = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(giveUp)
  })
}

export async function startProcess(settings: Record<string, string>): Promise<ServiceProcess> {
  const child = launch(settings)
  const ended = exitOf(child)
  const url = await Promise.race([
    until(() => /"health":"(http[^"]+)\/health"/.exec(child.log())?.[1], 60_000, 'the start of the service'),
    ended.then((code) => {
      throw new Error(`The service ended with ${code}: ${child.text()}`)
    }),
  ])
  return {
    url,
    pid: child.pid ?? 0,
    output: child.text,
    log: child.log,
    ended,
    end(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}

export function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('close', (code) => resolve(code)))
}

/** A request that gets no answer for so long will get none, even on a busy machine. */
export const answerTimeoutMs = 30_000

export async function post(
  url: string,
  body: object,
): Promise<{ status: number; retryAfter: string | null }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  await response.arrayBuffer()
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

export async function healthOf(url: string): Promise<number> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(answerTimeoutMs) })
  await response.arrayBuffer()
  return response.status
}

/** The process number of the PostgreSQL that holds the folder's store. */
export function serverPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

/** Lists the server that holds the folder's store, and all its children. */
export const processesOf = (dataDir: string): number[] => withChildren(serverPid(dataDir))

/** Lists a process, and those that it has started. */
export function withChildren(parent: number): number[] {
  const children =
    process.platform === 'linux'
      ? readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
      : execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
  return [parent, ...children.split(/\s+/).filter(Boolean).map(Number)]
}

/** True once a process that was told to stop by SIGSTOP has stopped, which takes a moment. */
export const isStopped = (pid: number): boolean =>
  execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('T')

/** Kills a process, or a group of them; one that ended by itself is no matter. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Short-lived children of PostgreSQL come and go.
  }
}

export function account(n: number | string) {
  return { email: `person-${n}@example.org`, password: 'Sunny-Day-42!', firstName: 'Rosa', lastName: 'Marín' }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
