import { setTimeout as sleep } from 'node:timers/promises'
import { openConnections, type ScheduledRequest, sendAtRate } from './arrivals.ts'
import { makeFolder } from './cleanup.ts'
import { createDevicePool } from './device-pool.ts'
import { ascending, countIn, inWords, median, percentile, printTable, rounded } from './figures.ts'
import { fallRequest, getRequest, giveCaregiver, makeFleet, seedFleet, signIn } from './fleet.ts'
import { startBalancer } from './haproxy.ts'
import { findFreePort, type Running, startService, unlimited, untilHealthy } from './processes.ts'
import { writeResults } from './results.ts'
import { startPostgres, startRedis, withClient } from './stores.ts'

const restarts = 10
const perSecond = 200
const deviceCount = 2000
const mostLines = 1000
/** HAProxy needs one to notice a stop; on a busy machine, its checks take longer. */
const stopDelay = 5
const people = 200
const secret = 'a secret for the time of a measurement'

/** Of ten requests, in this order. */
const mix = [
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
 * benchRolling restarts two processes of the service behind a HAProxy, one after the other and ten times in all, under
 * 200 requests a second. What is asked for: not one of them fails, and what was answered is stored, once.
 */
export async function benchRolling(): Promise<void> {
  const redis = await startRedis()
  const ports = [await findFreePort(), await findFreePort()]
  const balancer = await startBalancer(ports)
  if (!redis || !balancer) return
  const postgres = await startPostgres()
  const url = await postgres.createDatabase('rolling')
  const shared = {
    DATABASE_URL: url,
    REDIS_URL: redis.url,
    JWT_SECRET: secret,
    STOP_DELAY: `${stopDelay}s`,
    ...unlimited,
  }
  const startAt = async (place: number) => {
    const running = await startService(makeFolder(), { ...shared, PORT: String(ports[place]) })
    await untilHealthy(running.port)
    await balancer.untilUp(place)
    return running
  }
  const processes: Running[] = [await startAt(0), await startAt(1)]
  const fleet = makeFleet(deviceCount)
  await seedFleet(url, fleet)
  const callers = fleet.people.slice(0, people)
  await giveCaregiver(url, callers)
  const tokens = await signIn(url, secret, callers)

  let during = 'both were up'
  let isOver = false
  const took: Record<string, number[]> = {}
  const taken = new Map<string, number>()
  const failures = new Map<string, number>()
  let failed = 0
  const note = (kind: string) => (status: number, milliseconds: number, answer: string) => {
    took[kind] ??= []
    took[kind].push(milliseconds)
    if (status >= 200 && status < 300) return countIn(taken, kind)
    failed++
    const by = answer.includes('<html>') ? 'HAProxy' : 'the service'
    countIn(failures, `${kind} ${status ? `${status} by ${by}` : answer} (${during})`)
  }

  const crowd = createDevicePool(fleet.requests, note('reading'))
  let turn = 0
  const next = (): ScheduledRequest | undefined => {
    const kind = mix[turn++ % mix.length] as string
    const token = tokens[turn % tokens.length] as string
    if (kind === 'reading') return crowd.next()
    if (kind === 'fall') return { request: fallRequest(token), done: note(kind) }
    const request = kind === 'health' ? getRequest('/health') : getRequest('/profile/me', token)
    return { request, done: note(kind) }
  }
  const lines = await openConnections({ port: balancer.port, most: mostLines, keepAlive: true })
  const arriving = sendAtRate({ lines, perSecond, going: () => !isOver, next })

  const stops: number[] = []
  const starts: number[] = []
  await sleep(3000)
  for (let round = 0; round < restarts; round++) {
    const place = round % 2
    during = 'a process was stopping'
    const stoppedAt = performance.now()
    await processes[place]?.stop()
    during = 'a process was starting'
    const startedAt = performance.now()
    processes[place] = await startAt(place)
    stops.push((startedAt - stoppedAt) / 1000)
    starts.push((performance.now() - startedAt) / 1000)
    during = 'both were up'
    await sleep(1000)
  }
  isOver = true
  const { due, noLine, noErrand, lagP99 } = await arriving
  await lines.close()

  const latencies = Object.entries(took).map(([kind, times]) => {
    ascending(times)
    const at = (share: number) => rounded(percentile(times, share))
    return [
      kind,
      { sent: times.length, taken: taken.get(kind) ?? 0, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) },
    ] as const
  })
  printTable(
    [`${perSecond} requests/s`, 'sent', 'taken', 'p50 ms', 'p99 ms', 'longest ms'],
    latencies.map(([kind, { sent, taken, p50Ms, p99Ms, longestMs }]) => [
      kind,
      sent,
      taken,
      p50Ms,
      p99Ms,
      longestMs,
    ]),
  )
  const stored = await countStored(url)
  console.log(
    `\n${restarts} restarts; a stop took ${rounded(median(stops))} s (${stopDelay} s of it STOP_DELAY), a start ${rounded(median(starts))} s until HAProxy used it`,
  )
  console.log(
    `requests due ${due}, not sent ${noLine + noErrand}; failed ${failed}; the generator was late by ${rounded(lagP99)} ms at p99`,
  )
  console.log(
    `stored ${stored.readings} readings for ${taken.get('reading') ?? 0} answers, ${stored.falls} falls for ${taken.get('fall') ?? 0}`,
  )
  if (failed > 0) console.log(`FAILED: ${inWords(failures)}`)
  writeResults(
    'rolling',
    {
      restarts,
      perSecond,
      requestsDue: due,
      notSent: noLine + noErrand,
      failed,
      failures: Object.fromEntries(failures),
      stored,
      medianStopSeconds: rounded(median(stops)),
      medianStartSeconds: rounded(median(starts)),
      ...Object.fromEntries(latencies),
    },
    { postgres: postgres.version, redis: redis.version, haproxy: balancer.version },
  )
}

function countStored(url: string): Promise<{ readings: number; falls: number }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query(
      'select (select count(*)::int from readings) as readings, (select count(*)::int from falls) as falls',
    )
    return rows[0]
  })
}
