import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { notifyDeviceChange } from '../../src/platform/events/device-notifications.ts'
import { createDeviceCache } from '../../src/telemetry/ingest/device-cache.ts'
import {
  addDevice,
  addUnregisteredDevice,
  assertFields,
  devicesOfUser,
  everythingElse,
  goodReading,
  randomMac,
  readingsOfUser,
  sendReading,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const readingsOf = async (id: string, token: string, query = {}) =>
  (await service.call('GET', `/device/${id}/readings`, { token, query })).body.data

const deviceOf = async (id: string, token: string) =>
  (await service.call('GET', `/device/${id}`, { token })).body.data

describe('an accepted reading', () => {
  test('answers 200 with exactly the fields of an assessment', async () => {
    const { token } = await service.signUp()
    const before = service.ctx.now()
    const answer = await sendReading(service, token, randomMac(), everythingElse)
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data'])
    assert.equal(answer.body.success, true)
    const { data } = answer.body
    const fields = ['deviceId', 'timestamp', 'fallDetected', 'fallConfidence', 'healthScore']
    assertFields(data, [...fields, 'nextAllowedRequest'])
    assert.match(data.deviceId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.equal(new Date(data.timestamp).toISOString(), data.timestamp)
    assert.ok(new Date(data.timestamp) >= before && new Date(data.timestamp) <= service.ctx.now())
    assert.deepEqual([data.fallDetected, data.fallConfidence, data.healthScore], [false, 0, 100])
    assert.equal(Date.parse(data.nextAllowedRequest) - Date.parse(data.timestamp), 1000)
  })

  test('is not counted against the address', async () => {
    const { token } = await service.signUp()
    const { headers } = await sendReading(service, token, randomMac())
    assert.equal(headers['x-ratelimit-remaining'], undefined)
  })

  test('may come from a patient, a caregiver and an admin, but not from nobody', async () => {
    const tokens = [
      (await service.signUp()).token,
      (await service.signUp({ role: 'CAREGIVER' })).token,
      await service.adminToken(),
      '',
      'no.such.token',
    ]
    const statuses = []
    for (const token of tokens) statuses.push((await sendReading(service, token, randomMac())).status)
    assert.deepEqual(statuses, [200, 200, 200, 401, 401])
  })
})

describe('the first reading of a MAC address', () => {
  test('makes a device of the caller, which is active, and answers with its identifier', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const { data } = (await sendReading(service, rosa.token, mac.toLowerCase())).body
    const device = await deviceOf(data.deviceId, rosa.token)
    assert.deepEqual(
      [device.id, device.userId, device.macAddress, device.status, device.lastSeen, device.name],
      [data.deviceId, rosa.id, mac, 'ACTIVE', data.timestamp, `Wearable ${mac.slice(-5)}`],
    )
    assert.equal(await devicesOfUser(service, rosa.id), 1)
  })

  test('makes the only one: later readings go to the same device', async () => {
    const rosa = await service.signUp()
    const { id, send } = await addDevice(service, rosa.token)
    assert.equal((await send()).deviceId, id)
    assert.equal(await devicesOfUser(service, rosa.id), 1)
    assert.equal(await readingsOfUser(service, rosa.id), 2)
  })

  test('makes none where one was added beforehand, which becomes active', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addUnregisteredDevice(service, rosa.id)
    const { data } = (await sendReading(service, rosa.token, mac)).body
    assert.equal(data.deviceId, id)
    const device = await deviceOf(id, rosa.token)
    assert.deepEqual([device.status, device.lastSeen, device.name], ['ACTIVE', data.timestamp, 'Spare'])
  })

  test('may write the address in any of its forms', async () => {
    const { id: userId, token } = await service.signUp()
    const mac = randomMac()
    const bare = mac.replaceAll(':', '')
    const forms = [mac, mac.toLowerCase(), bare, bare.toLowerCase(), mac.replaceAll(':', '-')]
    const ids = new Set()
    for (const form of forms) {
      const answer = await sendReading(service, token, form)
      assert.equal(answer.status, 200, form)
      ids.add(answer.body.data.deviceId)
      service.advance('1s')
    }
    assert.equal(ids.size, 1)
    assert.equal(await devicesOfUser(service, userId), 1)
  })
})

