import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import {
  addDevice,
  addUnregisteredDevice,
  assertFields,
  countRows,
  deviceNumber,
  everythingElse,
  readingsOfUser,
  sendReading,
  sixCallers,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ LATEST_FIRMWARE: '2.1.0' })

const read = async (path: string, token: string) => (await service.call('GET', path, { token })).body.data
const remove = (id: string, token: string) => service.call('DELETE', `/device/${id}`, { token })
const rename = (id: string, token: string, body: unknown) =>
  service.call('PUT', `/device/${id}`, { token, body })

const deviceFields = ['id', 'userId', 'macAddress', 'name', 'status', 'lastSeen', 'batteryLevel']
const statusFields = ['deviceId', 'status', 'batteryLevel', 'signalStrength', 'lastDataPoint', 'uptime']

describe('a device that has reported everything', () => {
  test('shows exactly the fields of a device', async () => {
    const rosa = await service.signUp()
    const { id, mac, first } = await addDevice(service, rosa.token, everythingElse)
    const answer = await service.call('GET', `/device/${id}`, { token: rosa.token })
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data'])
    const { data } = answer.body
    assertFields(data, [
      ...deviceFields,
      ...['externalId', 'kind', 'expectedEverySeconds', 'place', 'firmwareVersion', 'createdAt', 'updatedAt'],
    ])
    const { createdAt, updatedAt, ...rest } = data
    assert.deepEqual(rest, {
      ...{ id, userId: rosa.id, macAddress: mac, name: `Wearable ${mac.slice(-5)}`, status: 'ACTIVE' },
      ...{ lastSeen: first.timestamp, batteryLevel: 81.5, firmwareVersion: '2.1.0' },
      ...{ externalId: mac, kind: 'WEARABLE', expectedEverySeconds: null, place: null },
    })
    for (const time of [createdAt, updatedAt]) assert.equal(new Date(time).toISOString(), time)
  })

  test('shows exactly the fields of its status', async () => {
    const { token } = await service.signUp()
    const { id, first } = await addDevice(service, token, everythingElse)
    const answer = await service.call('GET', `/device/${id}/status`, { token })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, {
      success: true,
      data: {
        ...{ deviceId: id, status: 'ACTIVE', batteryLevel: 81.5, signalStrength: -61, uptime: 5000 },
        ...{ lastDataPoint: first.timestamp, sensorsInitialized: true, wifiConnected: true },
        ...{ bluetoothConnected: false, firmwareVersion: '2.1.0', updateAvailable: false },
      },
    })
  })

  test('keeps what a later reading leaves out, and changes what it reports', async () => {
    const { token } = await service.signUp()
    const { id, send } = await addDevice(service, token, everythingElse)
    const { timestamp } = await send({ uptime_ms: 6000, wifi_connected: false, battery_level: 0 })
    const status = await read(`/device/${id}/status`, token)
    assert.deepEqual(
      [status.uptime, status.lastDataPoint, status.wifiConnected, status.batteryLevel],
      [6000, timestamp, false, 0],
    )
    assert.deepEqual([status.signalStrength, status.firmwareVersion], [-61, '2.1.0'])
  })
})

describe('what was never reported is null', () => {
  const unknown = {
    batteryLevel: null,
    signalStrength: null,
    sensorsInitialized: null,
    firmwareVersion: null,
  }
  const unconnected = { wifiConnected: null, bluetoothConnected: null, updateAvailable: false }

  test('where a device sent only what it must', async () => {
    const { token } = await service.signUp()
    const { id, first } = await addDevice(service, token)
    const device = await read(`/device/${id}`, token)
    assert.deepEqual([device.batteryLevel, device.firmwareVersion], [null, null])
    assert.deepEqual(await read(`/device/${id}/status`, token), {
      ...{ deviceId: id, status: 'ACTIVE', lastDataPoint: first.timestamp, uptime: 5000 },
      ...unknown,
      ...unconnected,
    })
  })

  test('where a device was added beforehand and has sent no reading yet', async () => {
    const rosa = await service.signUp()
    const { id } = await addUnregisteredDevice(service, rosa.id)
    const device = await read(`/device/${id}`, rosa.token)
    assert.deepEqual([device.status, device.lastSeen, device.batteryLevel], ['UNREGISTERED', null, null])
    const status = await read(`/device/${id}/status`, rosa.token)
    assertFields(status, [...statusFields, ...Object.keys({ ...unknown, ...unconnected }).slice(2)])
    assert.deepEqual(status, {
      ...{ deviceId: id, status: 'UNREGISTERED', lastDataPoint: null, uptime: null },
      ...unknown,
      ...unconnected,
    })
  })
})

