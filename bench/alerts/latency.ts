import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../harness/cleanup.ts'
import { startService, unlimited } from '../../harness/start-service.ts'
import { type Client, createClient } from '../abuse/client.ts'
import { openConnections, sendAtRate } from '../arrivals.ts'
import { createDevicePool } from '../device-pool.ts'
import { formatCounts, increment, rounded } from '../figures.ts'
import { createFleet, postRequest, seedFleet } from '../fleet.ts'
import { secret } from '../processes.ts'
import { type PostgresServer, withClient } from '../stores.ts'
import { pressButtons } from './button-presses.ts'
import { type Figure, latencyFigure } from './figure.ts'
import { type ReceivedMessage, receivePushes } from './kill-receivers.ts'
import { addPush, assign, createPeople, readPushKey, type SignedIn, setPolicy } from './people.ts'
import { openStream } from './stream-client.ts'
import { runWearers, type Wearer } from './wearers.ts'

const readingsPerSecond = 2000
const fallsPerSecond = 10
const pressesPerSecond = 5
const pairCount = 10

/** Wearers stand for a while before they fall, and lie long enough for the second step. */
const standMs = 9000
const lieMs = 9000
const secondStepSeconds = 3
const acknowledgeAfterMs = 1000

const push = { who: 'assigned' as const, channels: ['push' as const, 'live' as const] }

/** When something about an incident reached somebody. */
interface Arrived {
  incidentId: string
  /** The caregiver. */
  by: string
  atMs: number
}

/**
 * Lets ten people fall each second beside 2,000 readings a second, and measures until caregivers see it,
 * until they see that one of them is on it, and how late the second step is where nobody acknowledges.
 */
export async function measureLatencies(
  cleanup: Cleanup,
  postgres: PostgresServer,
  seconds: number,
): Promise<Figure[]> {
  const url = await postgres.createDatabase('alert_latency')
  const settings = {
    DATABASE_URL: url,
    JWT_SECRET: secret,
    ALLOW_PRIVATE_TARGETS: 'on',
    RATE_LIMIT_CONNECTIONS: 'off',
    ...unlimited,
  }
  const { port } = await startService(cleanup.makeFolder(), settings, cleanup)
  await setPolicy(url, {
    steps: [
      { afterSeconds: 0, tell: [push] },
      { afterSeconds: secondStepSeconds, tell: [push] },
    ],
  })
  const caregivers = await createPeople(url, secret, 2 * pairCount, 'CAREGIVER')
  const wearers = await createWearers(url, caregivers, fallsPerSecond * seconds)
  const pressers = await createPressers(url, caregivers, pressesPerSecond * seconds)

  const opened: (Arrived & { patientId: string })[] = []
  const handled: Arrived[] = []
  const pushed: (Arrived & Pick<ReceivedMessage, 'purpose'>)[] = []
  const owners = new Map<string, string>()
  const receiver = await receivePushes(
    cleanup,
    await readPushKey(port, caregivers[0] as SignedIn),
    ({ to, incidentId, purpose }) => {
      pushed.push({ incidentId, by: owners.get(to) ?? '', purpose, atMs: performance.now() })
    },
  )
  const streams = []
  for (const caregiver of caregivers) {
    owners.set(await addPush(url, caregiver, receiver), caregiver.id)
    streams.push(
      openStream(
        cleanup,
        () => port,
        caregiver.token,
        ({ type, incident, atMs }) => {
          const arrived = { incidentId: incident.id, by: caregiver.id, atMs }
          if (type === 'incident.opened') opened.push({ ...arrived, patientId: incident.patientId })
          else if (incident.state === 'ACKNOWLEDGED') handled.push(arrived)
        },
      ),
    )
  }

  const startedAtMs = performance.now()
  const fallsAtMs = (i: number) => startedAtMs + standMs + (i / fallsPerSecond) * 1000
  const endsAtMs = fallsAtMs(wearers.length) + lieMs
  const acknowledgements = acknowledgeEverySecond(port, caregivers, wearers, opened, endsAtMs)
  const pressesAtMs = (i: number) => startedAtMs + standMs + (i / pressesPerSecond) * 1000
  const [load, refused, acknowledgedAtMs, presses] = await Promise.all([
    sendReadings(port, url, Math.max(100, readingsPerSecond - wearers.length), endsAtMs),
    runWearers(port, wearers, fallsAtMs, endsAtMs),
    acknowledgements,
    pressButtons(port, pressers, pressesAtMs),
  ])
  console.log(
    `${rounded(load.perSecond, 0)} readings/s besides those of ${wearers.length} who fell: ${load.statuses}; ${refused} of theirs refused; the generator was late by ${rounded(load.lagP99Ms)} ms at p99`,
  )

  const completedAtMs = new Map(wearers.map((wearer) => [wearer.patientId, wearer.completedAtMs]))
  const patientOf = new Map(opened.map(({ incidentId, patientId }) => [incidentId, patientId]))
  const sinceFall = ({ incidentId, atMs }: Arrived) => {
    const from = completedAtMs.get(patientOf.get(incidentId) ?? '')
    return from === undefined ? [] : [atMs - from]
  }
  const sincePress = ({ incidentId, atMs }: Arrived) => {
    const press = presses.get(patientOf.get(incidentId) ?? '')
    return press === undefined ? [] : [atMs - press.pressedAtMs]
  }
  const byOthers = ({ incidentId, by, atMs }: Arrived) => {
    const act = acknowledgedAtMs.get(incidentId)
    return act && act.by !== by ? [atMs - act.atMs] : []
  }
  const alerts = firstOfEach(pushed.filter(({ purpose }) => purpose === 'alert'))
  const closings = firstOfEach(pushed.filter(({ purpose }) => purpose === 'closing'))
  const lateness = await readLateness(url)
  return [
    latencyFigure('fall → event on a stream', opened.flatMap(sinceFall), 250, 2 * wearers.length),
    latencyFigure('fall → accepted by the push service', alerts.flatMap(sinceFall), 1000, 2 * wearers.length),
    latencyFigure(
      'button → answer of the event',
      [...presses.values()].map(({ answeredMs }) => answeredMs),
      500,
      pressers.length,
    ),
    latencyFigure(
      'button → accepted by the push service',
      alerts.flatMap(sincePress),
      1000,
      2 * pressers.length,
    ),
    latencyFigure(
      'acknowledgement → event for others',
      firstOfEach(handled).flatMap(byOthers),
      1000,
      acknowledgedAtMs.size,
    ),
    latencyFigure(
      'acknowledgement → push to others',
      closings.flatMap(byOthers),
      1000,
      acknowledgedAtMs.size,
    ),
    latencyFigure('lateness of a step', lateness, 1000, Math.floor(wearers.length / 2)),
  ]
}

