import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../harness/cleanup.ts'

export interface Running {
  port: number
  pid: number
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..')

/** The same as `npm start` has. */
const nodeOptions = ['--max-semi-space-size=32']

/** All load comes from one address, so the limits by address are off. */
export const unlimited = { RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_SIGNUP: 'off', RATE_LIMIT_LOGIN: 'off' }

/** A first admin whose password was chosen at random would be shown on the standard error, which is ours. */
const quietAdmin = {
  ADMIN_EMAIL: 'first@admin.example',
  ADMIN_PASSWORD: `Aa1%${randomBytes(12).toString('base64url')}`,
}

/**
 * Runs the built service as `npm start` does, that of another folder if one is given. The cleanup, if any, stops it if the
 * caller has not.
 */
export function startService(
  dataDir: string,
  settings: Record<string, string> = {},
  cleanup?: Cleanup,
  project = root,
): Promise<Running> {
  const defaults = { PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'development', LOG_LEVEL: 'warn' }
  const env = { DATA_DIR: dataDir, ...defaults, ...quietAdmin, ...settings }
  // The project's folder may contain an .env file with another database.
  return waitForPort(
    spawn(process.execPath, [...nodeOptions, join(project, 'dist/main.js')], {
      ...options(env),
      cwd: dataDir,
    }),
    /"health":"http:[^"]+:(\d+)\/api/,
    cleanup,
  )
}

/** Runs a program of the project that prints the port that it listens on. */
export function startScript(path: string, cleanup: Cleanup): Promise<Running> {
  const args = [...nodeOptions, '--import', 'tsx', join(root, path)]
  return waitForPort(spawn(process.execPath, args, options({})), /listening on (\d+)/, cleanup)
}

const options = (env: Record<string, string>) => ({
  cwd: root,
  env: { PATH: process.env.PATH, ...env },
  stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
})

/** Waits for the line in which a process reports its port. */
async function waitForPort(child: ChildProcess, pattern: RegExp, cleanup?: Cleanup): Promise<Running> {
  const stop = createStop(child, cleanup)
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    const find = (chunk: Buffer) => {
      output += chunk
      const match = pattern.exec(output)
      if (!match) return
      // The log continues, and searching all of it with each line would take more and more time.
      child.stdout?.off('data', find).resume()
      resolve(Number(match[1]))
    }
    child.stdout?.on('data', find)
    child.on('close', () => reject(new Error(`The process did not start: ${output}`)))
  })
  return { port, pid: child.pid ?? 0, stop }
}

/** Returns a function that stops a process and waits for its end, and adds it to the cleanup. */
export function createStop(child: ChildProcess, cleanup?: Cleanup): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  cleanup?.add(stop)
  return stop
}

/** Polls the health of the service. */
export async function waitUntilHealthy(port: number): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) return
    if (Date.now() > deadline) throw new Error('The service did not become healthy within 30 seconds')
    await sleep(10)
  }
}
