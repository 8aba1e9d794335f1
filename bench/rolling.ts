import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../harness/cleanup.ts'
import { findFreePort } from '../harness/free-port.ts'
import { type Running, startService, unlimited, waitUntilHealthy } from '../harness/start-service.ts'
import { openConnections, type ScheduledRequest, sendAtRate } from './arrivals.ts'
import { createDevicePool } from './device-pool.ts'
import { startCluster } from './failover/cluster.ts'
import { findClusterPrograms } from './failover/programs.ts'
import { ascending, formatCounts, increment, median, percentile, printTable, rounded } from './figures.ts'
import { assignCaregiver, createFleet, createSessions, fallRequest, getRequest } from './fleet.ts'
import { startBalancer } from './haproxy.ts'
import { secret } from './processes.ts'
import { writeResults } from './results.ts'
import { startPostgres, startRedis, withClient } from './stores.ts'

export interface RollingOptions {
  /** The folder of an earlier version, built: it is replaced by this one, process by process, under the same load. */
  from: string | undefined
  /** On a Patroni cluster, with a switchover between the upgrades of the two processes. */
  onPatroni: boolean
}

interface Store {
  url: string
  /** For preparations, which know nothing of several hosts. */
  primaryUrl: () => Promise<string>
  version: string
  switchover?: () => Promise<void>
}

const restartsOfOneVersion = 10
const requestsPerSecond = 200
const deviceCount = 2000
const maxConnections = 1000
/** HAProxy needs one second to notice a stop; on a busy machine, its checks take longer. */
const stopDelaySeconds = 5
const callerCount = 200
/** How long two versions run beside each other, before and after a switchover. */
const mixedMs = 10_000
const switchover = 'a switchover'
const root = join(import.meta.dirname, '..')

/** The kinds of ten successive requests. */
const requestMix = [
  'reading',
  'profile',
  'reading',
  'health',
  'reading',
  'fall',
  'reading',
  'profile',
  'reading',
  'reading',
]

/**
 * Restarts two processes of the service behind a HAProxy, one after the other and ten times in all, under
 * 200 requests a second; or replaces those of an earlier version, once each, so that two versions share a database whose
 * schema the later one has upgraded. The goal: no request fails, and every accepted reading and fall is stored once.
 */
