import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cleanup } from '../../harness/cleanup.ts'
import { findFreePort } from '../../harness/free-port.ts'
import { startService, unlimited } from '../../harness/start-service.ts'
import { until } from '../../harness/until.ts'
import { openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { increment } from '../figures.ts'
import { secret } from '../processes.ts'
import { withClient } from '../stores.ts'
import { type ReceivedMessage, receivePushes, receiveWebhooks } from './kill-receivers.ts'
import { addPush, addWebhook, assign, createPeople, readPushKey, type SignedIn, setPolicy } from './people.ts'
import { type Button, openPressWays, type PressWays, type WayName } from './press-ways.ts'

/** What became of the presses that were acknowledged while the service was killed again and again. */
export interface PressKillResult {
  kills: number
  /** Presses that the service or a broker has acknowledged, by way. */
  acknowledged: Record<string, number>
  /** Those that a broker has acknowledged while the service was dead. */
  whileDead: number
  incidents: number
  messages: number
  /** Presses without an incident or without a message, each in words. */
  lost: string[]
  /** Presses with more than one incident, event or notification, each in words. */
  doubled: string[]
  /** Messages that came again under the same identity, which people do not see. */
  replaced: number
}

export interface PressKillOptions {
  kills: number
  /** A broker in front of the service; without it there are no Zigbee buttons. */
  brokerUrl?: string | undefined
  makeFolder?: () => string | Promise<string>
  onKill?: (done: number) => void
}

/** A kill follows within this time of a press on each way that was acknowledged since the last one. */
const runMs = 600
/** Each way presses one button after the other; all of them tell the same person, who can be sent only so much. */
const pauseMs = 500
const buttonsAtOnce = 40
const settleMs = 120_000

/** Everybody is told at once, once: what comes twice is no second step. */
const tell = [{ who: 'assigned' as const, channels: 'all' as const }, { who: 'webhooks' as const }]

/**
 * Kills the service at any moment while buttons are pressed on every way. Each press is of a button and a patient of its
 * own, so that it has to lead to one incident, and to one message on each way to people.
 */
export async function runPressKills(
  cleanup: Cleanup,
  { kills, brokerUrl, makeFolder = cleanup.makeFolder, onKill }: PressKillOptions,
): Promise<PressKillResult> {
  const cluster = openCluster(await makeFolder())
  cleanup.add(() => cluster.stop())
  await cluster.ensureRunning()
  const connection = cluster.connection()
  const admin = { email: 'first@admin.example', password: `Aa1%${randomBytes(12).toString('base64url')}` }
  const [port, mqttPort] = [await findFreePort(), await findFreePort()]
  const { host = '', user, password, database } = connection
  const settings = {
    ...unlimited,
    PORT: String(port),
    MQTT_PORT: String(mqttPort),
    DATABASE_URL: `postgres://${user}:${password}@${encodeURIComponent(host)}:${connection.port}/${database}`,
    JWT_SECRET: secret,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ALLOW_PRIVATE_TARGETS: 'on',
    // A service that dies on purpose makes the broker's connections fail, which is logged as a warning.
    LOG_LEVEL: 'error',
    ...(brokerUrl && { MQTT_URL: brokerUrl, MQTT_CLIENT_ID: `press-kills-${process.pid}-${port}` }),
  }
  const folder = cleanup.makeFolder()
  const start = () => startService(folder, settings, cleanup)
  let service = await start()

  const messages: ReceivedMessage[] = []
  const receive = (message: ReceivedMessage) => void messages.push(message)
  await setPolicy(connection, { steps: [{ afterSeconds: 0, tell }] })
  const [ana] = (await createPeople(connection, secret, 1, 'CAREGIVER')) as [SignedIn]
  const pushes = await receivePushes(cleanup, await readPushKey(port, ana), receive)
  await addPush(connection, ana, pushes)
  await addWebhook(connection, (await receiveWebhooks(cleanup, receive)).url)
  const ways = await openPressWays({ port, mqttPort, brokerUrl, connection, admin })
  cleanup.add(ways.close)
  if (brokerUrl) await waitForSubscription(ways, ana)

  let isDead = false
  const pressers = ways.names.map((way) => openPresser(ways, way, connection, ana, () => isDead))
  const acknowledgedByAll = async () => {
    const before = pressers.map(({ pressed }) => pressed.length)
    const failure = Promise.race(pressers.map(({ failed }) => failed))
    const reached = until(
      () => pressers.every(({ pressed }, i) => pressed.length > (before[i] ?? 0)),
      60_000,
      'a press on each way that was acknowledged',
    )
    await Promise.race([reached, failure])
  }
  for (let kill = 0; kill < kills; kill++) {
    await acknowledgedByAll()
    await sleep(runMs * Math.random())
    process.kill(service.pid, 'SIGKILL')
    isDead = true
    await endLeases(connection)
    service = await start()
    isDead = false
    onKill?.(kill + 1)
  }
  await acknowledgedByAll()
  await Promise.all(pressers.map(({ finish }) => finish()))
  const pressed = pressers.flatMap(({ pressed }) => pressed)
  const whileDead = pressers.reduce((sum, { whileDead }) => sum + whileDead(), 0)
  await settle(connection, pressed)
  const verdict = await judge(connection, pressed, messages)
  await service.stop()
  const acknowledged = Object.fromEntries(
    pressers.map(({ way, pressed: ofWay }) => [way, ofWay.length] as const),
  )
  return { kills, acknowledged, whileDead, ...verdict }

  /** Presses until the service has heard of it: before, the broker has nobody to keep messages for. */
  async function waitForSubscription({ makeButtons, press }: PressWays, caregiver: SignedIn): Promise<void> {
    const [button] = (await makeButtons('zigbee2mqtt', 1)) as [Button]
    await assign(connection, [caregiver], [button.patient])
    await until(
      async () => {
        await press(button)
        return withClient(connection, async (client) => {
          const { rowCount } = await client.query('select from incidents limit 1')
          return (rowCount ?? 0) > 0
        })
      },
      60_000,
      'a press that came through the broker',
    )
  }
}

/**
 * Ends what the killed service was sending. It would be sent again after 15 seconds, but a person can have only a few
 * messages under way, and a service that is killed every three seconds would leave more than that behind.
 */
const endLeases = (connection: Parameters<typeof assign>[0]) =>
  withClient(connection, (client) =>
    client.query(`update deliveries set due_at = now() where state = 'SENDING'`),
  )

/** Presses one new button after the other on one way, each until it is acknowledged. */
function openPresser(
  ways: PressWays,
  way: WayName,
  connection: Parameters<typeof assign>[0],
  caregiver: SignedIn,
  isDead: () => boolean,
) {
  const pressed: Button[] = []
  let whileDead = 0
  let isDone = false
  const pressing = (async () => {
    let buttons: Button[] = []
    while (!isDone) {
      if (buttons.length === 0) {
        buttons = await ways.makeButtons(way, buttonsAtOnce)
        const patients = buttons.map(({ patient }) => patient)
        await assign(connection, [caregiver], patients)
      }
      const button = buttons.shift() as Button
      await ways.press(button)
      pressed.push(button)
      if (isDead()) whileDead++
      await sleep(pauseMs)
    }
  })()
  const failed = new Promise<never>((_, reject) => pressing.catch(reject))
  // It is looked at while presses are waited for, and by `finish`.
  failed.catch(() => {})
  return {
    way,
    pressed,
    failed,
    whileDead: () => whileDead,
    finish() {
      isDone = true
      return pressing
    },
  }
}

interface PressRow {
  patientId: string
  incidentId: string | null
  incidents: number
  events: number
  opened: number
  unfinished: number
}

const readPresses = (connection: Parameters<typeof assign>[0], pressed: readonly Button[]) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<PressRow>(
      `select patient as "patientId", min(incidents.id::text) as "incidentId",
              count(incidents.id)::int as incidents,
              (select count(*)::int from device_events join devices on number = device
               where user_id = patient and type = 'sos') as events,
              (select count(*)::int from incident_entries join incidents as own on own.id = incident_id
               where own.patient_id = patient and type = 'opened') as opened,
              (select count(*)::int from deliveries join incidents as own on own.id = incident_id
               where own.patient_id = patient and deliveries.state <> 'SENT') as unfinished
       from unnest($1::uuid[]) as patient left join incidents on patient_id = patient and kind = 'SOS'
       group by patient`,
      [pressed.map(({ patient }) => patient.id)],
    )
    return rows
  })

