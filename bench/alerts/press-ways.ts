import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsync, type MqttClient } from 'mqtt'
import type pg from 'pg'
import { deviceAddress } from '../../src/platform/lib/external-id.ts'
import { brokerSourceId } from '../../src/telemetry/intake/intake-sources.store.ts'
import { secret } from '../processes.ts'
import { withClient } from '../stores.ts'
import { createPeople, type SignedIn } from './people.ts'

/** The ways on which the press of a button reaches the service. */
export const wayNames = ['http', 'mqtt', 'zigbee2mqtt', 'things-stack', 'traccar'] as const
export type WayName = (typeof wayNames)[number]

/** A button that is pressed once, and whose it is. */
export interface Button {
  way: WayName
  patient: SignedIn
  /** As the way writes it. */
  externalId: string
}

/** Where a service can be reached, with an admin of it. */
export interface Reachable {
  port: number
  mqttPort: number
  /** Without a broker there are no Zigbee buttons. */
  brokerUrl?: string | undefined
  connection: string | pg.ClientConfig
  admin: { email: string; password: string }
}

/** Presses buttons, and makes them. */
export interface PressWays {
  /** Those that there are here. */
  names: readonly WayName[]
  makeButtons(way: WayName, count: number): Promise<Button[]>
  /** Presses a button as its way does, again and again until somebody has acknowledged it. */
  press(button: Button): Promise<void>
  close(): Promise<void>
}

const repeatMs = 50
const answerMs = 5000
const giveUpMs = 120_000

/** Names a topic of the broker, and makes a webhook for each network that sends to one. */
export async function openPressWays(service: Reachable): Promise<PressWays> {
  const { port, mqttPort, brokerUrl, connection } = service
  const api = `http://127.0.0.1:${port}/api`
  const token = await signIn(api, service.admin)
  const names = brokerUrl ? wayNames : wayNames.filter((name) => name !== 'zigbee2mqtt')
  const sources = new Map<WayName, string>()
  const urls = new Map<WayName, string>()
  let gateway: MqttClient | undefined
  if (brokerUrl) {
    await send(api, 'PUT', '/admin/intake/topics', token, {
      topics: [{ topic: 'zigbee2mqtt/#', adapter: 'zigbee2mqtt' }],
    })
    sources.set('zigbee2mqtt', brokerSourceId)
    gateway = await connectAsync(brokerUrl, { clientId: `gateway-${randomUUID()}`, reconnectPeriod: 100 })
    gateway.on('error', () => {})
  }
  for (const adapter of ['things-stack', 'traccar'] as const) {
    const { data } = await send(api, 'POST', '/admin/intake/sources', token, { name: adapter, adapter })
    sources.set(adapter, data.id)
    urls.set(adapter, `http://127.0.0.1:${port}${new URL(data.url).pathname}`)
  }

  async function makeButtons(way: WayName, count: number): Promise<Button[]> {
    const patients = await createPeople(connection, secret, count, 'PATIENT')
    const buttons = patients.map((patient) => ({ way, patient, externalId: newId(way) }))
    await insertButtons(connection, buttons, sources.get(way))
    return buttons
  }

  /** Posts until the answer is 200; what is refused would be refused again. */
  async function post(url: string, body: object, key?: string): Promise<void> {
    const deadlineMs = performance.now() + giveUpMs
    for (;;) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(answerMs),
      }).catch(() => undefined)
      const text = await response?.text().catch(() => undefined)
      // Without its text, an answer has not arrived.
      if (response?.status === 200 && text !== undefined) return assertRecorded(text)
      const isFinal = response && response.status < 500 && response.status !== 429
      if (isFinal || performance.now() > deadlineMs)
        throw new Error(`A press returned ${response?.status}: ${text}`)
      await sleep(repeatMs)
    }
  }

  const pressBy: Record<WayName, (button: Button) => Promise<void>> = {
    http: ({ externalId, patient }) =>
      post(
        `${api}/device/events`,
        { device_id: externalId, event: 'sos', event_id: randomUUID() },
        patient.key,
      ),
    mqtt: async ({ externalId, patient }) => {
      // A new connection for each press: a button sleeps in between.
      const client = await connectUntil(`mqtt://127.0.0.1:${mqttPort}`, externalId, patient.key)
      const event = JSON.stringify({ event: 'sos', event_id: randomUUID() })
      // mqtt.js sends it again after a lost connection, until it is acknowledged.
      await client.publishAsync(`fallwatch/${externalId}/events`, event, { qos: 1 })
      await client.endAsync(true)
    },
    zigbee2mqtt: async ({ externalId }) => {
      const state = JSON.stringify({ action: 'emergency', battery: 90, linkquality: 100 })
      await gateway?.publishAsync(`zigbee2mqtt/0x${externalId.toLowerCase()}`, state, { qos: 1 })
    },
    'things-stack': ({ externalId }) => post(urls.get('things-stack') ?? '', uplink(externalId)),
    traccar: ({ externalId }) => post(urls.get('traccar') ?? '', alarm(externalId)),
  }

  return {
    names,
    makeButtons,
    press: (button) => pressBy[button.way](button),
    async close() {
      await gateway?.endAsync(true)
    },
  }
}