describe('what was sent is stored', () => {
  test('with every value, null for what was not sent', async () => {
    const { token } = await service.signUp()
    const { id, send, first } = await addDevice(service, token, everythingElse)
    const bare = await send({ uptime_ms: 6000 })
    const nothing = { pressure: null, fsr: null, heartRate: null, spo2: null, batteryLevel: null }
    const common = { accel: [0.25, -0.5, 9.81], gyro: [1.5, -2, 0.125], fallConfidence: 0, healthScore: 100 }
    assert.deepEqual(await readingsOf(id, token), [
      {
        ...{ ...common, ...nothing, timestamp: bare.timestamp, uptime: 6000, samples: null },
        ...{ wifiConnected: null, bluetoothConnected: null, sensorsInitialized: null },
      },
      {
        ...{ ...common, timestamp: first.timestamp, uptime: 5000, samples: null },
        ...{ pressure: 1013.25, fsr: 0.5, heartRate: 72, spo2: 97, batteryLevel: 81.5 },
        ...{ wifiConnected: true, bluetoothConnected: false, sensorsInitialized: true },
      },
    ])
  })

  test('with its samples, which come back when asked for', async () => {
    const { token } = await service.signUp()
    const samples = [
      [0, 0, 9.81, 0, 0, 0],
      [-1.5, 2.25, 10, 100, -50, 12.5],
    ]
    const { id } = await addDevice(service, token, { samples, sample_rate_hz: 50 })
    assert.equal((await readingsOf(id, token))[0].samples, null)
    const [reading] = await readingsOf(id, token, { samples: 'true' })
    assert.equal(reading.samples.rateHz, 50)
    assert.equal(reading.samples.values.length, 2)
    for (const [i, value] of samples.flat().entries()) {
      assert.ok(Math.abs(reading.samples.values.flat()[i] - value) < 0.01, `value ${i} of the samples`)
    }
  })

  test('but no field that the API does not know', async () => {
    const { token } = await service.signUp()
    const unknown = { note: 'private', accel_w: 3, Device_ID: 'x' }
    const { id } = await addDevice(service, token, {
      ...unknown,
      client_timestamp: '2020-01-01T00:00:00+02:00',
    })
    const [row] = await service.ctx.db.query<{ text: string }>(
      `select readings::text as text from readings join devices on number = device where id = $1`,
      [id],
    )
    assert.ok(row && !row.text.includes('private') && !row.text.includes('2020'))
  })

  test('however extreme, without harm to what is sent at the same moment', async () => {
    const { token } = await service.signUp()
    const extremes: [Record<string, unknown>, Record<string, unknown>][] = [
      [{ accel_x: 2000, accel_y: -2000, accel_z: 2000 }, { accel: [2000, -2000, 2000] }],
      [{ gyro_x: 20_000, gyro_y: -20_000, gyro_z: -0 }, { gyro: [20_000, -20_000, 0] }],
      [{ accel_x: 1e-45, gyro_x: -1e-300, pressure: 5e-324 }, { pressure: 0 }],
      [{ pressure: 1e38 }, { pressure: 1e38 }],
      [{ uptime_ms: Number.MAX_SAFE_INTEGER }, { uptime: Number.MAX_SAFE_INTEGER }],
      [
        { uptime_ms: 0, fsr: 0, battery_level: 0, heart_rate: 0, spo2: 0 },
        { uptime: 0, spo2: 0, fsr: 0 },
      ],
      [
        { fsr: 1, battery_level: 100, heart_rate: 300, spo2: 100 },
        { heartRate: 300, batteryLevel: 100 },
      ],
    ]
    const answers = await Promise.all(
      extremes.map(([sent]) => sendReading(service, token, randomMac(), sent)),
    )
    for (const [i, [, expected]] of extremes.entries()) {
      assert.equal(answers[i]?.status, 200, answers[i]?.text)
      const [reading] = await readingsOf(answers[i]?.body.data.deviceId, token)
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(reading[name], value)
    }
  })

  test('whatever characters a version of the firmware has', async () => {
    const { token } = await service.signUp()
    const versions = [
      `2.1.0"; drop table readings; --`,
      String.raw`back\slash \\ \" and \x41`,
      '{"braces","and, commas"},{}',
      'NULL',
      'null',
      `it's ''quoted''`,
      'línea 版本 🦶',
      '(1,2)',
      '$1 %s $(x)',
    ]
    const answers = await Promise.all(
      versions.map((firmware_version) => sendReading(service, token, randomMac(), { firmware_version })),
    )
    const stored = []
    for (const { body } of answers) stored.push((await deviceOf(body.data.deviceId, token)).firmwareVersion)
    assert.deepEqual(stored, versions)
  })

  test('a version of the firmware without what would deceive its readers', async () => {
    const { token } = await service.signUp()
    const versions: [string, string | null][] = [
      ['2.1\n.0\t\u0007', '2.1.0'],
      ['\u202e0.1.2\u2069', '0.1.2'],
      ['\u200e\u200f', null],
    ]
    for (const [firmware_version, expected] of versions) {
      const answer = await sendReading(service, token, randomMac(), { firmware_version })
      assert.equal(answer.status, 200, answer.text)
      assert.equal((await deviceOf(answer.body.data.deviceId, token)).firmwareVersion, expected)
    }
  })
})

