import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'
import { answersWithin } from '../lib/answers-within.ts'

/**
 * RedisLink is what processes share and may lose: whoever uses it goes on alone while it is not alive. It says so
 * within a second, and is back by itself when Redis is.
 */
export interface RedisLink {
  readonly alive: boolean
  readonly client: Redis | Cluster
  /** Gives the name of a key that no other installation on the same Redis uses. */
  key(name: string): string
  close(): Promise<void>
}

const beatInterval = 300
const beatTimeout = 400
/** A cluster is alive when all of it is: of so many keys, hardly a node has none. */
const beatsOfCluster = 32
const longestFirstWait = 1000

/**
 * openRedis takes one URL, or those of some nodes of a Redis Cluster, separated by commas. It waits a moment for Redis:
 * whoever took requests before that would begin alone.
 */
export async function openRedis(urls: string, installation: string, log: Logger): Promise<RedisLink> {
  const nodes = urls.split(',').map((url) => url.trim())
  const client = connect(nodes)
  const key = (name: string) => `fallwatch:${installation}:${name}`
  const beatKeys = Array.from({ length: nodes.length > 1 ? beatsOfCluster : 1 }, (_, i) => key(`beat:${i}`))
  // Every attempt that fails would be told; the beat tells it once. Of an error no more than its words: with it goes
  // the command that failed, which may be the one that holds the password.
  let trouble: string | undefined
  client.on('error', (error: Error) => {
    trouble = error.message
  })
  const stopped = new AbortController()
  let alive = false
  let told: boolean | undefined

  async function beat(): Promise<void> {
    alive = await beats(client, beatKeys)
    // A server that hangs holds every caller up; without a connection they are told at once.
    if (!alive && client.status === 'ready') client.disconnect(true)
    if (alive === told) return
    told = alive
    if (alive) log.info('Redis answers: limits and devices are shared')
    else log.warn({ trouble }, 'Redis does not answer: this process limits and detects by itself')
  }
  await once(client, 'ready', { signal: AbortSignal.timeout(longestFirstWait) }).catch(() => {})
  await beat()
  const beating = (async () => {
    for (;;) {
      await sleep(beatInterval, undefined, { signal: stopped.signal }).catch(() => {})
      if (stopped.signal.aborted) return
      await beat()
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
      await beating
      client.disconnect()
    },
  }
}

function connect(urls: string[]): Redis | Cluster {
  const common = {
    // What cannot be asked now is answered without Redis, not later.
    enableOfflineQueue: false,
    // Commands of concurrent requests go out together, which takes a third less of the processor.
    enableAutoPipelining: true,
  }
  const redisOptions = {
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    connectTimeout: 1000,
    // For a connection that was opened and then heard nothing more: there are no beats on it yet.
    socketTimeout: 2000,
    retryStrategy: () => beatInterval,
  }
  const [url = ''] = urls
  if (urls.length === 1) return new Redis(url, { ...common, ...redisOptions })
  return new Cluster(urls, {
    ...common,
    redisOptions: { ...redisOptions, ...accessOf(url) },
    clusterRetryStrategy: () => beatInterval,
    // A node that is away is not waited for.
    maxRedirections: 3,
    retryDelayOnFailover: 50,
    retryDelayOnClusterDown: 50,
  })
}

/** The nodes that a cluster tells of let us in the same way as those we were told of. */
function accessOf(url: string) {
  const { protocol, username, password } = new URL(url)
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { tls: {} }),
  }
}

/** To write is what counts: a server without memory left, or a copy that may only be read, answers all the same. */
async function beats(client: Redis | Cluster, keys: string[]): Promise<boolean> {
  if (client.status !== 'ready') return false
  return answersWithin(beatTimeout, Promise.all(keys.map((key) => client.set(key, 1, 'PX', 10_000))))
}
