import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { createDeviceCache, type DeviceCache } from '../../src/telemetry/ingest/device-cache.ts'
import {
  addDevice,
  addUnregisteredDevice,
  assign,
  batchReading,
  countRows,
  type Fields,
  type Person,
  randomMac,
  sendReading,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const readPlacement = async (id: string, { token }: Person) =>
  (await service.call('GET', `/device/${id}/detection`, { token })).body.data.placement

async function setPlacement(id: string, { token }: Person, placement: string) {
  const answer = await service.call('PUT', `/device/${id}/detection`, { token, body: { placement } })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const readSensitivity = (id: string, token: string) =>
  service.call('GET', `/patients/${id}/detection`, { token })

const setSensitivity = (id: string, token: string, sensitivity: unknown) =>
  service.call('PUT', `/patients/${id}/detection`, { token, body: { sensitivity } })

const ago = (milliseconds: number) => new Date(service.ctx.now().getTime() - milliseconds)

async function sendBatch({ token }: Person, mac: string, readings: Fields[]) {
  const body = { device_id: mac, readings }
  const answer = await service.call('POST', '/device/sensor-stream/batch', { token, body })
  assert.equal(answer.status, 200, answer.text)
  service.advance('1s')
}

/** Changes with every write to the row of a device. */
async function versionOf(id: string): Promise<string> {
  const [row] = await service.ctx.db.query<{ version: string }>(
    'select xmin::text || ctid::text as version from devices where id = $1',
    [id],
  )
  return row?.version ?? assert.fail()
}

describe('the placement of a device', () => {
  test('is unknown at first, also of one without a reading', async () => {
    const rosa = await service.signUp()
    const registered = await addDevice(service, rosa.token)
    const unregistered = await addUnregisteredDevice(service, rosa.id)
    for (const { id } of [registered, unregistered]) {
      const answer = await service.call('GET', `/device/${id}/detection`, { token: rosa.token })
      assert.deepEqual([answer.status, answer.body], [200, { success: true, data: { placement: 'unknown' } }])
    }
  })

  for (const placement of ['wrist', 'waist', 'pocket', 'unknown']) {
    test(`is what the device reports: ${placement}`, async () => {
      const rosa = await service.signUp()
      const { id, send } = await addDevice(service, rosa.token, { placement: 'pocket' })
      assert.equal(await readPlacement(id, rosa), 'pocket')
      await send({ placement })
      assert.equal(await readPlacement(id, rosa), placement)
      await send()
      assert.equal(await readPlacement(id, rosa), placement, 'what is left out stays')
    })
  }

  test('is written when it changes, and not when it is repeated', async () => {
    const rosa = await service.signUp()
    const { id, send } = await addDevice(service, rosa.token)
    const first = await versionOf(id)
    await send({ placement: 'unknown' })
    assert.equal(await versionOf(id), first)
    await send({ placement: 'waist' })
    const second = await versionOf(id)
    assert.notEqual(second, first)
    for (let i = 0; i < 3; i++) await send({ placement: 'waist' })
    await setPlacement(id, rosa, 'wrist')
    const third = await versionOf(id)
    await send({ placement: 'waist' })
    assert.equal(
      await versionOf(id),
      third,
      'a report is compared with the report before, not with the owner',
    )
    await send({ placement: 'pocket' })
    assert.notEqual(await versionOf(id), third)
  })

  test('is refused where it is no placement', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addDevice(service, rosa.token)
    for (const placement of ['ankle', 'WRIST', '', null, 7, ['wrist']]) {
      for (const [method, path, body] of [
        ['PUT', `/device/${id}/detection`, { placement }],
        ['POST', '/device/sensor-stream', undefined],
      ] as const) {
        const answer = body
          ? await service.call(method, path, { token: rosa.token, body })
          : await sendReading(service, rosa.token, mac, { placement })
        assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['placement']])
        assert.match(answer.body.details.placement, /^must be one of wrist, waist, pocket, unknown$/)
      }
    }
    const empty = await service.call('PUT', `/device/${id}/detection`, { token: rosa.token, body: {} })
    assert.deepEqual([empty.status, Object.keys(empty.body.details)], [400, ['placement']])
    assert.equal(await readPlacement(id, rosa), 'unknown')
  })

  test('is the last one that a batch reports', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addDevice(service, rosa.token)
    service.advance('10s')
    await sendBatch(rosa, mac, [
      batchReading(ago(3000), { uptime_ms: 6000, placement: 'waist' }),
      batchReading(ago(5000), { uptime_ms: 5500, placement: 'wrist' }),
      batchReading(ago(1000), { uptime_ms: 7000 }),
    ])
    assert.equal(await readPlacement(id, rosa), 'waist')
    const version = await versionOf(id)
    service.advance('10s')
    await sendBatch(rosa, mac, [batchReading(ago(1000), { uptime_ms: 17_000, placement: 'waist' })])
    assert.equal(await versionOf(id), version)
  })

  test('is not changed by a batch that is older than what the device has reported since', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addDevice(service, rosa.token, { placement: 'wrist' })
    await sendBatch(rosa, mac, [batchReading(ago(3_600_000), { uptime_ms: 1000, placement: 'pocket' })])
    assert.equal(await readPlacement(id, rosa), 'wrist')
  })

  test('is refused in a batch with the place of the reading', async () => {
    const rosa = await service.signUp()
    const readings = [batchReading(ago(2000)), batchReading(ago(1000), { placement: 'ankle' })]
    const body = { device_id: randomMac(), readings }
    const answer = await service.call('POST', '/device/sensor-stream/batch', { token: rosa.token, body })
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['readings.1.placement']])
  })
})

