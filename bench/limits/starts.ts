import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../harness/cleanup.ts'
import { startService, waitUntilHealthy } from '../../harness/start-service.ts'
import { macOf, readingRequest } from '../fleet.ts'
import { openLoadGenerator, warmUp } from '../load.ts'
import { withClient } from '../stores.ts'
import { usageOf } from '../usage.ts'
import { keyOf } from './installation.ts'

/** What the start of a process takes, and then the first and the next readings of devices. */
export interface StartCost {
  healthyMs: number
  serviceMs: number
  postgresMs: number
  /** The first run of all jobs, which begins at once. */
  jobs: { serviceMs: number; postgresMs: number }
  first: ReadingCost
  next: ReadingCost
}

interface ReadingCost {
  readings: number
  serviceMicros: number
  postgresMicros: number
}

/** How long the jobs of a start are waited for. */
const jobsMs = 15_000
const maxSenders = 20_000
const connections = 64

/** Starts the built service on the database, and sends readings of some of its devices. */
export async function measureStart(
  cleanup: Cleanup,
  url: string,
  postgresPid: number,
  devices: number,
): Promise<StartCost> {
  // As at a restart, after which no device was silent.
  await withClient(url, (client) =>
    client.query('update device_states set last_seen = now(), silent = false'),
  )
  const before = usageOf(postgresPid).cpuMicros
  const startedAtMs = performance.now()
  const service = await startService(
    cleanup.makeFolder(),
    { DATABASE_URL: url, RATE_LIMIT_GLOBAL: 'off' },
    cleanup,
  )
  await waitUntilHealthy(service.port)
  const healthyMs = performance.now() - startedAtMs
  const usage = () => ({
    service: usageOf(service.pid).cpuMicros,
    postgres: usageOf(postgresPid).cpuMicros,
  })
  const healthy = usage()
  await sleep(jobsMs)
  const quiet = usage()
  const requests = Array.from({ length: Math.min(devices, maxSenders) }, (_, i) =>
    readingRequest(macOf(i + 1), keyOf(i + 1), i, 0),
  )
  const generator = await openLoadGenerator(service.port, connections, requests)
  async function send(): Promise<ReadingCost> {
    const start = usage()
    const statuses = await warmUp(generator, requests.length)
    const end = usage()
    const readings = [...statuses.values()].reduce((sum, count) => sum + count, 0)
    if (statuses.size !== 1 || !statuses.has(200))
      console.log(`Not all readings were accepted: ${JSON.stringify([...statuses])}`)
    return {
      readings,
      serviceMicros: (end.service - start.service) / readings,
      postgresMicros: (end.postgres - start.postgres) / readings,
    }
  }
  const [first, next] = [await send(), await send()]
  generator.close()
  await service.stop()
  const ms = (micros: number) => micros / 1000
  return {
    healthyMs,
    serviceMs: ms(healthy.service),
    postgresMs: ms(healthy.postgres - before),
    jobs: {
      serviceMs: ms(quiet.service - healthy.service),
      postgresMs: ms(quiet.postgres - healthy.postgres),
    },
    first,
    next,
  }
}