/** Waits until every press has its incident and everybody was told, or nothing changes any more. */
async function settle(connection: Parameters<typeof assign>[0], pressed: readonly Button[]): Promise<void> {
  await until(
    async () => {
      const rows = await readPresses(connection, pressed)
      return rows.every(({ incidents, unfinished }) => incidents > 0 && unfinished === 0)
    },
    settleMs,
    'every message',
    // What is missing is judged.
  ).catch(() => {})
}

async function judge(
  connection: Parameters<typeof assign>[0],
  pressed: readonly Button[],
  messages: readonly ReceivedMessage[],
): Promise<Pick<PressKillResult, 'incidents' | 'messages' | 'lost' | 'doubled' | 'replaced'>> {
  const wayOf = new Map(pressed.map(({ patient, way }) => [patient.id, way]))
  const identities = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const { by, incidentId, identity } of messages) {
    const key = `${by} ${incidentId}`
    identities.set(key, (identities.get(key) ?? new Set()).add(identity))
    increment(counts, `${key} ${identity}`)
  }
  const lost: string[] = []
  const doubled: string[] = []
  const rows = await readPresses(connection, pressed)
  for (const { patientId, incidentId, incidents, events, opened } of rows) {
    const what = `a press on the way ${wayOf.get(patientId)}`
    if (incidents === 0) lost.push(`${what}: no incident`)
    if (incidents > 1 || opened > 1) doubled.push(`${what}: ${incidents} incidents, opened ${opened} times`)
    // Of a radio without ids, what the broker sends again after more than ten seconds is another press of the same call.
    if (events > 1 && wayOf.get(patientId) !== 'zigbee2mqtt') doubled.push(`${what}: ${events} events`)
    for (const by of ['push', 'webhook']) {
      const seen = identities.get(`${by} ${incidentId}`)?.size ?? 0
      if (incidents > 0 && seen === 0) lost.push(`${what}: no ${by}`)
      if (seen > 1) doubled.push(`${what}: ${seen} messages by ${by}`)
    }
  }
  const replaced = [...counts.values()].reduce((sum, count) => sum + count - 1, 0)
  return {
    incidents: rows.reduce((sum, row) => sum + row.incidents, 0),
    messages: messages.length,
    lost,
    doubled,
    replaced,
  }
}
