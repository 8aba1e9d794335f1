import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { findFreePort } from '../../harness/free-port.ts'
import { type Mosquitto, needsMosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import {
  healthOf,
  killNow,
  makeFolder,
  removeFolder,
  type ServiceProcess,
  startProcess,
} from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { type Cluster, openCluster } from '../../src/platform/db/embedded/cluster.ts'
import { randomEui } from '../support/intake.ts'
import { makeStore } from '../support/store.ts'

const qos = 1
const admin = { email: 'admin@example.org', password: 'First-Admin-1!' }
const brokerSource = '00000000-0000-0000-0000-000000000000'

let storeFolder: string
let cluster: Cluster
let mosquitto: Mosquitto
let service: ServiceProcess
let publisher: MqttClient
let settings: Record<string, string>
let token: string

before(async () => {
  if (needsMosquitto.skip) return
  storeFolder = await makeStore()
  cluster = openCluster(storeFolder)
  await cluster.ensureRunning()
  mosquitto = await startMosquitto()
  const { host = '', user, password } = cluster.connection()
  settings = {
    DATABASE_URL: `postgres://${user}:${password}@${encodeURIComponent(host)}/postgres`,
    DATA_DIR: makeFolder(),
    JWT_SECRET: 'a-secret-for-tests-of-32-bytes-or-more',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    MQTT_URL: mosquitto.url,
    MQTT_PORT: String(await findFreePort()),
  }
  service = await startProcess(settings)
  publisher = await connectAsync(mosquitto.url)
  token = (await call('POST', '/auth/login', admin)).token
  await call('PUT', '/admin/intake/topics', { topics: [{ topic: 'zigbee2mqtt/#', adapter: 'zigbee2mqtt' }] })
})

after(async () => {
  await publisher?.endAsync(true)
  await service?.end('SIGTERM')
  await mosquitto?.stop()
  await cluster?.stop()
  if (storeFolder) removeFolder(storeFolder)
})

async function call(method: string, path: string, body?: object, as = token) {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** Makes a patient with a button, for which the broker may speak if it is one of Zigbee. */
async function makeButton(isZigbee: boolean) {
  const person = await call('POST', '/auth/signup', {
    ...{ email: `${randomEui()}@example.org`, password: 'Sunny-Day-42!' },
    ...{ firstName: 'Rosa', lastName: 'Marín' },
  })
  const { key } = (await call('POST', '/device/keys', {}, person.token)).data
  const externalId = randomEui()
  const device = { externalId, kind: 'BUTTON', userId: person.data.id }
  const { id } = (await call('POST', '/admin/devices', device)).data
  if (isZigbee) await call('PUT', `/admin/intake/devices/${id}`, { source: brokerSource })
  return { externalId, key, token: person.token as string }
}

const incidentsOf = async ({ token }: { token: string }): Promise<{ kind: string }[]> =>
  (await call('GET', '/incidents', undefined, token)).data
const hasCalled = (button: { token: string }, what: string) =>
  until(async () => (await incidentsOf(button)).length > 0, undefined, what)
const press = (externalId: string) =>
  publisher.publishAsync(`zigbee2mqtt/0x${externalId.toLowerCase()}`, '{"action":"emergency"}', { qos })
const says = (status: number) =>
  until(async () => (await healthOf(service.url)) === status, undefined, `health ${status}`)

/** Waits until the service has taken a message, and has failed to record it. */
const hasTried = () =>
  until(() => service.log().includes('could not be recorded'), undefined, 'an attempt to record')

test('while the database is away, no event of a broker is acknowledged, and each calls once it is back', {
  ...needsMosquitto,
}, async () => {
  const sayOn = (client: MqttClient, { externalId }: { externalId: string }) =>
    client.publishAsync(`fallwatch/${externalId}/events`, '{"event":"sos","event_id":"one"}', { qos })
  const [probe, patient, zigbee] = [await makeButton(true), await makeButton(true), await makeButton(true)]
  const [ownProbe, own, direct] = [await makeButton(false), await makeButton(false), await makeButton(false)]
  // Subscriptions have no sign of their own: the first calls show them.
  await until(async () => {
    await press(probe.externalId)
    await sayOn(publisher, ownProbe)
    return (await incidentsOf(probe)).length > 0 && (await incidentsOf(ownProbe)).length > 0
  })
  const pendant = await connectAsync(`mqtt://127.0.0.1:${settings.MQTT_PORT}`, {
    ...{ username: direct.externalId, password: direct.key, clientId: direct.externalId },
    ...{ clean: false, reconnectPeriod: 200 },
  })
  pendant.on('error', () => {})

  // A service that lives on tries until it is recorded.
  await cluster.stop()
  await says(503)
  await press(patient.externalId)
  await hasTried()
  await cluster.ensureRunning()
  await says(200)
  await hasCalled(patient, 'the call that has waited for the database')

  // What a service has taken and not acknowledged does not die with it.
  await cluster.stop()
  await says(503)
  await press(zigbee.externalId)
  await sayOn(publisher, own)
  let isAcknowledged = false
  const acknowledged = sayOn(pendant, direct).then(() => {
    isAcknowledged = true
  })
  await until(
    () => (service.log().match(/could not be recorded/g) ?? []).length > 1,
    undefined,
    'an attempt to record',
  )
  assert.equal(isAcknowledged, false)
  killNow(service.pid)
  await service.ended
  await cluster.ensureRunning()
  service = await startProcess({ ...settings, PORT: new URL(service.url).port })
  await hasCalled(zigbee, 'the call of the Zigbee button')
  await hasCalled(own, 'the call on our own topic')
  await acknowledged
  for (const button of [patient, zigbee, own, direct])
    assert.deepEqual(
      (await incidentsOf(button)).map(({ kind }) => kind),
      ['SOS'],
    )
  await pendant.endAsync(true)
})
