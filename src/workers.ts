import cluster, { type Worker } from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { announce } from './announce.ts'
import type { Config } from './config.ts'
import { createLog } from './log.ts'

/** Up is what a worker tells once it takes requests. */
interface Up {
  address: AddressInfo
  place: string
}

export const { isWorker } = cluster

export function tellUp(up: Up): void {
  process.send?.(up)
}

const restartAfter = 1000

/**
 * runWorkers runs the service in several processes that take turns at one port. One that ends by itself is started
 * anew; one that cannot even start ends them all, as it would alone.
 */
export function runWorkers(config: Config): void {
  const log = createLog(config.logLevel)
  let up = 0
  let announced = false
  let stopping = false

  function run(place: number): void {
    const worker = cluster.fork(portsOf(config, place))
    let isUp = false
    worker.on('message', (told: Up) => {
      isUp = true
      up++
      if (up < config.workers || announced) return
      announced = true
      announce(config, told.address, told.place)
    })
    worker.on('exit', (code, signal) => {
      if (isUp) up--
      if (stopping) return
      if (!isUp && !announced) {
        stop('SIGTERM').then(() => process.exit(1))
        return
      }
      log.error({ worker: worker.process.pid, code, signal }, 'a worker ended; another one takes its place')
      sleep(restartAfter).then(() => stopping || run(place))
    })
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => end(worker, signal)))
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal).then(() => process.exit(0)))
  }
  for (let i = 0; i < config.workers; i++) run(i)
}

/** Each counts for itself, so each has its metrics on a port of its own. */
function portsOf({ metrics }: Config, place: number): Record<string, string> {
  return metrics?.port ? { METRICS_PORT: String(metrics.port + place) } : {}
}

function end(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    worker.on('exit', () => resolve())
    worker.process.kill(signal)
  })
}
