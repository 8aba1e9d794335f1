import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../harness/cleanup.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { startService } from '../../harness/start-service.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { isAlive } from '../../src/platform/db/embedded/postmaster.ts'
import { rounded } from '../figures.ts'
import { secret } from '../processes.ts'
import { clusterUrl, embeddedConnection, embeddedPid, type RedisServer, withClient } from '../stores.ts'
import { machineCpuMicros, usageOf } from '../usage.ts'
import { watchDisk } from './disk-watch.ts'
import { createPopulation, type Population } from './population.ts'

const memorySampleMs = 200

export interface EnvironmentUsage {
  /** Memory of the service's process. */
  residentMb: { before: number; highest: number; after: number }
  serviceCpuSeconds: number
  postgresCpuSeconds: number
  /** The share of the machine's processor time that unrelated programs took. */
  othersCpuShare: number
  /** The longest time that the disk took to store a little that was no part of the service. */
  longestSyncMs: number
}

/** A fresh service with its population. */
export interface Environment {
  port: number
  mqttPort: number
  population: Population
  isAlive(): boolean
  /** Begins to measure, and returns a function that ends it and returns the usage since. */
  watchUsage(): () => Promise<EnvironmentUsage>
  remove(): Promise<void>
}

/** The data directory of a service that has been used for a while. It is copied for each attack. */
export interface Template {
  dataDir: string
  settings: Record<string, string>
  population: Population
  postgresVersion: string
}

/** The default limits. Every client connects from its own address, as without a proxy. Receivers are on this machine. */
const commonSettings = {
  JWT_SECRET: secret,
  TRUST_PROXY: 'off',
  LOG_LEVEL: 'info',
  ALLOW_PRIVATE_TARGETS: 'on',
}

/** Takes how the service finds receivers, and where they are. The mail server is one that hangs. */
export async function createTemplate(
  cleanup: Cleanup,
  nameSettings: Record<string, string>,
  topicUrl: string,
): Promise<Template> {
  const dataDir = cleanup.makeFolder()
  const holePort = await findFreePort()
  const mail = { SMTP_URL: `smtp://127.68.0.3:${holePort}`, MAIL_FROM: 'Fallwatch <alerts@bench.example>' }
  const settings = { ...commonSettings, ...nameSettings, ...mail }
  const service = await startService(dataDir, settings, cleanup)
  const population = await createPopulation(service.port, embeddedConnection(dataDir), { topicUrl, holePort })
  // A service on a copy of a database that knows where it ran would hold all messages.
  await withClient(embeddedConnection(dataDir), (client) =>
    client.query('update installation set place = null'),
  )
  await service.stop()
  return { dataDir, settings, population, postgresVersion: openCluster(dataDir).version }
}

/** Starts the service on a copy of the template; with a Redis, it has two processes. */
export async function openEnvironment(
  cleanup: Cleanup,
  { dataDir: original, settings, population }: Template,
  redis?: RedisServer,
): Promise<Environment> {
  const dataDir = cleanup.makeFolder()
  const folder = join(dataDir, 'data')
  // PostgreSQL runs under its own system account, which must own the copy.
  execFileSync('cp', ['-a', original, folder])
  // Otherwise commits of the service wait for what of the copy has not been written to disk yet, at any time.
  execFileSync('sync', ['-f', folder])
  const cluster = openCluster(folder)
  // A killed service leaves its PostgreSQL running.
  cleanup.add(() => cluster.stop())
  const mqttPort = await findFreePort()
  const workers = redis && {
    DATABASE_URL: await startDatabase(cluster),
    REDIS_URL: redis.url,
    WORKERS: '2',
  }
  const service = await startService(
    workers ? cleanup.makeFolder() : folder,
    { ...settings, MQTT_PORT: String(mqttPort), ...workers },
    cleanup,
  )
  // A service that an attack keeps busy takes long to stop.
  const kill = () => isAlive(service.pid) && process.kill(service.pid, 'SIGKILL')
  cleanup.add(kill)
  return {
    port: service.port,
    mqttPort,
    population,
    isAlive: () => isAlive(service.pid),
    watchUsage: () => watchUsage(dataDir, service.pid, embeddedPid(folder)),
    async remove() {
      kill()
      await service.stop()
      const postgres = embeddedPid(folder)
      if (postgres) process.kill(postgres, 'SIGQUIT')
      for (let waited = 0; postgres && isAlive(postgres) && waited < 5000; waited += 50) await sleep(50)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts an embedded PostgreSQL for several processes, none of which owns it, and returns its URL. */
async function startDatabase(cluster: ReturnType<typeof openCluster>): Promise<string> {
  await cluster.ensureRunning()
  return clusterUrl(cluster)
}

function watchUsage(
  folder: string,
  servicePid: number,
  postgresPid: number | undefined,
): () => Promise<EnvironmentUsage> {
  const endDisk = watchDisk(folder)
  const before = measure()
  let highestBytes = before.residentBytes
  const timer = setInterval(() => {
    highestBytes = Math.max(highestBytes, usageOf(servicePid).residentBytes)
  }, memorySampleMs)

  function measure() {
    const { cpuMicros, residentBytes } = usageOf(servicePid)
    const postgresMicros = postgresPid === undefined ? 0 : usageOf(postgresPid).cpuMicros
    // The service and the attacker are children of this process; PostgreSQL is not.
    const runMicros = usageOf(process.pid).cpuMicros + postgresMicros
    const machineMicros = machineCpuMicros()
    return { at: performance.now(), machineMicros, runMicros, cpuMicros, postgresMicros, residentBytes }
  }

  return async () => {
    clearInterval(timer)
    const after = measure()
    const longestSyncMs = await endDisk()
    const megabytes = (bytes: number) => Math.round(bytes / 1e6)
    const seconds = (micros: number) => rounded(Math.max(0, micros) / 1e6)
    const availableMicros = (after.at - before.at) * 1000 * cpus().length
    const machineMicros = after.machineMicros - before.machineMicros
    const othersMicros = machineMicros - (after.runMicros - before.runMicros)
    return {
      residentMb: {
        before: megabytes(before.residentBytes),
        highest: megabytes(Math.max(highestBytes, after.residentBytes)),
        after: megabytes(after.residentBytes),
      },
      serviceCpuSeconds: seconds(after.cpuMicros - before.cpuMicros),
      postgresCpuSeconds: seconds(after.postgresMicros - before.postgresMicros),
      othersCpuShare: rounded(Math.max(0, othersMicros / availableMicros), 2),
      longestSyncMs: rounded(longestSyncMs),
    }
  }
}
