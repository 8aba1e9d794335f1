import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openCluster } from '../../src/db/embedded/cluster.ts'
import { isAlive } from '../../src/db/embedded/postmaster.ts'
import { atEnd, makeFolder } from '../cleanup.ts'
import { rounded } from '../figures.ts'
import { startService } from '../processes.ts'
import { embeddedConnection, embeddedPid } from '../stores.ts'
import { machineMicros, usageOf } from '../usage.ts'
import { createPopulation, type Population, secret } from './population.ts'

const sampleEveryMs = 200

export interface EnvironmentUsage {
  /** Memory of the service's process. */
  residentMb: { before: number; highest: number; after: number }
  serviceCpuSeconds: number
  postgresCpuSeconds: number
  /** The share of the machine's processors that was taken by whatever has nothing to do with this run. */
  othersCpuShare: number
}

/** Environment is a fresh service with its population. */
export interface Environment {
  port: number
  population: Population
  isAlive(): boolean
  /** Begins to measure; called again, it gives what was used since then. */
  watchUsage(): () => EnvironmentUsage
  end(): Promise<void>
}

/** Template is the store of a service that has been used for a while, to be copied for each attack. */
export interface Template {
  dataDir: string
  population: Population
  postgresVersion: string
}

/** The limits are those by default. The parties connect from addresses of their own, as where no proxy stands in front. */
const settings = { JWT_SECRET: secret, TRUST_PROXY: 'off', LOG_LEVEL: 'info' }

export async function createTemplate(): Promise<Template> {
  const dataDir = makeFolder()
  const service = await startService(dataDir, settings)
  const population = await createPopulation(service.port, embeddedConnection(dataDir))
  await service.stop()
  return { dataDir, population, postgresVersion: openCluster(dataDir).version }
}

/** openEnvironment starts the service on a copy of the template. */
export async function openEnvironment({ dataDir: original, population }: Template): Promise<Environment> {
  const dataDir = makeFolder()
  const folder = join(dataDir, 'data')
  // PostgreSQL runs under an account of its own, which the copy has to belong to.
  execFileSync('cp', ['-a', original, folder])
  const cluster = openCluster(folder)
  // A service that was killed leaves its PostgreSQL behind.
  atEnd(() => cluster.stop())
  const service = await startService(folder, settings)
  // One that an attack keeps busy would take its time to stop.
  const kill = () => isAlive(service.pid) && process.kill(service.pid, 'SIGKILL')
  atEnd(kill)
  return {
    port: service.port,
    population,
    isAlive: () => isAlive(service.pid),
    watchUsage: () => watchUsage(service.pid, embeddedPid(folder)),
    async end() {
      // Nothing of it is used again.
      kill()
      await service.stop()
      const postgres = embeddedPid(folder)
      if (postgres) process.kill(postgres, 'SIGQUIT')
      for (let waited = 0; postgres && isAlive(postgres) && waited < 5000; waited += 50) await sleep(50)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function watchUsage(servicePid: number, postgresPid: number | undefined): () => EnvironmentUsage {
  const before = measure()
  let highest = before.residentBytes
  const timer = setInterval(() => {
    highest = Math.max(highest, usageOf(servicePid).residentBytes)
  }, sampleEveryMs)

  function measure() {
    const { cpuMicros, residentBytes } = usageOf(servicePid)
    const postgres = postgresPid === undefined ? 0 : usageOf(postgresPid).cpuMicros
    // The service and the attacker are children of this process; its PostgreSQL is not.
    const all = usageOf(process.pid).cpuMicros + postgres
    return { at: performance.now(), machine: machineMicros(), all, cpuMicros, postgres, residentBytes }
  }

  return () => {
    clearInterval(timer)
    const after = measure()
    const megabytes = (bytes: number) => Math.round(bytes / 1e6)
    const seconds = (micros: number) => rounded(Math.max(0, micros) / 1e6)
    const available = (after.at - before.at) * 1000 * cpus().length
    const others = after.machine - before.machine - (after.all - before.all)
    return {
      residentMb: {
        before: megabytes(before.residentBytes),
        highest: megabytes(Math.max(highest, after.residentBytes)),
        after: megabytes(after.residentBytes),
      },
      serviceCpuSeconds: seconds(after.cpuMicros - before.cpuMicros),
      postgresCpuSeconds: seconds(after.postgres - before.postgres),
      othersCpuShare: rounded(Math.max(0, others / available), 2),
    }
  }
}