describe('a reading is refused with 403, and nothing of it stored, when the device is', () => {
  test("somebody else's", async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    const { mac, send } = await addDevice(service, rosa.token)
    for (const token of [luis.token, await service.adminToken()]) {
      const answer = await sendReading(service, token, mac, { battery_level: 3 })
      assert.deepEqual([answer.status, Object.keys(answer.body)], [403, ['success', 'error', 'code']])
    }
    assert.equal(await devicesOfUser(service, luis.id), 0)
    assert.equal(await readingsOfUser(service, rosa.id), 1)
    await send()
  })

  test('disabled, from a second later until it is enabled again', async () => {
    const rosa = await service.signUp()
    const { id, mac, send } = await addDevice(service, rosa.token)
    const setDisabled = (disabled: boolean) =>
      service.ctx.db.transaction(async (tx) => {
        await tx.query('update devices set disabled = $2 where id = $1', [id, disabled])
        await notifyDeviceChange(tx, mac)
      })
    const statusNow = async () => {
      service.advance('1s')
      return (await sendReading(service, rosa.token, mac)).status
    }
    await setDisabled(true)
    await until(async () => (await statusNow()) === 403, 20_000)
    assert.equal((await deviceOf(id, rosa.token)).status, 'DISABLED')
    const stored = await readingsOfUser(service, rosa.id)
    assert.equal(await statusNow(), 403)
    assert.equal(await readingsOfUser(service, rosa.id), stored)
    await setDisabled(false)
    await until(async () => (await statusNow()) === 200, 20_000)
    service.advance('1s')
    await send()
    assert.equal((await deviceOf(id, rosa.token)).status, 'ACTIVE')
  })

  test('disabled while notifications cannot be received', async () => {
    const rosa = await service.signUp()
    const { id, mac } = await addUnregisteredDevice(service, rosa.id)
    const withoutNotifications = {
      alive: false,
      onNotification() {},
      onConnectionLost() {},
      stop: async () => {},
    }
    const devices = createDeviceCache(service.ctx, withoutNotifications)
    try {
      assert.equal((await devices.findOrRegister(rosa.id, mac, service.ctx.now())).id, id)
      await service.ctx.db.query('update devices set disabled = true where id = $1', [id])
      await assert.rejects(devices.findOrRegister(rosa.id, mac, service.ctx.now()), { status: 403 })
    } finally {
      devices.stop()
    }
  })
})

test('the MAC address of a deleted account is free for somebody else', async () => {
  const [rosa, luis] = [await service.signUp(), await service.signUp()]
  const { id, mac } = await addDevice(service, rosa.token)
  const body = { confirmation: true }
  assert.equal((await service.call('DELETE', '/profile/me', { token: rosa.token, body })).status, 200)
  const answer = await service.call('POST', '/device/sensor-stream', {
    token: luis.token,
    body: goodReading(mac),
  })
  assert.equal(answer.status, 200, answer.text)
  assert.notEqual(answer.body.data.deviceId, id)
})
