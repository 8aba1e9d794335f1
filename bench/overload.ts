import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Arrivals, openConnections, type ScheduledRequest, sendAtRate } from './arrivals.ts'
import { makeFolder } from './cleanup.ts'
import { createDevicePool, type OnResponse } from './device-pool.ts'
import { ascending, countIn, inWords, percentile, printTable, rounded } from './figures.ts'
import { fallRequest, giveCaregiver, makeFleet, seedFleet, signIn } from './fleet.ts'
import { openLoadGenerator, warmUp } from './load.ts'
import { startService, unlimited } from './processes.ts'
import { writeResults } from './results.ts'
import { embeddedConnection, withClient } from './stores.ts'
import { canMeasure, usageOf } from './usage.ts'

/** Three times the peak, and yet each device at most once a second. */
const deviceCount = Number(process.env.BENCH_DEVICES) || 30_000
const fallers = 200
const fallsPerSecond = 10
const mostLines = Number(process.env.BENCH_CONNECTIONS) || 2000
const steps = [1, 2, 3, 0.5]
const secret = 'a secret for the time of a measurement'

/**
 * benchOverload offers the service more than it can take: first it finds the peak, then readings come by the clock at
 * once, twice and three times that, then at half of it. Meanwhile ten people a second report a fall, each over a
 * connection of its own. What is asked for: at three times the peak at least 80 % of it is still stored, the rest is
 * told 503 quickly, falls are taken nevertheless, and memory stays within bounds.
 */
export async function benchOverload(seconds: number): Promise<void> {
  const dataDir = makeFolder()
  const service = await startService(dataDir, { JWT_SECRET: secret, ...unlimited })
  const { port } = service
  const connection = embeddedConnection(dataDir)
  const fleet = makeFleet(deviceCount)
  await seedFleet(connection, fleet)
  const people = fleet.people.slice(0, fallers)
  await giveCaregiver(connection, people)
  const tokens = await signIn(connection, secret, people)
  const generator = await openLoadGenerator(port, 64, fleet.requests)
  await warmUp(generator, fleet.requests.length)
  generator.close()

  const residentMb = () => (canMeasure ? Math.round(usageOf(service.pid).residentBytes / 1e6) : null)
  // A crowd out there takes nothing of the service's processor; whoever plays it here takes what is left.
  setPriority(10)
  const peak = await findPeak(port, fleet.requests, [64, 128, 256])
  const crowdPeak = await findPeak(port, fleet.requests, [mostLines])
  const restingMb = residentMb()
  console.log(
    `the peak, as fast as 64 to 256 connections go: ${Math.round(peak)}/s; with ${mostLines}: ${Math.round(crowdPeak)}/s`,
  )

  let tally: OnResponse = () => {}
  const crowd = createDevicePool(fleet.requests, (...told) => tally(...told))
  const wearables = await openConnections({ port, most: mostLines, keepAlive: true })
  const phones = await openConnections({ port, most: mostLines, keepAlive: false })
  const found: Step[] = []
  for (const times of steps) {
    // Those who had a turn in the peak, or in the step before, have their next one.
    await sleep(1500)
    found.push(await offer(times))
  }
  await wearables.close()
  // Memory is given back when nothing has happened for a while.
  await sleep(120_000)
  const idleMb = residentMb()
  report(found, restingMb, idleMb)
  const version = await withClient(connection, (client) => client.query('show server_version'))
  const named = found.map(({ times, ...rest }) => [`${times} times the peak`, rest])
  writeResults(
    'overload',
    {
      devices: deviceCount,
      secondsOfAStep: seconds,
      connections: mostLines,
      peakPerSecond: Math.round(peak),
      crowdPeakPerSecond: Math.round(crowdPeak),
      residentMb: { before: restingMb, twoMinutesAfter: idleMb },
      ...Object.fromEntries(named),
    },
    { postgres: version.rows[0].server_version },
  )

  async function offer(times: number): Promise<Step> {
    const endsAt = performance.now() + seconds * 1000
    const going = () => performance.now() < endsAt
    const readings = createTally(200, endsAt)
    const falls = createTally(201, endsAt)
    tally = readings.note
    let highestMb = residentMb()
    const watch = setInterval(() => {
      const now = residentMb()
      if (now !== null && now > (highestMb ?? 0)) highestMb = now
    }, 500)
    let turn = 0
    const nextFall = (): ScheduledRequest => ({
      request: fallRequest(tokens[turn++ % tokens.length] ?? ''),
      done: falls.note,
    })
    const [arrivals] = await Promise.all([
      sendAtRate({ lines: wearables, perSecond: peak * times, going, next: crowd.next }),
      sendAtRate({ lines: phones, perSecond: fallsPerSecond, going, next: nextFall }),
    ])
    clearInterval(watch)
    const goodput = readings.inTime() / seconds
    return {
      times,
      offeredPerSecond: Math.round(arrivals.due / seconds),
      goodputPerSecond: Math.round(goodput),
      goodputOfPeak: rounded(goodput / peak, 2),
      goodputOfCrowdPeak: rounded(goodput / crowdPeak, 2),
      notSent: { noConnection: arrivals.noLine, noDevice: arrivals.noErrand },
      generatorLagP99Ms: rounded(arrivals.lagP99),
      readings: readings.summary(),
      falls: falls.summary(),
      highestResidentMb: highestMb,
      endResidentMb: residentMb(),
    }
  }
}

