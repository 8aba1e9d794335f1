import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { reportStart, type Started } from './startup-banner.ts'

export const { isWorker } = cluster

/** Called in a worker once it accepts requests. */
export function reportReady(message: Started): void {
  process.send?.(message)
}

const restartDelayMs = 1000

/**
 * Runs the service in several processes that share one port. A worker that exits is restarted; if one fails
 * at the first start, all are stopped.
 */
export function runWorkers(config: Config): void {
  const log = createLog(config.logLevel)
  let readyCount = 0
  let isReported = false
  let stopping = false

  function run(index: number): void {
    const worker = cluster.fork(settingsOf(config, index))
    let isReady = false
    worker.on('message', (started: Started) => {
      isReady = true
      readyCount++
      if (readyCount < config.workers || isReported) return
      isReported = true
      reportStart(config, log, started)
    })
    worker.on('exit', (code, signal) => {
      if (isReady) readyCount--
      if (stopping) return
      if (!isReady && !isReported) {
        stop('SIGTERM').then(() => process.exit(1))
        return
      }
      log.error({ worker: worker.process.pid, code, signal }, 'a worker exited; starting another one')
      sleep(restartDelayMs).then(() => stopping || run(index))
    })
  }

  async function stop(signal: NodeJS.Signals): Promise<void> {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map((worker) => stopWorker(worker, signal)))
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => stop(signal).then(() => process.exit(0)))
  }
  for (let i = 0; i < config.workers; i++) run(i)
}

/** Each worker has its own metrics, so each serves them on its own port, and its own session at an MQTT broker. */
function settingsOf({ metrics, mqtt }: Config, index: number): Record<string, string> {
  return {
    ...(metrics?.port && { METRICS_PORT: String(metrics.port + index) }),
    MQTT_CLIENT_ID: `${mqtt.clientId}-${index + 1}`,
  }
}

function stopWorker(worker: Worker, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    worker.on('exit', () => resolve())
    worker.process.kill(signal)
  })
}
