import { randomBytes, randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Cleanup } from '../harness/cleanup.ts'
import { startService } from '../harness/start-service.ts'
import { appendEvent } from '../src/platform/events/append-event.ts'
import { ascending, formatCounts, increment, median, percentile, printTable, rounded } from './figures.ts'
import { createFleet, createSessions, getRequest, type Person, seedFleet } from './fleet.ts'
import { type LoadResult, openLoadGenerator, warmUp } from './load.ts'
import { writeResults } from './results.ts'
import { embeddedConnection, withClient } from './stores.ts'
import { usageOf } from './usage.ts'

const streamCount = Number(process.env.BENCH_STREAMS) || 5000
const deviceCount = Number(process.env.BENCH_DEVICES) || 30_000
const connections = 64
const rounds = 3
/** An address may have a thousand connections. */
const streamsPerAddress = 900
const eventsPerSecond = 10
const secret = randomBytes(32).toString('hex')

/**
 * Measures what open streams cost: their memory, the rate and latency of readings with and without them, in
 * alternating order, and how long an event takes to the client. As many events are appended in both cases.
 */
export async function benchStreams(cleanup: Cleanup, seconds: number): Promise<void> {
  const dataDir = cleanup.makeFolder()
  const service = await startService(dataDir, { JWT_SECRET: secret, RATE_LIMIT_GLOBAL: 'off' }, cleanup)
  const connection = embeddedConnection(dataDir)
  const fleet = createFleet(Math.max(deviceCount, streamCount * 10))
  await seedFleet(connection, fleet)
  const people = fleet.people.slice(0, streamCount)
  const tokens = await createSessions(connection, secret, people)
  const requests = fleet.requests.slice(0, deviceCount)
  const generator = await openLoadGenerator(service.port, connections, requests)
  await warmUp(generator, requests.length)
  const phases: Record<string, Phase[]> = { without: [], with: [] }
  let bytesPerStream = 0
  const delaysMs: number[] = []

  async function measure(name: string, streams: Streams): Promise<void> {
    // The processor's caches hold what was done before.
    await generator.run(1)
    const before = usageOf(service.pid).cpuMicros
    const events = withClient(connection, (client) => sendEvents(client, people, streams, seconds))
    const load = await generator.run(seconds)
    const cpuMicros = (usageOf(service.pid).cpuMicros - before) / load.responses
    phases[name]?.push({ ...load, cpuMicros })
    delaysMs.push(...(await events))
  }

  async function measureWithStreams(): Promise<void> {
    const before = usageOf(service.pid).residentBytes
    const streams = await openStreams(service.port, tokens)
    await sleep(1000)
    // Later rounds use the memory that the first one has left.
    bytesPerStream ||= (usageOf(service.pid).residentBytes - before) / tokens.length
    await measure('with', streams)
    streams.close()
    await sleep(1000)
  }

  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) await measure('without', noStreams)
    await measureWithStreams()
    if (round % 2 === 1) await measure('without', noStreams)
  }
  generator.close()
  report(seconds, phases, bytesPerStream, ascending(delaysMs))
}

interface Phase extends LoadResult {
  /** Processor time of the service and its database for each reading. */
  cpuMicros: number
}

interface Streams {
  /** Resolves with the time at which the id arrived at a person's stream. */
  arrival?: (person: number, id: string) => Promise<number>
  close(): void
}

const noStreams: Streams = { close() {} }