test('a device is active, inactive after 30 minutes, offline after a day, and active again with new data', async () => {
  const rosa = await service.signUp()
  const { id, mac } = await addDevice(service, rosa.token)
  let { token } = rosa
  const statuses = async () => [
    (await read(`/device/${id}`, token)).status,
    (await read(`/device/${id}/status`, token)).status,
  ]
  assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE'])
  service.advance('29m')
  assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE'])
  service.advance('1m')
  assert.deepEqual(await statuses(), ['INACTIVE', 'INACTIVE'])
  service.advance('1409m')
  assert.deepEqual(await statuses(), ['INACTIVE', 'INACTIVE'])
  service.advance('1m')
  token = (await service.logIn(rosa.email)).body.token
  assert.deepEqual(await statuses(), ['OFFLINE', 'OFFLINE'])
  assert.equal((await sendReading(service, token, mac)).status, 200)
  assert.deepEqual(await statuses(), ['ACTIVE', 'ACTIVE'])
  await service.ctx.db.query('update devices set disabled = true where id = $1', [id])
  assert.deepEqual(await statuses(), ['DISABLED', 'DISABLED'])
})

describe('an update is available', () => {
  const versions: [string | undefined, boolean][] = [
    ['2.0.9', true],
    ['2.1.0-beta.1', true],
    ['0.0.1', true],
    ['2.1.0', false],
    ['2.1.1', false],
    ['10.0.0', false],
    ['2.0', false],
    ['latest', false],
    [undefined, false],
  ]
  for (const [firmware_version, expected] of versions) {
    test(`for ${firmware_version ?? 'no version at all'}: ${expected}`, async () => {
      const { token } = await service.signUp()
      const { id } = await addDevice(service, token, { firmware_version })
      assert.equal((await read(`/device/${id}/status`, token)).updateAvailable, expected)
    })
  }
})

describe('renaming', () => {
  test('answers the device with its new name, which later readings leave alone', async () => {
    const { token } = await service.signUp()
    const { id, send } = await addDevice(service, token)
    const before = await read(`/device/${id}`, token)
    const answer = await rename(id, token, { name: '  Left wrist ', macAddress: 'x', status: 'DISABLED' })
    assert.equal(answer.status, 200)
    const { updatedAt } = answer.body.data
    assert.deepEqual(answer.body.data, { ...before, name: 'Left wrist', updatedAt })
    assert.ok(updatedAt > before.updatedAt)
    await send()
    assert.equal((await read(`/device/${id}`, token)).name, 'Left wrist')
  })

  const names = [undefined, null, '', '  \n', 'x'.repeat(101), 7, ['Left'], {}]
  for (const name of names) {
    test(`is refused for the name ${JSON.stringify(name)?.slice(0, 20)}`, async () => {
      const { token } = await service.signUp()
      const { id } = await addDevice(service, token)
      const answer = await rename(id, token, { name })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['name']])
      assert.match((await read(`/device/${id}`, token)).name, /^Wearable /)
    })
  }

  test('takes names of 1 and of 100 characters', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    for (const name of ['x', 'ñ'.repeat(100)]) {
      assert.equal((await rename(id, token, { name })).body.data.name, name)
    }
  })
})

