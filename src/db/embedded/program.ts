import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { canEnter, type OsAccount } from './os-account.ts'

/** Server is which programs run as whom on which folder. */
export interface Server {
  folder: string
  binaries: Binaries
  account: OsAccount
}

export interface Outcome {
  succeeded: boolean
  /** The line of the output that says why, for people. */
  reason: string
}

const logFile = 'server.log'

/**
 * runProgram runs one of PostgreSQL's programs on the folder of the store. The folder's path is never handed
 * over: it may hold characters that a shell reads, and as root it may lead through folders that are closed to
 * the server's account. There the folder is passed on as an open file, which needs no way in.
 */
export async function runProgram(
  server: Server,
  program: 'initdb' | 'pg_ctl',
  args: string[],
): Promise<Outcome> {
  const { folder, account } = server
  const reachable = canEnter(folder, account)
  const handle = reachable ? undefined : openSync(folder, 'r')
  const place = reachable ? '.' : '/proc/self/fd/3'
  try {
    return await collect(
      spawn(join(server.binaries.folder, 'bin', program), ['-D', place, ...args], {
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

/** startServer leaves a server running that outlives this process, in a session of its own. */
export async function startServer(
  server: Server,
  settings: Record<string, string | number>,
): Promise<Outcome> {
  const place = canEnter(server.folder, server.account) ? '.' : '/proc/self/fd/3'
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const log = ['-l', `${place}/${logFile}`]
  const outcome = await runProgram(server, 'pg_ctl', ['start', '-w', '-s', ...log, '-o', options.join(' ')])
  return outcome.succeeded
    ? outcome
    : { succeeded: false, reason: lastLogLine(server.folder) ?? outcome.reason }
}

function collect(child: ReturnType<typeof spawn>): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = ''
    const keep = (chunk: Buffer) => {
      output = (output + chunk).slice(-4000)
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('error', (error) => resolve({ succeeded: false, reason: error.message }))
    child.on('close', (code) => resolve({ succeeded: code === 0, reason: tellingLine(output) }))
  })
}

/** The server outlives us and needs none of our settings, least of all the secrets among them. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP } : {}
}

function lastLogLine(folder: string): string | undefined {
  try {
    return tellingLine(readFileSync(join(folder, logFile), 'utf8').slice(-4000))
  } catch {
    return undefined
  }
}

function tellingLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim())
  const line =
    lines.findLast((candidate) => /FATAL|PANIC|error/i.test(candidate)) ?? lines.at(-1) ?? 'no reason given'
  return line.replace(/^.*?(FATAL|PANIC|error): */, '').trim()
}