/** Opens a stream for each token, a few at a time, and counts those that are refused. */
async function openStreams(port: number, tokens: string[]): Promise<Streams> {
  const sockets: Socket[] = []
  const statuses = new Map<number, number>()
  const waiting = new Map<number, { id: string; arrived: (at: number) => void }>()
  const openOne = (token: string, i: number) =>
    new Promise<void>((resolve, reject) => {
      const localAddress = `127.0.0.${2 + Math.floor(i / streamsPerAddress)}`
      const socket = connect({ port, host: '127.0.0.1', localAddress })
      sockets.push(socket)
      let isAnswered = false
      socket.on('error', reject)
      socket.on('data', (chunk) => {
        if (!isAnswered) increment(statuses, Number(chunk.toString('latin1', 9, 12)))
        isAnswered = true
        resolve()
        const expected = waiting.get(i)
        if (expected && chunk.includes(expected.id)) expected.arrived(performance.now())
      })
      socket.write(getRequest('/events', token))
    })
  for (let i = 0; i < tokens.length; i += 50) {
    await Promise.all(tokens.slice(i, i + 50).map((token, n) => openOne(token, i + n)))
  }
  if (statuses.get(200) !== tokens.length) console.log(`NOT ALL WERE 200: ${formatCounts(statuses)}`)
  return {
    arrival: (person, id) => new Promise((arrived) => waiting.set(person, { id, arrived })),
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Appends events of incidents at a steady rate, and returns how long each took to arrive. */
async function sendEvents(client: pg.Client, people: Person[], streams: Streams, seconds: number) {
  const tx = {
    query: async (sql: string, values: readonly unknown[] = []) =>
      (await client.query(sql, [...values])).rows,
  }
  const delaysMs: number[] = []
  for (let i = 0; i < seconds * eventsPerSecond; i++) {
    const person = Math.floor(Math.random() * people.length)
    const [id, patientId, at] = [randomUUID(), (people[person] as Person).id, new Date()]
    const arrival = streams.arrival?.(person, id)
    const startedAt = performance.now()
    await client.query('begin')
    await client.query(
      `insert into incidents (id, kind, state, severity, patient_id, opened_at, resolved_at)
       values ($1, 'FALL', 'RESOLVED', 'HIGH', $2, $3, $3)`,
      [id, patientId, at],
    )
    await appendEvent(tx as Parameters<typeof appendEvent>[0], {
      type: 'incident.opened',
      at,
      patientId,
      subjectId: id,
    })
    await client.query('commit')
    const missing = sleep(10_000, Number.POSITIVE_INFINITY)
    if (arrival) delaysMs.push((await Promise.race([arrival, missing])) - startedAt)
    await sleep(Math.max(0, 1000 / eventsPerSecond - (performance.now() - startedAt)))
  }
  return delaysMs
}

function report(
  seconds: number,
  phases: Record<string, Phase[]>,
  bytesPerStream: number,
  delaysMs: number[],
): void {
  const summaries = Object.entries(phases).map(([name, loads]) => {
    const medianOf = (select: (phase: Phase) => number) => rounded(median(loads.map(select)))
    const perSecond = medianOf((phase) => phase.perSecond)
    const [p50Ms, p99Ms] = [medianOf((phase) => phase.p50Ms), medianOf((phase) => phase.p99Ms)]
    return { name, perSecond, p50Ms, p99Ms, cpuMicros: medianOf((phase) => phase.cpuMicros) }
  })
  const rows = summaries.map(({ name, ...figures }) => [
    `${name} ${streamCount} streams`,
    ...Object.values(figures),
  ])
  printTable(['', 'readings/s', 'p50 ms', 'p99 ms', 'service and database µs'], rows)
  const kilobytesPerStream = rounded(bytesPerStream / 1000)
  const eventMs = {
    p50: rounded(percentile(delaysMs, 0.5)),
    p99: rounded(percentile(delaysMs, 0.99)),
    max: rounded(delaysMs.at(-1) ?? 0),
  }
  console.log(`memory: ${kilobytesPerStream} kB a stream`)
  console.log(`events, from the change to the client: p50 ${eventMs.p50} ms, p99 ${eventMs.p99} ms`)
  const figures = {
    streams: streamCount,
    secondsPerMeasurement: seconds,
    kilobytesPerStream,
    eventMs,
    summaries,
  }
  writeResults('streams', figures, {})
}