describe('deleting', () => {
  test('answers 204 without a body, and takes the logs and readings of that device along', async () => {
    const rosa = await service.signUp()
    const { id } = await addDevice(service, rosa.token)
    const other = await addDevice(service, rosa.token)
    const number = await deviceNumber(service, id)
    const answer = await remove(id, rosa.token)
    assert.deepEqual([answer.status, answer.text, answer.headers['content-type']], [204, '', undefined])
    for (const path of ['', '/status', '/logs', '/readings']) {
      const { status } = await service.call('GET', `/device/${id}${path}`, { token: rosa.token })
      assert.equal(status, 404, path)
    }
    assert.equal((await remove(id, rosa.token)).status, 404)
    assert.ok((await purgeReadings(service.ctx)) >= 1)
    for (const table of ['readings', 'device_logs', 'device_states']) {
      assert.equal(await countRows(service, `${table} where device = $1`, [number]), 0, table)
    }
    // A reading may have been on its way: the purge is over once none can be.
    const purges = () => countRows(service, 'reading_purges where device = $1', [number])
    assert.equal(await purges(), 1)
    await service.ctx.db.query(`update reading_purges set deleted_at = deleted_at - interval '1 minute'`)
    await purgeReadings(service.ctx)
    assert.equal(await purges(), 0)
    assert.equal(await readingsOfUser(service, rosa.id), 1)
    assert.equal((await read(`/device/${other.id}/logs`, rosa.token)).length, 1)
  })

  test('leaves the MAC address free at once: the next reading makes another device', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    let owner = rosa
    for (let i = 0; i < 20; i++) {
      const [row] = await service.ctx.db.query<{ id: string }>('select id from devices where mac = $1', [mac])
      assert.ok(row)
      assert.equal((await remove(row.id, owner.token)).status, 204)
      owner = i % 3 === 2 ? luis : rosa
      service.advance('1s')
      const answer = await sendReading(service, owner.token, mac)
      assert.equal(answer.status, 200, answer.text)
      assert.notEqual(answer.body.data.deviceId, row.id)
      const path = `/device/${answer.body.data.deviceId}/readings`
      assert.equal((await read(path, owner.token)).length, 1)
    }
  })
})

describe('each endpoint admits whom the access table says', () => {
  const rows: [method: string, path: string, body: unknown, expected: number[]][] = [
    ['GET', '', undefined, [401, 200, 403, 200, 403, 200]],
    ['GET', '/status', undefined, [401, 200, 403, 200, 403, 200]],
    ['GET', '/logs', undefined, [401, 200, 403, 200, 403, 200]],
    ['GET', '/readings', undefined, [401, 200, 403, 200, 403, 200]],
    ['PUT', '', { name: 'Mine' }, [401, 200, 403, 403, 403, 403]],
    ['DELETE', '', undefined, [401, 204, 403, 403, 403, 403]],
  ]
  for (const [method, path, body, expected] of rows) {
    test(`${method} /device/:id${path}`, async () => {
      const { self, tokens } = await sixCallers(service)
      const statuses = []
      for (const [, token] of tokens) {
        const { id } = await addDevice(service, self.token)
        statuses.push((await service.call(method, `/device/${id}${path}`, { token, body })).status)
      }
      assert.deepEqual(statuses, expected)
    })

    test(`${method} /device/:id${path} answers 400 for what is no UUID, and 404 for an unknown one`, async () => {
      const { token } = await service.signUp()
      for (const id of ['7', 'not-a-uuid', `${randomUUID()}0`, '%20', randomUUID().replaceAll('-', '')]) {
        const answer = await service.call(method, `/device/${id}${path}`, { token, body })
        assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, ['id']], id)
      }
      const unknown = await service.call(method, `/device/${randomUUID()}${path}`, { token, body })
      assert.deepEqual([unknown.status, unknown.body.success], [404, false])
    })
  }

  test('a caregiver who is no longer assigned sees nothing more', async () => {
    const { self, tokens } = await sixCallers(service)
    const { id } = await addDevice(service, self.token)
    const token = tokens[3]?.[1]
    assert.equal((await service.call('GET', `/device/${id}`, { token })).status, 200)
    await service.ctx.db.query('delete from assignments where patient_id = $1', [self.id])
    assert.equal((await service.call('GET', `/device/${id}`, { token })).status, 403)
  })
})
