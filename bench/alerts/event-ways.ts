import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cleanup } from '../../harness/cleanup.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { needsMosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { startService, unlimited } from '../../harness/start-service.ts'
import { until } from '../../harness/until.ts'
import { secret } from '../processes.ts'
import { type PostgresServer, withClient } from '../stores.ts'
import { startBrokerRelay } from './broker-relay.ts'
import { countFigure, type Figure, latencyFigure } from './figure.ts'
import { type ReceivedMessage, receivePushes, receiveWebhooks } from './kill-receivers.ts'
import { sendReadings } from './latency.ts'
import { addPush, addWebhook, assign, createPeople, readPushKey, type SignedIn, setPolicy } from './people.ts'
import { type Button, openPressWays, type PressWays, type WayName } from './press-ways.ts'

const pressesPerSecond = 1
const readingsPerSecond = 2000
/** Devices are made, and readings flow at their rate, before the first press. */
const warmUpMs = 9000
const graceMs = 10_000

const titles: Record<WayName, string> = {
  http: 'HTTP',
  mqtt: 'MQTT',
  zigbee2mqtt: 'Zigbee2MQTT and Mosquitto',
  'things-stack': 'webhook of The Things Stack',
  traccar: 'webhook of Traccar',
}

/** What became of a press: when it was made, acknowledged and, by each way to people, received. */
interface Press {
  button: Button
  pressedAtMs: number
  /** Whether its incident was committed when the service acknowledged it; undefined until then. */
  wasCommitted: boolean | undefined
  push: number | undefined
  webhook: number | undefined
}

/**
 * Presses a button each second on each of five ways beside 2,000 readings a second, and measures until a push service and a
 * webhook have the message. Whenever the service acknowledges a press, the database is asked for its incident.
 */
export async function measureEventWays(
  cleanup: Cleanup,
  postgres: PostgresServer,
  seconds: number,
): Promise<Figure[]> {
  const url = await postgres.createDatabase('alert_events')
  const presses = new Map<string, Press>()
  const isThere = await openLookup(cleanup, url)
  const look = async (press: Press | undefined) => {
    if (press) press.wasCommitted ??= await isThere(press.button)
  }
  const ofTopic = (topic: string) => presses.get(topic.replace(/^.*\/0x/, '').toUpperCase())
  const broker = needsMosquitto.skip ? undefined : await startMosquitto()
  if (broker) cleanup.add(broker.stop)
  else console.log('mosquitto is not installed: Zigbee buttons are left out.')
  const relay = broker && (await startBrokerRelay(cleanup, broker.url, (topic) => void look(ofTopic(topic))))
  const admin = { email: 'first@admin.example', password: `Aa1%${randomBytes(12).toString('base64url')}` }
  const mqttPort = await findFreePort()
  const settings = {
    ...unlimited,
    DATABASE_URL: url,
    JWT_SECRET: secret,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    MQTT_PORT: String(mqttPort),
    ALLOW_PRIVATE_TARGETS: 'on',
    RATE_LIMIT_CONNECTIONS: 'off',
    ...(relay && { MQTT_URL: relay.url }),
  }
  const { port } = await startService(cleanup.makeFolder(), settings, cleanup)
  const tell = [
    { who: 'assigned' as const, channels: ['push' as const, 'live' as const] },
    { who: 'webhooks' as const },
  ]
  await setPolicy(url, { steps: [{ afterSeconds: 0, tell }] })
  const [ana] = (await createPeople(url, secret, 1, 'CAREGIVER')) as [SignedIn]
  const received: (ReceivedMessage & { atMs: number })[] = []
  const receive = (message: ReceivedMessage) => void received.push({ ...message, atMs: performance.now() })
  await addPush(url, ana, await receivePushes(cleanup, await readPushKey(port, ana), receive))
  await addWebhook(url, (await receiveWebhooks(cleanup, receive)).url)
  const ways = await openPressWays({ port, mqttPort, brokerUrl: broker?.url, connection: url, admin })
  cleanup.add(ways.close)
  const count = pressesPerSecond * seconds
  const buttons: Button[] = []
  for (const way of ways.names) buttons.push(...(await ways.makeButtons(way, count + 1)))
  await assign(
    url,
    [ana],
    buttons.map(({ patient }) => patient),
  )
  await warmUp(ways, buttons, isThere)

  const startedAtMs = performance.now() + warmUpMs
  const endsAtMs = startedAtMs + seconds * 1000
  const [load] = await Promise.all([
    sendReadings(port, url, readingsPerSecond, endsAtMs),
    pressAll(ways, buttons, presses, startedAtMs, look),
  ])
  console.log(
    `${Math.round(load.perSecond)} readings/s beside the presses: ${load.statuses}; the generator was late by ${load.lagP99Ms.toFixed(1)} ms at p99`,
  )
  const all = [...presses.values()]
  await until(
    async () => {
      await match(url, all, received)
      return all.every(({ push, webhook, wasCommitted }) => push && webhook && wasCommitted !== undefined)
    },
    graceMs,
    'every message',
    // What is missing makes the figure miss its goal.
  ).catch(() => {})
  const early = all.filter(({ wasCommitted }) => !wasCommitted).length
  return [
    ...ways.names.flatMap((way) => figuresOf(way, all)),
    countFigure('events acknowledged before their incident', early, 0, `${all.length} presses`),
  ]
}

