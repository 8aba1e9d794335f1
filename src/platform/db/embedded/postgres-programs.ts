import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { canEnter, type OsAccount } from './os-account.ts'

/** The folder of a cluster, with the programs and the account that it runs with. */
export interface Server {
  folder: string
  binaries: Binaries
  account: OsAccount
}

export interface Outcome {
  succeeded: boolean
  /** The line of the output that says why. */
  reason: string
}

const logFile = 'server.log'

/**
 * Runs one of PostgreSQL's programs on the cluster's folder. The path is never passed: it may contain shell
 * characters, and as root it may lead through folders that the server's account cannot enter. In that case the folder is
 * passed as an open file descriptor.
 */
export async function runProgram(
  server: Server,
  program: 'initdb' | 'pg_ctl',
  args: string[],
): Promise<Outcome> {
  const { folder, account } = server
  const reachable = canEnter(folder, account)
  const handle = reachable ? undefined : openSync(folder, 'r')
  const path = reachable ? '.' : '/proc/self/fd/3'
  try {
    return await collect(
      spawn(join(server.binaries.folder, 'bin', program), ['-D', path, ...args], {
        ...account,
        cwd: reachable ? folder : '/',
        env: serverEnvironment(),
        stdio: ['ignore', 'pipe', 'pipe', ...(handle === undefined ? [] : [handle])],
        windowsHide: true,
      }),
    )
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** Starts a server that outlives this process, in its own session. */
export async function startServer(
  server: Server,
  settings: Record<string, string | number>,
): Promise<Outcome> {
  const path = canEnter(server.folder, server.account) ? '.' : '/proc/self/fd/3'
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const log = ['-l', `${path}/${logFile}`]
  const outcome = await runProgram(server, 'pg_ctl', ['start', '-w', '-s', ...log, '-o', options.join(' ')])
  return outcome.succeeded
    ? outcome
    : { succeeded: false, reason: lastLogLine(server.folder) ?? outcome.reason }
}

function collect(child: ReturnType<typeof spawn>): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const append = (chunk: Buffer) => {
      output = (output + chunk).slice(-4000)
    }
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    child.on('error', (error) => resolve({ succeeded: false, reason: error.message }))
    child.on('close', (code) => resolve({ succeeded: code === 0, reason: errorLine(output) }))
  })
}

/** The server gets none of this process's environment, which may contain secrets. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP } : {}
}

function lastLogLine(folder: string): string | undefined {
  try {
    return errorLine(readFileSync(join(folder, logFile), 'utf8').slice(-4000))
  } catch {
    return undefined
  }
}

function errorLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim())
  const line =
    lines.findLast((candidate) => /FATAL|PANIC|error/i.test(candidate)) ?? lines.at(-1) ?? 'no reason given'
  return line.replace(/^.*?(FATAL|PANIC|error): */, '').trim()
}