export async function benchRolling(cleanup: Cleanup, { from, onPatroni }: RollingOptions): Promise<void> {
  const redis = await startRedis(cleanup)
  const ports = [await findFreePort(), await findFreePort()]
  const balancer = await startBalancer(cleanup, ports)
  const store = await (onPatroni ? startPatroni : startSingle)(cleanup)
  if (!redis || !balancer || !store) return
  const restarts = from ? ports.length : restartsOfOneVersion
  const shared = {
    DATABASE_URL: store.url,
    REDIS_URL: redis.url,
    JWT_SECRET: secret,
    STOP_DELAY: `${stopDelaySeconds}s`,
    ...unlimited,
  }
  const startProcess = async (index: number, project?: string) => {
    const settings = { ...shared, PORT: String(ports[index]) }
    const running = await startService(cleanup.makeFolder(), settings, cleanup, project)
    await waitUntilHealthy(running.port)
    await balancer.waitUntilUp(index)
    return running
  }
  const processes: Running[] = [await startProcess(0, from), await startProcess(1, from)]
  const fleet = createFleet(deviceCount)
  const url = await store.primaryUrl()
  // The schema is still that of the earlier version.
  const { seedFleet }: typeof import('./fleet.ts') = await import(join(from ?? root, 'bench/fleet.ts'))
  await seedFleet(url, fleet)
  const callers = fleet.people.slice(0, callerCount)
  await assignCaregiver(url, callers)
  const tokens = await createSessions(url, secret, callers)

  let phase = 'both were up'
  let isOver = false
  const latenciesMs: Record<string, number[]> = {}
  const succeeded = new Map<string, number>()
  const failures = new Map<string, number>()
  /** While no PostgreSQL takes writes, requests are refused, and devices repeat them. */
  const refusedAtSwitchover = new Map<string, number>()
  let failed = 0
  const record = (kind: string) => (status: number, latencyMs: number, response: string) => {
    latenciesMs[kind] ??= []
    latenciesMs[kind].push(latencyMs)
    if (status >= 200 && status < 300) return increment(succeeded, kind)
    const sender = response.includes('<html>') ? 'HAProxy' : 'the service'
    const failure = `${kind} ${status ? `${status} by ${sender}` : response}`
    if (phase === switchover && status === 503) return increment(refusedAtSwitchover, failure)
    failed++
    increment(failures, `${failure} (${phase})`)
  }

  const devicePool = createDevicePool(fleet.requests, record('reading'))
  let requestCount = 0
  const next = (): ScheduledRequest | undefined => {
    const kind = requestMix[requestCount++ % requestMix.length] as string
    const token = tokens[requestCount % tokens.length] as string
    if (kind === 'reading') return devicePool.next()
    if (kind === 'fall') return { request: fallRequest(token), done: record(kind) }
    const request = kind === 'health' ? getRequest('/health') : getRequest('/profile/me', token)
    return { request, done: record(kind) }
  }
  const connections = await openConnections({ port: balancer.port, maxConnections, keepAlive: true })
  const arrivals = sendAtRate({
    connections,
    perSecond: requestsPerSecond,
    isRunning: () => !isOver,
    next,
  })

  const stopSeconds: number[] = []
  const startSeconds: number[] = []
  await sleep(3000)
  for (let round = 0; round < restarts; round++) {
    const index = round % 2
    phase = 'a process was stopping'
    const stoppedAt = performance.now()
    await processes[index]?.stop()
    phase = 'a process was starting'
    const startedAt = performance.now()
    processes[index] = await startProcess(index)
    stopSeconds.push((startedAt - stoppedAt) / 1000)
    startSeconds.push((performance.now() - startedAt) / 1000)
    phase = 'both were up'
    await sleep(from ? mixedMs : 1000)
    if (round === 0 && store.switchover) {
      phase = switchover
      await store.switchover()
      await sleep(mixedMs)
      phase = 'both were up'
    }
  }
  isOver = true
  const { due, noConnection, noRequest, lagP99Ms } = await arrivals
  await connections.close()

  const figures = Object.entries(latenciesMs).map(([kind, values]) => {
    ascending(values)
    const at = (share: number) => rounded(percentile(values, share))
    const counts = { sent: values.length, succeeded: succeeded.get(kind) ?? 0 }
    return [kind, { ...counts, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }] as const
  })
  printTable(
    [`${requestsPerSecond} requests/s`, 'sent', 'succeeded', 'p50 ms', 'p99 ms', 'longest ms'],
    figures.map(([kind, { sent, succeeded, p50Ms, p99Ms, longestMs }]) => [
      kind,
      sent,
      succeeded,
      p50Ms,
      p99Ms,
      longestMs,
    ]),
  )
  const stored = await countStored(await store.primaryUrl())
  console.log(
    `\n${restarts} restarts; a stop took ${rounded(median(stopSeconds))} s (${stopDelaySeconds} s of it STOP_DELAY), a start ${rounded(median(startSeconds))} s until HAProxy used it`,
  )
  console.log(
    `requests due ${due}, not sent ${noConnection + noRequest}; failed ${failed}; the generator was late by ${rounded(lagP99Ms)} ms at p99`,
  )
  console.log(
    `stored ${stored.readings} readings for ${succeeded.get('reading') ?? 0} responses, ${stored.falls} falls for ${succeeded.get('fall') ?? 0}`,
  )
  if (refusedAtSwitchover.size > 0)
    console.log(`refused at the switchover: ${formatCounts(refusedAtSwitchover)}`)
  if (failed > 0) console.log(`FAILED: ${formatCounts(failures)}`)
  const isStored =
    stored.readings === (succeeded.get('reading') ?? 0) && stored.falls === (succeeded.get('fall') ?? 0)
  if (!isStored) console.log('FAILED: what was acknowledged is not what is stored')
  if (failed > 0 || !isStored) process.exitCode = 1
  writeResults(
    from ? (onPatroni ? 'upgrade-patroni' : 'upgrade') : 'rolling',
    {
      restarts,
      perSecond: requestsPerSecond,
      requestsDue: due,
      notSent: noConnection + noRequest,
      failed,
      failures: Object.fromEntries(failures),
      refusedAtSwitchover: Object.fromEntries(refusedAtSwitchover),
      stored,
      medianStopSeconds: rounded(median(stopSeconds)),
      medianStartSeconds: rounded(median(startSeconds)),
      ...Object.fromEntries(figures),
    },
    { postgres: store.version, redis: redis.version, haproxy: balancer.version },
  )
}

async function startSingle(cleanup: Cleanup): Promise<Store> {
  const postgres = await startPostgres(cleanup)
  const url = await postgres.createDatabase('rolling')
  return { url, primaryUrl: async () => url, version: postgres.version }
}

async function startPatroni(cleanup: Cleanup): Promise<Store | undefined> {
  const programs = findClusterPrograms()
  if (!programs) return undefined
  const cluster = await startCluster(cleanup, programs, { etcd: 'etcd', isStrict: false })
  return {
    url: cluster.url,
    primaryUrl: cluster.primaryUrl,
    version: `${programs.versions.postgres} under Patroni ${programs.versions.patroni}`,
    async switchover() {
      await cluster.switchover(await cluster.leader())
      await cluster.waitUntilWhole()
    },
  }
}

function countStored(url: string): Promise<{ readings: number; falls: number }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      'select (select count(*)::int from readings) as readings, (select count(*)::int from falls) as falls',
    )
    return rows[0]
  })
}