/** A webhook says in its answer whether the press was recorded. */
function assertRecorded(text: string): void {
  const { data } = JSON.parse(text)
  if (data.recorded === 0) throw new Error(`A press was not recorded: ${text}`)
}

async function connectUntil(url: string, username: string, password: string): Promise<MqttClient> {
  const deadlineMs = performance.now() + giveUpMs
  for (;;) {
    try {
      const options = { username, password, clientId: username, clean: false, reconnectPeriod: 100 }
      const client = await connectAsync(url, options, false)
      client.on('error', () => {})
      return client
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
      await sleep(repeatMs)
    }
  }
}

async function signIn(api: string, admin: Reachable['admin']): Promise<string> {
  const { token } = await send(api, 'POST', '/auth/login', undefined, admin)
  return token
}

async function send(api: string, method: string, path: string, token: string | undefined, body: object) {
  const response = await fetch(api + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** A MAC address, the EUI-64 of a radio, or the IMEI of a pendant with its own SIM card. */
function newId(way: WayName): string {
  if (way === 'http' || way === 'mqtt')
    return `0A:${randomBytes(5).toString('hex').toUpperCase().match(/../g)?.join(':')}`
  if (way === 'traccar') return `86${String(randomBytes(6).readUIntBE(0, 6)).padStart(13, '0').slice(-13)}`
  return randomBytes(8).toString('hex').toUpperCase()
}

async function insertButtons(
  connection: Reachable['connection'],
  buttons: readonly Button[],
  source: string | undefined,
): Promise<void> {
  const columns = [
    buttons.map(({ externalId }) => deviceAddress(externalId)),
    buttons.map(({ externalId }) => (externalId.includes(':') ? null : externalId)),
    buttons.map(({ patient }) => patient.id),
  ]
  await withClient(connection, (client) =>
    client.query(
      `with made as (
         insert into devices (id, user_id, mac, external_id, kind, name, created_at, updated_at)
         select gen_random_uuid(), owner, address, external_id, 'BUTTON', 'Button', now(), now()
         from unnest($1::text[], $2::text[], $3::uuid[]) as t (address, external_id, owner)
         returning number
       ), states as (
         insert into device_states (device) select number from made
       )
       insert into intake_devices (device, source) select number, $4::uuid from made where $4::uuid is not null`,
      [...columns, source ?? null],
    ),
  )
}

/** What The Things Stack sends of a Milesight WS101 that was pressed. */
const uplink = (devEui: string) => ({
  end_device_ids: { device_id: `eui-${devEui.toLowerCase()}`, dev_eui: devEui },
  received_at: new Date().toISOString(),
  uplink_message: {
    session_key_id: randomBytes(16).toString('base64'),
    f_cnt: 1,
    decoded_payload: { battery: 100, button_event: { status: 'short press' } },
  },
})

let positions = 0

/** What Traccar forwards of a pendant whose button was pressed. */
const alarm = (uniqueId: string) => {
  const positionId = ++positions
  const eventTime = new Date().toISOString()
  return {
    event: { id: positionId, attributes: { alarm: 'sos' }, type: 'alarm', eventTime, positionId },
    device: { id: positionId, uniqueId, name: uniqueId, status: 'online' },
  }
}
