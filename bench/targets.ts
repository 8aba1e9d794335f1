import { makeFolder } from './cleanup.ts'
import { type Fleet, seedFleet } from './fleet.ts'
import { startBaseline, startService } from './processes.ts'
import { embeddedConnection, embeddedPid, type PostgresServer, type RedisServer } from './stores.ts'

/** Target is somebody to send readings to, with the processes that share the work, as far as they are ours. */
export interface Target {
  title: string
  port: number
  pids: { service: number; postgres?: number | undefined; redis?: number | undefined }
}

/** bareTarget does nothing but answer: no service on the same framework can be quicker. */
export async function baselineTarget(): Promise<Target> {
  const { port, pid } = await startBaseline()
  return { title: 'bare Fastify', port, pids: { service: pid } }
}

export async function embeddedTarget(fleet: Fleet): Promise<Target> {
  const dataDir = makeFolder()
  const { port, pid } = await startService(dataDir)
  await seedFleet(embeddedConnection(dataDir), fleet)
  const target = { title: 'embedded', port, pids: { service: pid, postgres: embeddedPid(dataDir) } }
  return target
}

export async function postgresTarget(postgres: PostgresServer, fleet: Fleet): Promise<Target> {
  const url = await postgres.createDatabase('single')
  const { port, pid } = await startService(makeFolder(), { DATABASE_URL: url })
  await seedFleet(url, fleet)
  const pids = { service: pid, postgres: postgres.pid }
  return { title: 'PostgreSQL, one process', port, pids }
}

/** sharedTarget keeps in Redis what processes share. One that is alone there tells what that takes. */
export async function sharedTarget(
  postgres: PostgresServer,
  redis: RedisServer,
  fleet: Fleet,
  workers: 1 | 2,
): Promise<Target> {
  const url = await postgres.createDatabase(`shared_${workers}`)
  const settings = { DATABASE_URL: url, REDIS_URL: redis.url, WORKERS: String(workers) }
  const { port, pid } = await startService(makeFolder(), settings)
  await seedFleet(url, fleet)
  const pids = { service: pid, postgres: postgres.pid, redis: redis.pid }
  return { title: `PostgreSQL + Redis, ${workers === 1 ? 'one process' : 'two workers'}`, port, pids }
}
