import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { devicesOfUser, goodReading, type Person, randomMac } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

// Many refusals of one account would be answered late.
const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })

let person: Promise<Person> | undefined
/** One person sends whatever is refused, and never has a device. */
const rosa = () => (person ??= service.signUp())

const send = async (body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/device/sensor-stream', { token: (await rosa()).token, body, headers })

const assertNoDevice = async () => assert.equal(await devicesOfUser(service, (await rosa()).id), 0)

/** Checks that a reading is a 400 which names exactly these fields, and that it left no trace. */
async function assertRefused(body: unknown, badFields: string[], headers?: Record<string, string>) {
  const answer = await send(body, headers)
  assert.equal(answer.status, 400, answer.text)
  assert.deepEqual(Object.keys(answer.body), ['success', 'error', 'code', 'details', 'problems'])
  assert.equal(answer.body.success, false)
  assert.deepEqual(Object.keys(answer.body.details).sort(), badFields.toSorted())
  for (const message of Object.values(answer.body.details)) assert.equal(typeof message, 'string')
  await assertNoDevice()
  assert.equal((await service.ctx.db.query('select 1 from readings')).length, 0)
}

const motionFields = ['accel_x', 'accel_y', 'accel_z', 'gyro_x', 'gyro_y', 'gyro_z']
const required = ['device_id', ...motionFields, 'uptime_ms']

const wrongFor = {
  number: ['1.0', '', true, null, [1], { value: 1 }],
  boolean: [1, 0, 'true', null, [true], {}],
  text: [7, true, null, ['2.1.0'], {}],
}

/** The type of each field and the values that are just beyond what it may be. */
const fields: Record<string, [type: keyof typeof wrongFor, beyond: unknown[]]> = {
  accel_x: ['number', [2000.001, -2000.001]],
  accel_y: ['number', [2000.001, -2000.001]],
  accel_z: ['number', [2000.001, -2000.001]],
  gyro_x: ['number', [20_000.001, -20_000.001]],
  gyro_y: ['number', [20_000.001, -20_000.001]],
  gyro_z: ['number', [20_000.001, -20_000.001]],
  uptime_ms: ['number', [-1, 0.5, 2 ** 53]],
  pressure: ['number', [0, -0.001, -1013]],
  fsr: ['number', [-0.001, 1.001]],
  heart_rate: ['number', [-1, 301, 72.5]],
  spo2: ['number', [-1, 101, 97.5]],
  battery_level: ['number', [-0.001, 100.001]],
  wifi_connected: ['boolean', []],
  bluetooth_connected: ['boolean', []],
  sensors_initialized: ['boolean', []],
  firmware_version: ['text', ['', '  ', 'x'.repeat(101)]],
  signal_strength: ['number', [0, 1, -61.5]],
  client_timestamp: ['text', ['yesterday', '2026-02-30T10:00:00Z', '2026-01-01', '2026-01-01T10:00:00']],
  sample_rate_hz: ['number', [9, 9.999, 250.001, 251, 0, -50]],
}

describe('a reading is refused with the name of the field when it', () => {
  for (const field of required) {
    test(`lacks ${field}`, () => assertRefused(goodReading(randomMac(), { [field]: undefined }), [field]))
  }
  for (const [field, [type, beyond]] of Object.entries(fields)) {
    test(`has a ${field} that is no ${type}`, async () => {
      for (const value of wrongFor[type]) {
        await assertRefused(goodReading(randomMac(), { [field]: value }), [field])
      }
    })
    if (beyond.length > 0) {
      test(`has a ${field} such as ${beyond
        .map((value) => JSON.stringify(value))
        .join(', ')
        .slice(0, 60)}`, async () => {
        for (const value of beyond) await assertRefused(goodReading(randomMac(), { [field]: value }), [field])
      })
    }
  }

  const numbers = Object.keys(fields).filter((name) => fields[name]?.[0] === 'number')
  for (const field of numbers) {
    test(`has a ${field} beyond every number`, async () => {
      for (const infinite of ['1e999', '-1e999']) {
        const text = JSON.stringify(goodReading(randomMac(), { [field]: 'HERE' })).replace('"HERE"', infinite)
        await assertRefused(text, [field], { 'content-type': 'application/json' })
      }
    })
  }

  const notMacs = [
    '',
    'wearable',
    '00:00:00:00:00:00',
    '000000000000',
    'FF:FF:FF:FF:FF:FF',
    'ff-ff-ff-ff-ff-ff',
    'AA:BB:CC:DD:EE',
    'AA:BB:CC:DD:EE:FF:00',
    'AA:BB:CC:DD:EE:GG',
    'AA:BB-CC:DD-EE:FF',
    'AABB.CCDD.EEFF',
    'A:B:C:D:E:F',
    'AA BB CC DD EE FF',
    'AA:BB:CC:DD:EE:F٣',
    187_723_572_702_975,
    null,
    true,
    ['AA:BB:CC:DD:EE:FF'],
    {},
  ]
  for (const device_id of notMacs) {
    test(`has the device_id ${JSON.stringify(device_id)}`, () =>
      assertRefused(goodReading('', { device_id }), ['device_id']))
  }

  test('has several bad fields, and names them all', () =>
    assertRefused(goodReading('no mac', { accel_x: '1', uptime_ms: -1, spo2: 101, heart_rate: null }), [
      'device_id',
      'accel_x',
      'uptime_ms',
      'spo2',
      'heart_rate',
    ]))

  test('is empty, and names all that is required', async () => {
    await assertRefused({}, required)
    await assertRefused(undefined, required)
  })
})

describe('samples are refused when they', () => {
  const still = [0, 0, 9.81, 0, 0, 0]
  const rate = { sample_rate_hz: 50 }
  const bad: [string, Record<string, unknown>, RegExp][] = [
    ['have no rate', { samples: [still] }, /^sample_rate_hz$/],
    ['are none', { samples: [], ...rate }, /^samples$/],
    ['are more than 256', { samples: Array(257).fill(still), ...rate }, /^samples$/],
    ['come too slowly', { samples: [still], sample_rate_hz: 9 }, /^sample_rate_hz$/],
    ['come too fast', { samples: [still], sample_rate_hz: 251 }, /^sample_rate_hz$/],
    ['are no list', { samples: 'still', ...rate }, /^samples$/],
    ['are null', { samples: null, ...rate }, /^samples$/],
    ['are plain numbers', { samples: still, ...rate }, /^samples\.\d$/],
    ['lack a number', { samples: [still, still.slice(1)], ...rate }, /^samples\.1/],
    ['have a number too many', { samples: [[...still, 0]], ...rate }, /^samples\.0/],
    ['have text for a number', { samples: [['0', 0, 9.81, 0, 0, 0]], ...rate }, /^samples\.0\.0$/],
    ['have null for a number', { samples: [[0, 0, 9.81, 0, 0, null]], ...rate }, /^samples\.0\.5$/],
    ['are too strong', { samples: [[0, 0, 2001, 0, 0, 0]], ...rate }, /^samples\.0\.2$/],
    ['turn too fast', { samples: [[0, 0, 9.81, -20_001, 0, 0]], ...rate }, /^samples\.0\.3$/],
  ]
  for (const [title, more, place] of bad) {
    test(title, async () => {
      const answer = await send(goodReading(randomMac(), more))
      assert.equal(answer.status, 400, answer.text)
      const places = Object.keys(answer.body.details)
      assert.ok(places.length > 0 && places.every((name) => place.test(name)), places.join())
      await assertNoDevice()
    })
  }

  for (const number of ['1e999', '-1e999', 'NaN']) {
    test(`have ${number} for a number`, async () => {
      const body = goodReading(randomMac(), { samples: [['HERE', 0, 9.81, 0, 0, 0]], ...rate })
      const text = JSON.stringify(body).replace('"HERE"', number)
      assert.equal((await send(text, { 'content-type': 'application/json' })).status, 400)
      await assertNoDevice()
    })
  }
})

describe('a body is refused when it is', () => {
  const json = { 'content-type': 'application/json' }
  const bodies: [string, unknown, Record<string, string>, number][] = [
    ['no JSON', '{"device_id":', json, 400],
    ['a list', [goodReading(randomMac())], json, 400],
    ['not called JSON', JSON.stringify(goodReading(randomMac())), { 'content-type': 'text/plain' }, 415],
    ['over 64 KiB', goodReading(randomMac(), { note: 'x'.repeat(65_536) }), json, 413],
  ]
  for (const [title, body, headers, status] of bodies) {
    test(`${title}: ${status}`, async () => {
      assert.equal((await send(body, headers)).status, status)
      await assertNoDevice()
    })
  }
})

describe('a reading is accepted at the very edge of', () => {
  const still = [0, 0, 9.81, 0, 0, 0]
  const edges: [string, Record<string, unknown>][] = [
    ...motionFields.slice(0, 3).flatMap((name) => [2000, -2000].map((v) => edge(name, v))),
    ...motionFields.slice(3).flatMap((name) => [20_000, -20_000].map((v) => edge(name, v))),
    ...[0, 2 ** 53 - 1].map((v) => edge('uptime_ms', v)),
    ...[0.001, 1e38].map((v) => edge('pressure', v)),
    ...[0, 1].map((v) => edge('fsr', v)),
    ...[0, 300].map((v) => edge('heart_rate', v)),
    ...[0, 100].map((v) => edge('spo2', v)),
    ...[0, 100].map((v) => edge('battery_level', v)),
    ...[-1, -120].map((v) => edge('signal_strength', v)),
    ...['x', 'x'.repeat(100), ' 2.1.0 '].map((v) => edge('firmware_version', v)),
    ...['2020-01-01T00:00:00Z', '2026-01-01T10:00:00.123456+05:30'].map((v) => edge('client_timestamp', v)),
    ['samples: 256 of them', { samples: Array(256).fill(still), sample_rate_hz: 250 }],
    ['samples: 1 of them', { samples: [[2000, -2000, 0, 20_000, -20_000, 0]], sample_rate_hz: 10 }],
  ]
  for (const [title, more] of edges) {
    test(title, async () => {
      // Each from somebody else: an account has ten devices at most.
      const { token } = await service.signUp()
      const body = goodReading(randomMac(), more)
      const answer = await service.call('POST', '/device/sensor-stream', { token, body })
      assert.equal(answer.status, 200, answer.text)
    })
  }

  function edge(name: string, value: unknown): [string, Record<string, unknown>] {
    return [`${name}: ${String(value).slice(0, 40)}`, { [name]: value }]
  }
})
