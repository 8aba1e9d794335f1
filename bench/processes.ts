import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from './cleanup.ts'

export interface Running {
  port: number
  pid: number
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..')

/** As `npm start` has it. */
const nodeOptions = ['--max-semi-space-size=32']

/** Load from one address meets limits that crowds of people do not. */
export const unlimited = { RATE_LIMIT_GLOBAL: 'off', RATE_LIMIT_SIGNUP: 'off', RATE_LIMIT_LOGIN: 'off' }

/** A first admin whose password was chosen at random would be shown on the standard error, which is ours. */
const quietAdmin = {
  ADMIN_EMAIL: 'first@admin.example',
  ADMIN_PASSWORD: `Aa1%${randomBytes(12).toString('base64url')}`,
}

/** startService runs the built service as it is run for real. It is stopped at the end, if not before. */
export function startService(dataDir: string, settings: Record<string, string> = {}): Promise<Running> {
  const usual = { PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'development', LOG_LEVEL: 'warn' }
  const env = { DATA_DIR: dataDir, ...usual, ...quietAdmin, ...settings }
  // Not in the project's folder, where there may be an .env that names somebody's database.
  return running(
    spawn(process.execPath, [...nodeOptions, join(root, 'dist/main.js')], { ...options(env), cwd: dataDir }),
    /"health":"http:[^"]+:(\d+)\/api/,
  )
}

/** startBare runs a Fastify that reads the same body and gives the same answer, and does nothing else. */
export function startBaseline(): Promise<Running> {
  const args = [...nodeOptions, '--import', 'tsx', join(root, 'bench/baseline-server.ts')]
  return running(spawn(process.execPath, args, options({})), /listening on (\d+)/)
}

const options = (env: Record<string, string>) => ({
  cwd: root,
  env: { PATH: process.env.PATH, ...env },
  stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
})

async function running(child: ChildProcess, ready: RegExp): Promise<Running> {
  const stop = stopper(child)
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    const find = (chunk: Buffer) => {
      output += chunk
      const match = ready.exec(output)
      if (!match) return
      // The log goes on: searching all of it again with each line would take more and more of the processor.
      child.stdout?.off('data', find).resume()
      resolve(Number(match[1]))
    }
    child.stdout?.on('data', find)
    child.on('close', () => reject(new Error(`It did not start: ${output}`)))
  })
  return { port, pid: child.pid ?? 0, stop }
}

/** stopper gives a way to end a process and wait for that; it is used at the end, if not before. */
export function stopper(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  atEnd(stop)
  return stop
}

/** untilHealthy asks until the service says that it works. */
export async function untilHealthy(port: number): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error('The service did not become healthy within 30 seconds')
    await sleep(10)
  }
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
