// A copy of the service, on a restored backup or elsewhere, calls nobody until an admin releases it.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test'
import { type HttpReceiver, startHttpReceiver } from '../../harness/http-receiver.ts'
import { makeFolder, startProcess } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { watchDevices } from '../../src/alerting/monitoring/watch-devices.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { takeBackup } from '../../src/platform/backup/take-backup.ts'
import { restoreMarkFile } from '../../src/platform/db/restore-mark.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { parseExposition } from '../support/exposition.ts'
import { incidentsOf } from '../support/incidents.ts'
import { assign } from '../support/readings.ts'
import { adminAccount, TestService } from '../support/service.ts'
import { makeStore } from '../support/store.ts'
import { startTcpReceiver } from '../support/tcp-receiver.ts'

let receiver: HttpReceiver
before(async () => {
  receiver = await startHttpReceiver()
})
after(() => receiver.stop())
beforeEach(() => void receiver.requests.splice(0))

const settings = () => ({ ALLOW_PRIVATE_TARGETS: 'on', NTFY_SERVERS: receiver.url })

async function start(t: TestContext, own: Record<string, string>): Promise<TestService> {
  const service = new TestService({ ...settings(), ...own }, { clock: 'steady' })
  t.after(() => service.stop())
  await service.start()
  return service
}

/** Starts a service with an embedded store, in this process. */
const startOn = (t: TestContext, dataDir: string, own: Record<string, string> = {}) =>
  start(t, { DATABASE_URL: '', DATA_DIR: dataDir, ...own })

/** Opens an incident with a caregiver who is told by ntfy, and a webhook. */
async function callForHelp(service: TestService) {
  const patient = await service.signUp()
  const caregiver = await service.signUp({ role: 'CAREGIVER', firstName: 'Ana' })
  await assign(service, caregiver.id, patient.id)
  const contact = { channel: 'ntfy', url: `${receiver.url}/ana` }
  const { token } = caregiver
  const added = await service.call('POST', '/notifications/contacts', { token, body: contact })
  assert.equal(added.status, 201, added.text)
  assert.equal((await service.call('POST', '/sos', { token: patient.token })).status, 201)
  return { patient, caregiver, contactId: added.body.data.id as string }
}

/** Moves the clock and does what is due on the way. */
async function passTime(service: TestService, minutes: number): Promise<void> {
  for (let i = 0; i < minutes * 2; i++) {
    service.advance('30s')
    await watchDevices(service.ctx)
    await service.engine.runDue()
  }
}

const heldBy = async (service: TestService) =>
  (await service.call('GET', '/health')).body.data.held?.reason as string | undefined

const metricsToken = 'a-token-for-metrics-of-enough-length'

async function heldGauge(service: TestService): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const { body } = await service.app.inject({ url: '/metrics', headers })
  return parseExposition(body).value('fallwatch_notifications_held')
}

const release = async (service: TestService) =>
  service.call('POST', '/admin/release-notifications', { token: await service.adminToken() })

describe('a backup that is restored beside the original', () => {
  test('calls nobody in ten minutes, and begins anew once after the release', async (t) => {
    const [dataDir, folder] = [await makeStore(), makeFolder()]
    const original = await startOn(t, dataDir)
    const { patient, caregiver } = await callForHelp(original)
    await original.engine.runDue()
    assert.equal(receiver.requests.length, 1)
    // A second call, whose messages wait at the time of the backup.
    const other = await original.signUp()
    await assign(original, caregiver.id, other.id)
    assert.equal((await original.call('POST', '/sos', { token: other.token })).status, 201)
    const now = () => new Date()
    const key = 'the key of the installation of this test'
    await takeBackup({ dataDir, parent: folder, version: 'test', key, now })
    const target = join(makeFolder(), 'data')
    await restoreBackup({ dataDir: target, from: folder, replaces: false, key, now })
    receiver.requests.splice(0)

    const copy = await startOn(t, target)
    assert.notEqual(copy.store.installation.id, original.store.installation.id)
    assert.equal(await heldBy(copy), 'RESTORED')
    assert.ok(!existsSync(join(target, 'postgres', restoreMarkFile)), 'the database knows it now')
    await passTime(copy, 10)
    assert.deepEqual(receiver.requests, [])
    const seen = async () =>
      (await Promise.all([patient, other].map((person) => incidentsOf(copy, person))))
        .flat()
        .map(({ state, kind }) => [state, kind])
    const open = [
      ['OPEN', 'SOS'],
      ['OPEN', 'SOS'],
    ]
    assert.deepEqual(await seen(), open, 'they are shown')

    const released = await release(copy)
    assert.equal(released.status, 200, released.text)
    assert.equal(released.body.data.incidents, 2)
    assert.equal((await release(copy)).status, 409, 'once')
    await copy.engine.runDue()
    await copy.engine.runDue()
    assert.equal(receiver.requests.length, 2, 'each incident begins anew, once')
    assert.deepEqual(await seen(), open)
    assert.equal(await heldBy(copy), undefined)
  })
})