async function createWearers(url: string, caregivers: SignedIn[], count: number): Promise<Wearer[]> {
  const patients = await createPeople(url, secret, count, 'PATIENT')
  const wearers = patients.map(({ id, key }) => ({ patientId: id, key, mac: randomMac() }))
  const owners = new Map(patients.map((patient) => [patient.id, patient]))
  const devices = wearers.map(({ mac, patientId }) => ({ mac, owner: owners.get(patientId) as SignedIn }))
  await seedFleet(url, { people: [], devices, requests: [], mqtt: [] })
  await assignToPairs(url, caregivers, patients)
  return wearers
}

async function createPressers(url: string, caregivers: SignedIn[], count: number): Promise<SignedIn[]> {
  const patients = await createPeople(url, secret, count, 'PATIENT')
  await assignToPairs(url, caregivers, patients)
  return patients
}

async function assignToPairs(url: string, caregivers: SignedIn[], patients: SignedIn[]): Promise<void> {
  for (let pair = 0; pair < pairCount; pair++) {
    await assign(
      url,
      caregivers.slice(2 * pair, 2 * pair + 2),
      patients.filter((_, i) => i % pairCount === pair),
    )
  }
}

export const randomMac = () =>
  `0E:${randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase().match(/../g)?.join(':')}`

/** Sends the readings of everybody else. */
export async function sendReadings(port: number, url: string, perSecond: number, endsAtMs: number) {
  const fleet = createFleet(Math.ceil(perSecond * 1.3))
  await seedFleet(url, fleet)
  const statuses = new Map<number | string, number>()
  const pool = createDevicePool(fleet.requests, (status) => increment(statuses, status))
  const connections = await openConnections({ port, maxConnections: 256, keepAlive: true })
  const startedAtMs = performance.now()
  const { lagP99Ms } = await sendAtRate({
    connections,
    perSecond,
    isRunning: () => performance.now() < endsAtMs,
    next: pool.next,
  })
  await connections.close()
  const seconds = (performance.now() - startedAtMs) / 1000
  return { perSecond: (statuses.get(200) ?? 0) / seconds, lagP99Ms, statuses: formatCounts(statuses) }
}

/** Lets the first caregiver of a pair acknowledge every second incident, a second after its event. */
async function acknowledgeEverySecond(
  port: number,
  caregivers: SignedIn[],
  wearers: Wearer[],
  opened: (Arrived & { patientId: string })[],
  endsAtMs: number,
): Promise<Map<string, Arrived>> {
  const tokens = new Map(caregivers.filter((_, i) => i % 2 === 0).map(({ id, token }) => [id, token]))
  const clients = new Map<string, Client>()
  const chosen = new Set(wearers.filter((_, i) => i % 20 < 10).map(({ patientId }) => patientId))
  const acknowledged = new Map<string, Arrived>()
  for (let next = 0; performance.now() < endsAtMs - 2000; await sleep(5)) {
    for (; next < opened.length; next++) {
      const { incidentId, by, patientId, atMs } = opened[next] as Arrived & { patientId: string }
      if (atMs + acknowledgeAfterMs > performance.now()) break
      const token = tokens.get(by)
      if (!token || !chosen.has(patientId) || acknowledged.has(incidentId)) continue
      const client = clients.get(by) ?? createClient(port, '127.0.0.1')
      clients.set(by, client)
      acknowledged.set(incidentId, { incidentId, by, atMs: performance.now() })
      const { status, text } = await client.send(
        postRequest(`/incidents/${incidentId}/acknowledge`, token, {}),
      )
      if (status !== 200) throw new Error(`An acknowledgement returned ${status}: ${text}`)
    }
  }
  for (const client of clients.values()) client.close()
  return acknowledged
}

/** Keeps the first arrival of each incident at each caregiver. */
function firstOfEach<T extends Arrived>(arrivals: T[]): T[] {
  const seen = new Set<string>()
  return arrivals.filter(({ incidentId, by }) => {
    const key = `${incidentId} ${by}`
    return !seen.has(key) && seen.add(key)
  })
}

/** Returns how late each second step was taken. */
function readLateness(url: string): Promise<number[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ ms: number }>(
      `select (extract(epoch from min(deliveries.created_at) - round_started_at) - $1)::float8 * 1000 as ms
       from incidents join deliveries on incident_id = incidents.id
       where purpose = 'alert' and deliveries.step = 1
       group by incidents.id`,
      [secondStepSeconds],
    )
    return rows.map(({ ms }) => ms)
  })
}