function figuresOf(way: WayName, all: readonly Press[]): Figure[] {
  const presses = all.filter(({ button }) => button.way === way)
  return (['push', 'webhook'] as const).map((by) => {
    const values = presses.flatMap((press) =>
      press[by] === undefined ? [] : [press[by] - press.pressedAtMs],
    )
    return latencyFigure(`button by ${titles[way]} → ${by}`, values, 1000, presses.length)
  })
}

/** Presses the first button of each way until it has called: code is loaded, and the topics are subscribed. */
async function warmUp(
  ways: PressWays,
  buttons: Button[],
  isThere: (button: Button) => Promise<boolean>,
): Promise<void> {
  for (const way of ways.names) {
    const at = buttons.findIndex((button) => button.way === way)
    const [button] = buttons.splice(at, 1) as [Button]
    await until(async () => {
      await ways.press(button)
      return isThere(button)
    }, 60_000)
  }
}

/** Presses every button at its time, the ways beside each other. */
async function pressAll(
  ways: PressWays,
  buttons: readonly Button[],
  presses: Map<string, Press>,
  startedAtMs: number,
  look: (press: Press) => Promise<void>,
): Promise<void> {
  await Promise.all(
    ways.names.map(async (way, w) => {
      const ofWay = buttons.filter((button) => button.way === way)
      await Promise.all(
        ofWay.map(async (button, i) => {
          const atMs = startedAtMs + ((i + w / ways.names.length) / pressesPerSecond) * 1000
          await sleep(Math.max(0, atMs - performance.now()))
          const press: Press = {
            ...{ button, pressedAtMs: performance.now() },
            ...{ wasCommitted: undefined, push: undefined, webhook: undefined },
          }
          presses.set(button.externalId, press)
          await ways.press(button)
          // Of a Zigbee button, it is the broker that has answered; the service answers the broker.
          if (way !== 'zigbee2mqtt') await look(press)
        }),
      )
    }),
  )
}

/** Returns a function that asks whether a press has its incident, over connections that are open. */
async function openLookup(cleanup: Cleanup, url: string): Promise<(button: Button) => Promise<boolean>> {
  const pool = new pg.Pool({ connectionString: url, min: 4, max: 4 })
  cleanup.add(() => pool.end())
  return async ({ patient }) => {
    const { rowCount } = await pool.query('select from incidents where patient_id = $1', [patient.id])
    return (rowCount ?? 0) > 0
  }
}

/** Gives each press the first message of each way to people about its incident. */
async function match(
  url: string,
  presses: readonly Press[],
  received: readonly (ReceivedMessage & { atMs: number })[],
): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: string; patientId: string }>('select id, patient_id as "patientId" from incidents'),
  )
  const incidentOf = new Map(rows.map(({ id, patientId }) => [patientId, id]))
  const first = new Map<string, number>()
  for (const { by, incidentId, atMs } of received) {
    const key = `${by} ${incidentId}`
    if (!first.has(key)) first.set(key, atMs)
  }
  for (const press of presses) {
    const incidentId = incidentOf.get(press.button.patient.id)
    press.push = first.get(`push ${incidentId}`)
    press.webhook = first.get(`webhook ${incidentId}`)
  }
}
