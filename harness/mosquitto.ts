import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needsPrograms, programPath } from './programs.ts'
import { until } from './until.ts'

export const needsMosquitto = needsPrograms('mosquitto')

/** A broker of its own for a test or a benchmark. */
export interface Mosquitto {
  url: string
  port: number
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startMosquitto(): Promise<Mosquitto> {
  const folder = mkdtempSync(join(tmpdir(), 'fallwatch-mosquitto-'))
  const port = await freePort()
  const file = join(folder, 'mosquitto.conf')
  const settings = [
    `listener ${port} 127.0.0.1`,
    'allow_anonymous true',
    'max_inflight_messages 1000',
    'max_queued_messages 100000',
  ]
  writeFileSync(file, settings.join('\n'))
  let broker = await run(file, port)
  return {
    url: `mqtt://127.0.0.1:${port}`,
    port,
    kill: () => end(broker),
    async restart() {
      broker = await run(file, port)
    },
    async stop() {
      await end(broker)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(file: string, port: number): Promise<ChildProcess> {
  const broker = spawn('mosquitto', ['-c', file], { env: { PATH: programPath }, stdio: 'ignore' })
  process.once('exit', () => broker.kill('SIGKILL'))
  await until(
    () =>
      new Promise<boolean>((resolve) => {
        const probe = connect(port, '127.0.0.1')
        probe.on('connect', () => {
          probe.destroy()
          resolve(true)
        })
        probe.on('error', () => resolve(false))
      }),
    undefined,
    'the start of Mosquitto',
  )
  return broker
}

async function end(broker: ChildProcess): Promise<void> {
  if (broker.exitCode !== null || broker.signalCode !== null) return
  const closed = once(broker, 'close')
  broker.kill('SIGKILL')
  await closed
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
