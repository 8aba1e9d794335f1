import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { resolvesWithin } from '../lib/resolves-within.ts'

/**
 * The connection to the Redis that processes share. It notices a failure within a second, and reconnects by
 * itself. While it is not alive, each process works on its own: see failover-rate-limiter.ts for devices and
 * request-counter.ts for all other limits.
 */
export interface RedisLink {
  readonly alive: boolean
  readonly client: Redis | Cluster
  /** Returns a key that no other installation on the same Redis uses. */
  key(name: string): string
  close(): Promise<void>
}

const heartbeatIntervalMs = 300
/** A cluster is alive when all its nodes are: with so many keys, nearly every node has one. */
const clusterHeartbeats = 32
/** How long the first connection and a heartbeat may take. */
export interface RedisTimeouts {
  connectMs: number
  heartbeatMs: number
}

const defaultTimeouts: RedisTimeouts = { connectMs: 1000, heartbeatMs: 400 }

/**
 * Takes one URL, or those of some nodes of a Redis Cluster, separated by commas. It waits up to a second for
 * Redis, so that the first requests do not run without it.
 */
export async function openRedis(
  urls: string,
  installation: string,
  log: Logger,
  timeouts = defaultTimeouts,
): Promise<RedisLink> {
  const nodes = urls.split(',').map((url) => url.trim())
  const client = connect(nodes)
  const key = (name: string) => `fallwatch:${installation}:${name}`
  const heartbeatKeys = Array.from({ length: nodes.length > 1 ? clusterHeartbeats : 1 }, (_, i) =>
    key(`beat:${i}`),
  )
  // The heartbeat logs a failure once instead of with every attempt. Only the message of an error is logged, because the
  // error contains the failed command, which may be the one with the password.
  let lastError: string | undefined
  client.on('error', (error: Error) => {
    lastError = error.message
  })
  const stopped = new AbortController()
  let alive = false
  let loggedState: boolean | undefined

  async function checkHealth(): Promise<void> {
    alive = await canWrite(client, heartbeatKeys, timeouts.heartbeatMs)
    // Commands would wait for a server that hangs; without a connection they fail at once.
    if (!alive && client.status === 'ready') client.disconnect(true)
    if (alive === loggedState) return
    loggedState = alive
    if (alive) log.info('Redis responds: limits and device state are shared')
    else log.warn({ reason: lastError }, 'Redis does not respond: this process limits and detects on its own')
  }
  await once(client, 'ready', { signal: AbortSignal.timeout(timeouts.connectMs) }).catch(() => {})
  await checkHealth()
  const checking = (async () => {
    for (;;) {
      await sleep(heartbeatIntervalMs, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      await checkHealth()
    }
  })()

  return {
    get alive() {
      return alive
    },
    client,
    key,
    async close() {
      stopped.abort()
      await checking
      client.disconnect()
    },
  }
}

function connect(urls: string[]): Redis | Cluster {
  const common = {
    // A command that cannot be sent now fails, and the caller continues without Redis.
    enableOfflineQueue: false,
    // Commands of concurrent requests are sent together, which takes a third less processor time.
    enableAutoPipelining: true,
  }
  const redisOptions = {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1000,
    // For a connection that hangs right after it was opened, before the first heartbeat.
    socketTimeout: 2000,
    retryStrategy: () => heartbeatIntervalMs,
  }
  const [url = ''] = urls
  if (urls.length === 1) return new Redis(url, { ...common, ...redisOptions })
  return new Cluster(urls, {
    ...common,
    redisOptions: { ...redisOptions, ...credentialsOf(url) },
    clusterRetryStrategy: () => heartbeatIntervalMs,
    // Commands do not wait for a node that is unavailable.
    maxRedirections: 3,
    retryDelayOnFailover: 50,
    retryDelayOnClusterDown: 50,
  })
}

/** Used for all nodes of a cluster, also those that it reports itself. */
function credentialsOf(url: string) {
  const { protocol, username, password } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  }
}

/** Tests writing, because a server without free memory and a read-only replica also respond. */
async function canWrite(client: Redis | Cluster, keys: string[], timeoutMs: number): Promise<boolean> {
  if (client.status !== 'ready') return false
  return resolvesWithin(timeoutMs, Promise.all(keys.map((key) => client.set(key, 1, 'PX', 10_000))))
}