describe('the placement that the owner sets', () => {
  test('wins over what the device reports, until it is unknown again', async () => {
    const rosa = await service.signUp()
    const { id, send } = await addDevice(service, rosa.token, { placement: 'wrist' })
    assert.deepEqual(await setPlacement(id, rosa, 'waist'), { placement: 'waist' })
    await send({ placement: 'pocket' })
    assert.equal(await readPlacement(id, rosa), 'waist')
    assert.deepEqual(await setPlacement(id, rosa, 'unknown'), { placement: 'pocket' })
    await send({ placement: 'wrist' })
    assert.equal(await readPlacement(id, rosa), 'wrist')
  })

  test('leaves the fields of a device as they are, and moves the time of its change', async () => {
    const rosa = await service.signUp()
    const { id } = await addDevice(service, rosa.token)
    const read = async () =>
      (await service.call('GET', `/device/${id}`, { token: rosa.token })).body.data as Fields
    const before = await read()
    await setPlacement(id, rosa, 'waist')
    const { updatedAt, ...after } = await read()
    assert.deepEqual({ ...after, updatedAt: before.updatedAt }, before)
    assert.ok(String(updatedAt) > String(before.updatedAt))
    const version = await versionOf(id)
    await setPlacement(id, rosa, 'waist')
    assert.equal(await versionOf(id), version, 'a repeated one writes nothing')
  })

  test('is 404 for a device that is not there', async () => {
    const { token } = await service.signUp()
    const path = `/device/${randomUUID()}/detection`
    assert.equal((await service.call('GET', path, { token })).status, 404)
    assert.equal((await service.call('PUT', path, { token, body: { placement: 'waist' } })).status, 404)
  })
})

