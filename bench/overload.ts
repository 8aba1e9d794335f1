import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService, unlimited } from '../harness/start-service.ts'
import { openConnections, type ScheduledRequest, sendAtRate } from './arrivals.ts'
import { createDevicePool, type OnResponse } from './device-pool.ts'
import { rounded } from './figures.ts'
import { assignCaregiver, createFleet, createSessions, fallRequest, seedFleet } from './fleet.ts'
import { openLoadGenerator, warmUp } from './load.ts'
import { reportOverload, type Step } from './overload-report.ts'
import { createTally } from './overload-tally.ts'
import { secret } from './processes.ts'
import { writeResults } from './results.ts'
import { embeddedConnection, withClient } from './stores.ts'
import { canMeasure, usageOf } from './usage.ts'

/** Enough for three times the peak with each device at most once a second. */
const deviceCount = Number(process.env.BENCH_DEVICES) || 30_000
const reporterCount = 200
const fallsPerSecond = 10
const maxConnections = Number(process.env.BENCH_CONNECTIONS) || 2000
const steps = [1, 2, 3, 0.5]

/** Before a step, every device of the previous one must be allowed to send again. */
const betweenStepsMs = 1500
/** Memory is released when the service has been idle for a while. */
const idleMs = 120_000

/**
 * Finds the peak, then offers readings on a schedule at one, two and three times that rate, and at half of
 * it. Meanwhile ten people a second report a fall, each over a new connection. The goal: at three times the peak at least
 * 80 % of the peak is still stored, the rest gets 503 quickly, falls are accepted, and memory is bounded.
 */
export async function benchOverload(cleanup: Cleanup, seconds: number): Promise<void> {
  const dataDir = cleanup.makeFolder()
  const service = await startService(dataDir, { JWT_SECRET: secret, ...unlimited }, cleanup)
  const { port } = service
  const connection = embeddedConnection(dataDir)
  const fleet = createFleet(deviceCount)
  await seedFleet(connection, fleet)
  const reporters = fleet.people.slice(0, reporterCount)
  await assignCaregiver(connection, reporters)
  const tokens = await createSessions(connection, secret, reporters)
  const generator = await openLoadGenerator(port, 64, fleet.requests)
  await warmUp(generator, fleet.requests.length)
  generator.close()

  const residentMb = () => (canMeasure ? Math.round(usageOf(service.pid).residentBytes / 1e6) : null)
  // Real clients take nothing of the service's processor, so the generator has a lower priority.
  setPriority(10)
  const peak = await findPeak(port, fleet.requests, [64, 128, 256])
  const peakOverAllConnections = await findPeak(port, fleet.requests, [maxConnections])
  const residentMbBefore = residentMb()
  console.log(
    `peak over 64 to 256 connections: ${Math.round(peak)}/s; over ${maxConnections}: ${Math.round(peakOverAllConnections)}/s`,
  )

  let recordReading: OnResponse = () => {}
  const devicePool = createDevicePool(fleet.requests, (...response) => recordReading(...response))
  const wearables = await openConnections({ port, maxConnections, keepAlive: true })
  const phones = await openConnections({ port, maxConnections, keepAlive: false })
  const results: Step[] = []
  for (const times of steps) {
    await sleep(betweenStepsMs)
    results.push(await offer(times))
  }
  await wearables.close()
  await sleep(idleMs)
  const memory = { before: residentMbBefore, twoMinutesAfter: residentMb() }
  reportOverload(results, maxConnections, memory)
  const version = await withClient(connection, (client) => client.query('show server_version'))
  writeResults(
    'overload',
    {
      devices: deviceCount,
      secondsPerStep: seconds,
      connections: maxConnections,
      peakPerSecond: Math.round(peak),
      peakPerSecondOverAllConnections: Math.round(peakOverAllConnections),
      residentMb: memory,
      ...Object.fromEntries(results.map(({ times, ...step }) => [`${times} times the peak`, step])),
    },
    { postgres: version.rows[0].server_version },
  )

  async function offer(times: number): Promise<Step> {
    const endsAt = performance.now() + seconds * 1000
    const isRunning = () => performance.now() < endsAt
    const readings = createTally(200, endsAt)
    const falls = createTally(201, endsAt)
    recordReading = readings.record
    let highestResidentMb = residentMb()
    const memoryTimer = setInterval(() => {
      const now = residentMb()
      if (now !== null && now > (highestResidentMb ?? 0)) highestResidentMb = now
    }, 500)
    let fallCount = 0
    const nextFall = (): ScheduledRequest => ({
      request: fallRequest(tokens[fallCount++ % tokens.length] ?? ''),
      done: falls.record,
    })
    const [arrivals] = await Promise.all([
      sendAtRate({ connections: wearables, perSecond: peak * times, isRunning, next: devicePool.next }),
      sendAtRate({ connections: phones, perSecond: fallsPerSecond, isRunning, next: nextFall }),
    ])
    clearInterval(memoryTimer)
    const goodput = readings.acceptedInTime() / seconds
    return {
      times,
      offeredPerSecond: Math.round(arrivals.due / seconds),
      goodputPerSecond: Math.round(goodput),
      goodputOfPeak: rounded(goodput / peak, 2),
      goodputOfPeakOverAllConnections: rounded(goodput / peakOverAllConnections, 2),
      notSent: { noConnection: arrivals.noConnection, noDevice: arrivals.noRequest },
      generatorLagP99Ms: rounded(arrivals.lagP99Ms),
      readings: readings.summary(),
      falls: falls.summary(),
      highestResidentMb,
      endResidentMb: residentMb(),
    }
  }
}

/** Returns the highest rate with these numbers of connections, each of which sends when it gets a response. */
async function findPeak(port: number, requests: Buffer[], connectionCounts: number[]): Promise<number> {
  let peak = 0
  for (const count of [...connectionCounts, ...connectionCounts]) {
    const generator = await openLoadGenerator(port, count, requests)
    peak = Math.max(peak, (await generator.run(3)).perSecond)
    generator.close()
  }
  return peak
}
