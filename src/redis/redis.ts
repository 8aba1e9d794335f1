import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import type { Logger } from 'pino'

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

/** openRedis takes one URL, or those of some nodes of a Redis Cluster, separated by commas. */
export function openRedis(urls: string, installation: string, log: Logger): RedisLink {
  const client = connect(urls.split(','))
  // Every attempt that fails would be told; the beat tells it once.
  client.on('error', () => {})
  const stopped = new AbortController()
  let alive = false

  const beating = (async () => {
    while (!stopped.signal.aborted) {
      const answers = await beats(client)
      if (answers !== alive) {
        alive = answers
        if (alive) log.info('Redis answers: limits and devices are shared')
        else log.warn('Redis does not answer: this process limits and detects by itself')
      }
      // A server that hangs holds every caller up; without a connection they are told at once.
      if (!answers && client.status === 'ready') client.disconnect(true)
      await sleep(beatInterval, undefined, { signal: stopped.signal }).catch(() => {})
    }
  })()

  return {
    get alive() {
      return alive
    },
    client,
    key: (name) => `fallwatch:${installation}:${name}`,
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
    retryStrategy: () => beatInterval,
  }
  const [url = ''] = urls
  if (urls.length === 1) return new Redis(url, { ...common, ...redisOptions })
  return new Cluster(urls, { ...common, redisOptions, clusterRetryStrategy: () => beatInterval })
}

async function beats(client: Redis | Cluster): Promise<boolean> {
  if (client.status !== 'ready') return false
  const timer = new AbortController()
  const late = sleep(beatTimeout, false, { signal: timer.signal })
    // The answer may lie in the socket of a process that was busy: read that before judging.
    .then(() => sleep(0, false))
    .catch(() => false)
  const beat = client.ping().then(
    () => true,
    () => false,
  )
  const answered = await Promise.race([beat, late])
  timer.abort()
  return answered
}