describe('a database that ran elsewhere before', () => {
  test('is held until it is released, over restarts; the original is not', async (t) => {
    const first = await createEmptyDatabase()
    t.after(() => first.drop())
    const startAt = async (url: string) => {
      const service = new TestService(settings(), { clock: 'steady', databaseUrl: url })
      await service.start()
      return service
    }
    let service = await startAt(first.url)
    assert.equal(await heldBy(service), undefined)
    await service.stop()
    const copied = await createEmptyDatabase(new URL(first.url).pathname.slice(1))
    t.after(() => copied.drop())

    service = await startAt(first.url)
    assert.equal(await heldBy(service), undefined, 'a restart is no move')
    await service.stop()

    for (const when of ['first', 'second']) {
      service = await startAt(copied.url)
      assert.equal(await heldBy(service), 'COPIED', `the ${when} start of the copy`)
      if (when === 'first') await service.stop()
    }
    assert.equal((await release(service)).status, 200)
    await service.stop()
    service = await startAt(copied.url)
    assert.equal(await heldBy(service), undefined)
    await service.stop()
  })
})

describe('NOTIFICATIONS=held', () => {
  test('holds everything that would leave the service, also when it is no longer set, until the release', async (t) => {
    const database = await createEmptyDatabase()
    t.after(() => database.drop())
    const own = { ...settings(), SESSION_DURATION: '30d', METRICS_TOKEN: metricsToken }
    const options = { clock: 'steady' as const, databaseUrl: database.url }
    let service = new TestService({ ...own, NOTIFICATIONS: 'held' }, options)
    await service.start()
    const { patient, caregiver, contactId } = await callForHelp(service)
    await passTime(service, 10)
    const path = `/notifications/contacts/${contactId}/test`
    const tested = await service.call('POST', path, { token: caregiver.token })
    assert.equal(tested.body.data.error, 'Messages are held', tested.text)
    const health = (await service.call('GET', '/health')).body.data
    assert.deepEqual([health.status, health.held.reason], ['DEGRADED', 'SETTING'])
    const refused = await release(service)
    assert.equal(refused.status, 409)
    assert.match(refused.body.error, /NOTIFICATIONS=held is set/)
    await service.stop()

    service = new TestService(own, options)
    await service.start()
    t.after(() => service.stop())
    let connections = 0
    service.app.hold.onceReleased(() => void connections++)
    await passTime(service, 1)
    assert.deepEqual([await heldBy(service), connections], ['SETTING', 0])
    assert.equal(await heldGauge(service), 1)
    assert.deepEqual(receiver.requests, [])
    assert.equal((await release(service)).status, 200)
    assert.equal(connections, 1)
    assert.equal(await heldGauge(service), 0)
    await service.engine.runDue()
    assert.equal(receiver.requests.length, 1)
    assert.equal((await incidentsOf(service, patient)).length, 1)
    const token = await service.adminToken()
    const logs = await service.call('GET', '/admin/logs', {
      token,
      query: { action: 'notifications.released' },
    })
    assert.match(logs.text, /1 incidents begin anew/)
  })

  test('says so in the log at the start, and connects to the broker only after the release', async (t) => {
    let connections = 0
    const broker = await startTcpReceiver(() => void connections++)
    t.after(() => broker.stop())
    const own = {
      DATA_DIR: await makeStore(),
      MQTT_URL: `mqtt://127.0.0.1:${broker.port}`,
      ADMIN_EMAIL: adminAccount.email,
      ADMIN_PASSWORD: adminAccount.password,
    }
    const first = await startProcess({ ...own, NOTIFICATIONS: 'held' })
    const saying = 'No messages are sent, and no broker is connected: NOTIFICATIONS=held'
    await until(() => first.log().includes(saying), undefined, 'a line of the log')
    assert.match(first.log(), /"held":"SETTING","msg":"started"/)
    assert.equal(await first.end(), 0)
    const service = await startProcess(own)
    const post = (path: string, token: string, body: object = {}) =>
      fetch(`${service.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    const login = (await (await post('/auth/login', '', adminAccount)).json()) as { token: string }
    assert.equal(connections, 0)
    assert.equal((await post('/admin/release-notifications', login.token)).status, 200)
    await until(() => connections > 0, undefined, 'a connection to the broker')
    assert.equal(await service.end(), 0)
  })
})
