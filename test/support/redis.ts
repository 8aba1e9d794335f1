import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { needsPrograms } from '../../harness/programs.ts'
import { makeFolder } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'

/** A Redis of a test's own, without a file: what it knows is gone when it is. */
export interface RedisServer {
  url: string
  /** Takes it away without a word. */
  kill(): Promise<void>
  /** Brings it back on the same port, knowing nothing. */
  restart(): Promise<void>
  /** Lets it hang: connections stay, answers do not come. */
  freeze(): void
  thaw(): void
  /** A client of the test's own, closed with the server. */
  client: Redis
  stop(): Promise<void>
}

export const needsRedis = needsPrograms('redis-server')
export const needsRedisCluster = needsPrograms('redis-server', 'redis-cli')

export async function startRedis(password = '', ...more: string[]): Promise<RedisServer> {
  const port = await freePort()
  const options = password ? ['--requirepass', password, '--masterauth', password, ...more] : more
  let server = await run(port, options)
  const client = new Redis(port, '127.0.0.1', { password, retryStrategy: () => 50 })
  client.on('error', () => {})
  return {
    url: `redis://127.0.0.1:${port}`,
    client,
    kill: () => end(server),
    async restart() {
      server = await run(port, options)
    },
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async stop() {
      client.disconnect()
      await end(server)
    },
  }
}

async function run(port: number, options: string[]): Promise<ChildProcess> {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn('redis-server', [...own, ...options], { cwd: makeFolder() })
  let text = ''
  server.stdout.on('data', (chunk) => {
    text += chunk
  })
  // A test that is cut off takes its servers along.
  process.once('exit', () => server.kill('SIGKILL'))
  const closed = once(server, 'close').then(() => {
    throw new Error(`redis-server did not start: ${text}`)
  })
  // Later it may end.
  closed.catch(() => {})
  await Promise.race([
    until(() => /Ready to accept connections/.test(text), undefined, 'the start of Redis'),
    closed,
  ])
  return server
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const closed = once(server, 'close')
  server.kill('SIGKILL')
  await closed
}

async function freePort(): Promise<number> {
  // The bus of a cluster takes the port ten thousand above; both lie below those that the system hands out.
  for (;;) {
    const probe = createServer().listen(12_000 + Math.floor(Math.random() * 10_000), '127.0.0.1')
    const isFree = await Promise.race([
      once(probe, 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]).catch(() => false)
    const address = probe.address()
    await new Promise((resolve) => probe.close(resolve))
    if (isFree && address && typeof address === 'object') return address.port
  }
}

export interface RedisCluster {
  /** The URLs of two of its nodes; the third is found through them. */
  url: string
  nodes: RedisServer[]
  stop(): Promise<void>
}

/** Joins three servers to a cluster that wants a password from everybody. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const password = 'only-for-tests'
  // A node that is frozen for longer than this is given up by the others, and taken back after twice the time.
  const options = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '600000']
  const nodes = await Promise.all([1, 2, 3].map(() => startRedis(password, ...options)))
  const addresses = nodes.map(({ url }) => url.slice('redis://'.length))
  const create = ['--cluster', 'create', ...addresses, '--cluster-yes']
  await promisify(execFile)('redis-cli', ['--no-auth-warning', '-a', password, ...create])
  for (const { client } of nodes) {
    await until(
      async () => /cluster_state:ok/.test(await client.cluster('INFO')),
      undefined,
      'a Redis Cluster',
    )
  }
  return {
    url: addresses
      .slice(0, 2)
      .map((address) => `redis://:${password}@${address}`)
      .join(','),
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  }
}
