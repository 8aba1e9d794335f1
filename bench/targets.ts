import type pg from 'pg'
import type { Cleanup } from '../harness/cleanup.ts'
import { findFreePort } from '../harness/free-port.ts'
import { startService } from '../harness/start-service.ts'
import { type Fleet, seedFleet } from './fleet.ts'
import { startBaseline } from './processes.ts'
import { embeddedConnection, embeddedPid, type PostgresServer, type RedisServer } from './stores.ts'

/** A server to send readings to, with those of its processes that were started for the benchmark. */
export interface Target {
  title: string
  port: number
  /** HTTP unless given. */
  protocol?: 'mqtt'
  /** The database that it stores readings in; how much is written ahead is left out without it. */
  database?: string | pg.ClientConfig
  /** Each connection has one device, as that of a wearable; otherwise all devices share the connections. */
  hasOneDeviceEach?: boolean
  pids: {
    service: number
    postgres?: number | undefined
    redis?: number | undefined
    /** The workers of a Citus cluster, whose coordinator is `postgres`. */
    workers?: number[] | undefined
  }
}

/** Does nothing but respond: no service on the same framework can be faster. */
export async function baselineTarget(cleanup: Cleanup): Promise<Target> {
  const { port, pid } = await startBaseline(cleanup)
  return { title: 'bare Fastify', port, pids: { service: pid } }
}

export async function embeddedTarget(cleanup: Cleanup, fleet: Fleet): Promise<Target> {
  const dataDir = cleanup.makeFolder()
  const { port, pid } = await startService(dataDir, {}, cleanup)
  await seedFleet(embeddedConnection(dataDir), fleet)
  const pids = { service: pid, postgres: embeddedPid(dataDir) }
  return { title: 'embedded', port, database: embeddedConnection(dataDir), pids }
}

export async function postgresTarget(
  cleanup: Cleanup,
  postgres: PostgresServer,
  fleet: Fleet,
): Promise<Target> {
  const url = await postgres.createDatabase('single')
  const { port, pid } = await startService(cleanup.makeFolder(), { DATABASE_URL: url }, cleanup)
  await seedFleet(url, fleet)
  const pids = { service: pid, postgres: postgres.pid }
  return { title: 'PostgreSQL, one process', port, database: url, pids }
}

/** Uses Redis, as several processes must. With one process it shows what that costs. */
export async function sharedTarget(
  cleanup: Cleanup,
  postgres: PostgresServer,
  redis: RedisServer,
  fleet: Fleet,
  workers: 1 | 2,
): Promise<Target> {
  const url = await postgres.createDatabase(`shared_${workers}`)
  const settings = { DATABASE_URL: url, REDIS_URL: redis.url, WORKERS: String(workers) }
  const { port, pid } = await startService(cleanup.makeFolder(), settings, cleanup)
  await seedFleet(url, fleet)
  const pids = { service: pid, postgres: postgres.pid, redis: redis.pid }
  return {
    title: `PostgreSQL + Redis, ${workers === 1 ? 'one process' : 'two workers'}`,
    port,
    database: url,
    pids,
  }
}

/**
 * HTTP and MQTT of the same service on the embedded store, with one device for each connection: over
 * MQTT a connection is that of a device. Without the device rate limit, because a device would send once a second.
 */
export async function connectedTargets(
  cleanup: Cleanup,
  fleet: Fleet,
  more: Record<string, string> = {},
): Promise<{ http: Target; mqtt: Target }> {
  const dataDir = cleanup.makeFolder()
  const mqttPort = await findFreePort()
  const settings = { RATE_LIMIT_SENSOR: 'off', MQTT_PORT: String(mqttPort), ...more }
  const { port, pid } = await startService(dataDir, settings, cleanup)
  await seedFleet(embeddedConnection(dataDir), fleet)
  const database = embeddedConnection(dataDir)
  const common = { hasOneDeviceEach: true, database, pids: { service: pid, postgres: embeddedPid(dataDir) } }
  return {
    http: { title: 'embedded, HTTP, a device each', port, ...common },
    mqtt: { title: 'embedded, MQTT, a device each', port: mqttPort, protocol: 'mqtt', ...common },
  }
}
