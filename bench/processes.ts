import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export interface Running {
  port: number
  pid: number
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '..')

/** startService runs the built service as it is run for real, but for the limits that load from one address meets. */
export function startService(dataDir: string, settings: Record<string, string> = {}): Promise<Running> {
  const env = { DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'development', ...settings }
  // Not in the project's folder, where there may be an .env that names somebody's database.
  return running(
    spawn(process.execPath, [join(root, 'dist/main.js')], { ...options(env), cwd: dataDir }),
    /API +http:\/\/\S+:(\d+)/,
  )
}

/** startBare runs a Fastify that reads the same body and gives the same answer, and does nothing else. */
export function startBare(): Promise<Running> {
  const args = ['--import', 'tsx', join(root, 'bench/bare.ts')]
  return running(spawn(process.execPath, args, options({})), /listening on (\d+)/)
}

const options = (env: Record<string, string>) => ({
  cwd: root,
  env: { PATH: process.env.PATH, ...env },
  stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'],
})

async function running(child: ChildProcess, ready: RegExp): Promise<Running> {
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const match = ready.exec(output)
      if (match) resolve(Number(match[1]))
    })
    child.on('close', () => reject(new Error(`It did not start: ${output}`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