interface Step {
  times: number
  offeredPerSecond: number
  goodputPerSecond: number
  goodputOfPeak: number
  /** Of what as many connections reach when nobody sends before the last answer. */
  goodputOfCrowdPeak: number
  notSent: { noConnection: number; noDevice: number }
  generatorLagP99Ms: Arrivals['lagP99']
  readings: Outcome
  falls: Outcome
  highestResidentMb: number | null
  endResidentMb: number | null
}

/** findPeak gives the highest rate of those with so many connections, each of which sends when it is answered. */
async function findPeak(port: number, requests: Buffer[], counts: number[]): Promise<number> {
  let peak = 0
  for (const connections of [...counts, ...counts]) {
    const generator = await openLoadGenerator(port, connections, requests)
    peak = Math.max(peak, (await generator.work(3)).rate)
    generator.close()
  }
  return peak
}

type Outcome = ReturnType<ReturnType<typeof createTally>['summary']>

/** createTally counts answers: those that took it, those that were told to come later, and the others. */
function createTally(taken: number, endsAt: number) {
  const statuses = new Map<number | string, number>()
  const accepted: number[] = []
  const shed: number[] = []
  let withoutRetryAfter = 0
  let inTime = 0
  const note: OnResponse = (status, took, answer) => {
    countIn(statuses, status || `no answer (${answer})`)
    if (status === taken) {
      accepted.push(took)
      if (performance.now() <= endsAt) inTime++
    } else if (status === 503) {
      shed.push(took)
      if (!/\r\nretry-after: \d/i.test(answer)) withoutRetryAfter++
    }
  }
  const spread = (values: number[]) => {
    ascending(values)
    const at = (share: number) => rounded(percentile(values, share))
    return { p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) }
  }
  return {
    note,
    /** How many were taken before the arrivals ended: what was left in the queue is no throughput. */
    inTime: () => inTime,
    summary() {
      const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0)
      return {
        sent: answers,
        takenShare: rounded(accepted.length / answers, 4),
        shedShare: rounded(shed.length / answers, 4),
        shedWithoutRetryAfter: withoutRetryAfter,
        taken: spread(accepted),
        shed: spread(shed),
        statuses: Object.fromEntries(statuses),
      }
    },
  }
}

function report(steps: Step[], restingMb: number | null, idleMb: number | null): void {
  console.log('Readings, by how much was offered; times count from when a reading was due:')
  printTable(
    [
      '',
      'offered/s',
      'stored/s',
      'of peak',
      `of ${mostLines}'s`,
      'p50 ms',
      'p99 ms',
      '503',
      '503 p50',
      '503 p99',
      'no conn.',
      'no device',
      'lag p99',
      'RSS MB',
    ],
    steps.map(({ times, readings, notSent, ...step }) => [
      `${times} ×`,
      step.offeredPerSecond,
      step.goodputPerSecond,
      step.goodputOfPeak,
      step.goodputOfCrowdPeak,
      readings.taken.p50Ms,
      readings.taken.p99Ms,
      percent(readings.shedShare),
      readings.shed.p50Ms,
      readings.shed.p99Ms,
      notSent.noConnection,
      notSent.noDevice,
      step.generatorLagP99Ms,
      step.highestResidentMb ?? '–',
    ]),
  )
  for (const { times, readings } of steps) {
    const others = Object.entries(readings.statuses).filter(([status]) => !['200', '503'].includes(status))
    if (others.length > 0) console.log(`${times} ×: neither 200 nor 503: ${inWords(new Map(others))}`)
    if (readings.shedWithoutRetryAfter > 0)
      console.log(`${times} ×: ${readings.shedWithoutRetryAfter} answers of 503 lacked Retry-After`)
  }
  console.log('\nFalls meanwhile, each over a connection of its own:')
  printTable(
    ['', 'sent', '201', 'p50 ms', 'p99 ms', 'longest ms', 'others'],
    steps.map(({ times, falls }) => {
      const others = Object.entries(falls.statuses).filter(([status]) => status !== '201')
      const { p50Ms, p99Ms, longestMs } = falls.taken
      return [
        `${times} ×`,
        falls.sent,
        percent(falls.takenShare),
        p50Ms,
        p99Ms,
        longestMs,
        inWords(new Map(others)),
      ]
    }),
  )
  const sent = steps.reduce((sum, { falls }) => sum + falls.sent, 0)
  const taken = steps.reduce((sum, { falls }) => sum + (falls.statuses['201'] ?? 0), 0)
  console.log(`${taken} of ${sent} falls taken (${percent(taken / sent)})`)
  console.log(`service RSS: ${restingMb ?? '–'} MB before, ${idleMb ?? '–'} MB two minutes after`)
}

const percent = (share: number) => `${rounded(share * 100, 2)} %`