describe('the device cache of every process', () => {
  /** The device cache of another process on the same database. */
  let elsewhere: DeviceCache
  before(() => {
    elsewhere = createDeviceCache(service.ctx, service.store.heartbeat)
  })
  after(() => elsewhere.stop())

  const cached = (owner: Person, mac: string) => elsewhere.find(owner.id, mac, service.ctx.now())
  const load = (owner: Person, mac: string) => elsewhere.findOrRegister(owner.id, mac, service.ctx.now())

  /** Waits for the notification that a cached device has changed, and reads it again. */
  async function reload(owner: Person, mac: string) {
    await until(() => !cached(owner, mac), 20_000)
    return load(owner, mac)
  }

  test('has the placement, and reads it again when the owner or the device changes it', async () => {
    const rosa = await service.signUp()
    const { id, mac, send } = await addDevice(service, rosa.token)
    assert.deepEqual([(await load(rosa, mac)).placement], ['unknown'])
    await send({ placement: 'waist' })
    const reported = await reload(rosa, mac)
    assert.deepEqual([reported.placement, reported.reportedPlacement], ['waist', 'waist'])
    await setPlacement(id, rosa, 'pocket')
    const set = await reload(rosa, mac)
    assert.deepEqual([set.placement, set.reportedPlacement], ['pocket', 'waist'])
  })

  test('has the sensitivity of the owner, and reads it again for all devices when it changes', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const admin = await service.adminToken()
    const macs: string[] = []
    for (let i = 0; i < 2; i++) macs.push((await addDevice(service, rosa.token)).mac)
    const other = await addDevice(service, luis.token)
    for (const mac of macs) assert.equal((await load(rosa, mac)).sensitivity, 'normal')
    await load(luis, other.mac)
    assert.equal((await setSensitivity(rosa.id, admin, 'high')).status, 200)
    for (const mac of macs) assert.equal((await reload(rosa, mac)).sensitivity, 'high')
    assert.equal(cached(luis, other.mac)?.sensitivity, 'normal')
    const { mac } = await addDevice(service, rosa.token)
    assert.equal((await load(rosa, mac)).sensitivity, 'high', 'also of a device that came later')
  })

  test('is left alone by a sensitivity that is set already', async () => {
    const rosa = await service.signUp()
    const admin = await service.adminToken()
    const { mac } = await addDevice(service, rosa.token)
    await load(rosa, mac)
    await setSensitivity(rosa.id, admin, 'low')
    await reload(rosa, mac)
    assert.equal((await setSensitivity(rosa.id, admin, 'low')).status, 200)
    // Notifications come in order: with this one, one of the statement before would have come.
    const luis = await service.signUp()
    const last = await addDevice(service, luis.token)
    await load(luis, last.mac)
    await setSensitivity(luis.id, admin, 'high')
    await reload(luis, last.mac)
    assert.equal(cached(rosa, mac)?.sensitivity, 'low')
  })
})

describe('the sensitivity of a patient', () => {
  async function pair() {
    const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, ana.id, rosa.id)
    return { rosa, ana }
  }

  test('is normal at first, and what a caregiver or an admin sets it to', async () => {
    const { rosa, ana } = await pair()
    const first = await readSensitivity(rosa.id, rosa.token)
    assert.deepEqual([first.status, first.body], [200, { success: true, data: { sensitivity: 'normal' } }])
    for (const [token, sensitivity] of [
      [ana.token, 'high'],
      [await service.adminToken(), 'low'],
      [ana.token, 'normal'],
    ] as const) {
      const answer = await setSensitivity(rosa.id, token, sensitivity)
      assert.deepEqual([answer.status, answer.body.data], [200, { sensitivity }])
      for (const reader of [rosa, ana])
        assert.deepEqual((await readSensitivity(rosa.id, reader.token)).body.data, { sensitivity })
    }
  })

  test('is not for the patient to change', async () => {
    const { rosa } = await pair()
    assert.equal((await setSensitivity(rosa.id, rosa.token, 'low')).status, 403)
    assert.equal((await readSensitivity(rosa.id, rosa.token)).body.data.sensitivity, 'normal')
  })

  for (const sensitivity of ['extreme', 'HIGH', '', null, undefined, 1, ['high']]) {
    test(`is refused as ${JSON.stringify(sensitivity)}`, async () => {
      const { rosa, ana } = await pair()
      const answer = await setSensitivity(rosa.id, ana.token, sensitivity)
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['sensitivity']])
      assert.match(answer.body.details.sensitivity, /^must be one of high, normal, low$/)
      assert.equal((await readSensitivity(rosa.id, ana.token)).body.data.sensitivity, 'normal')
    })
  }

  test('is 404 for nobody and for who is no patient', async () => {
    const admin = await service.adminToken()
    const { ana } = await pair()
    for (const id of [randomUUID(), ana.id]) {
      assert.equal((await readSensitivity(id, admin)).status, 404)
      assert.equal((await setSensitivity(id, admin, 'high')).status, 404)
    }
  })

  test('survives other changes of the account', async () => {
    const { rosa, ana } = await pair()
    await setSensitivity(rosa.id, ana.token, 'high')
    const body = { phone: '+34 600 1' }
    assert.equal((await service.call('PUT', `/patients/${rosa.id}`, { token: ana.token, body })).status, 200)
    assert.equal((await readSensitivity(rosa.id, ana.token)).body.data.sensitivity, 'high')
    assert.equal(await countRows(service, `users where id = $1 and sensitivity = 'high'`, [rosa.id]), 1)
  })
})
