import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import {
  addDevice,
  batchReading,
  devicesOfUser,
  type Fields,
  randomMac,
  readingsOfUser,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const second = 1000
const day = 86_400_000

const ago = (milliseconds: number) => new Date(service.ctx.now().getTime() - milliseconds)

const sendBatch = (token: string | undefined, body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/device/sensor-stream/batch', { token, body, headers })

describe('a batch is refused with the place of what is wrong, and nothing of it stored, when', () => {
  const good = () => batchReading(ago(day))
  const bad: [title: string, body: () => Fields, place: string][] = [
    ['it has no device', () => ({ readings: [good()] }), 'device_id'],
    ['its device is no MAC address', () => ({ device_id: 'x', readings: [good()] }), 'device_id'],
    ['it has no readings', () => ({ device_id: randomMac() }), 'readings'],
    ['its readings are none', () => ({ device_id: randomMac(), readings: [] }), 'readings'],
    ['its readings are no list', () => ({ device_id: randomMac(), readings: good() }), 'readings'],
    ['it has 101 readings', () => batchOf(Array.from({ length: 101 }, good)), 'readings'],
    ['a reading is null', () => batchOf([good(), null]), 'readings.1'],
    [
      'a reading has no time',
      () => batchOf([good(), good(), { ...good(), client_timestamp: undefined }]),
      'readings.2.client_timestamp',
    ],
    ['a time is null', () => batchOf([{ ...good(), client_timestamp: null }]), 'readings.0.client_timestamp'],
    [
      'a time is a number',
      () => batchOf([{ ...good(), client_timestamp: 1e12 }]),
      'readings.0.client_timestamp',
    ],
    [
      'a time is of no calendar',
      () => batchOf([good(), { ...good(), client_timestamp: '2026-02-30T00:00:00Z' }]),
      'readings.1.client_timestamp',
    ],
    [
      'a reading is over 7 days old',
      () => batchOf([good(), batchReading(ago(7 * day + second))]),
      'readings.1.client_timestamp',
    ],
    [
      'a reading is over 60 s ahead',
      () => batchOf([batchReading(ago(-62 * second)), good()]),
      'readings.0.client_timestamp',
    ],
    [
      'a reading lacks a value',
      () => batchOf([good(), { ...good(), accel_y: undefined }]),
      'readings.1.accel_y',
    ],
    ['a reading has text for a number', () => batchOf([{ ...good(), gyro_x: '1' }]), 'readings.0.gyro_x'],
    ['a reading is out of range', () => batchOf([good(), { ...good(), spo2: 101 }]), 'readings.1.spo2'],
    [
      'samples have no rate',
      () => batchOf([{ ...good(), samples: [[0, 0, 9.81, 0, 0, 0]] }]),
      'readings.0.sample_rate_hz',
    ],
  ]
  for (const [title, body, place] of bad) {
    test(title, async () => {
      const rosa = await service.signUp()
      const answer = await sendBatch(rosa.token, body())
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details), [place])
      assert.equal(await devicesOfUser(service, rosa.id), 0)
    })
  }

  function batchOf(readings: unknown[]): Fields {
    return { device_id: randomMac(), readings }
  }
})

describe('a batch is accepted with', () => {
  const edges: [string, () => Fields[]][] = [
    ['100 readings', () => Array.from({ length: 100 }, (_, i) => batchReading(ago(day - i * second)))],
    ['a reading of almost 7 days ago', () => [batchReading(ago(7 * day - 5 * second))]],
    ['a reading of almost a minute ahead', () => [batchReading(ago(-59 * second))]],
  ]
  for (const [title, readings] of edges) {
    test(title, async () => {
      const rosa = await service.signUp()
      const body = { device_id: randomMac(), readings: readings() }
      const answer = await sendBatch(rosa.token, body)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(await readingsOfUser(service, rosa.id), body.readings.length)
    })
  }
})

describe('the body of a batch', () => {
  const sized = (bytes: number) => {
    const start = JSON.stringify({ device_id: randomMac(), readings: [batchReading(ago(day))], note: '' })
    return `${start.slice(0, -2)}${'x'.repeat(bytes - start.length)}"}`
  }
  const json = { 'content-type': 'application/json' }

  test('may be 1 MiB long and not a byte longer', async () => {
    const rosa = await service.signUp()
    const largest = sized(1024 * 1024)
    assert.equal(Buffer.byteLength(largest), 1_048_576)
    assert.equal((await sendBatch(rosa.token, largest, json)).status, 200)
    const answer = await sendBatch(rosa.token, sized(1024 * 1024 + 1), json)
    assert.deepEqual([answer.status, Object.keys(answer.body)], [413, ['success', 'error', 'code']])
    assert.equal(await devicesOfUser(service, rosa.id), 1)
  })

  test('may hold 100 readings with samples', async () => {
    const rosa = await service.signUp()
    const samples = Array.from({ length: 50 }, (_, i) => [i / 100, -0.25, 9.81, i, 0, -12.5])
    const readings = Array.from({ length: 100 }, (_, i) =>
      batchReading(ago(day - i * second), { samples, sample_rate_hz: 50 }),
    )
    assert.equal((await sendBatch(rosa.token, { device_id: randomMac(), readings })).status, 200)
    assert.equal(await readingsOfUser(service, rosa.id), 100)
  })
})

describe('a device has one batch a second', () => {
  const oneReading = (mac: string) => ({ device_id: mac, readings: [batchReading(ago(day))] })

  test('and a refusal says how long to wait', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const answers = await times(20, () => sendBatch(rosa.token, oneReading(mac)))
    assert.deepEqual(tally(answers), { 200: 1, 429: 19 })
    for (const { status, body, headers } of answers) {
      if (status !== 429) continue
      assert.deepEqual(Object.keys(body).sort(), ['code', 'error', 'retryAfter', 'success'])
      assert.ok(Number.isInteger(body.retryAfter) && body.retryAfter >= 1 && body.retryAfter <= 1000)
      assert.equal(String(headers['retry-after']), '1')
    }
    assert.equal(await readingsOfUser(service, rosa.id), 1)
    service.advance('1s')
    assert.equal((await sendBatch(rosa.token, oneReading(mac))).status, 200)
  })

  test('which a refused one does not use up', async () => {
    const rosa = await service.signUp()
    const mac = randomMac()
    const old = { device_id: mac, readings: [batchReading(ago(8 * day))] }
    assert.equal((await sendBatch(rosa.token, old)).status, 400)
    assert.equal((await sendBatch(rosa.token, oneReading(mac))).status, 200)
  })
})

describe('a batch is refused with', () => {
  const body = (mac: string) => ({ device_id: mac, readings: [batchReading(ago(day))] })

  test("401 from nobody, 403 for somebody else's device", async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const { mac } = await addDevice(service, rosa.token)
    assert.equal((await sendBatch(undefined, body(mac))).status, 401)
    assert.equal((await sendBatch(luis.token, body(mac))).status, 403)
    assert.equal((await sendBatch(await service.adminToken(), body(mac))).status, 403)
    assert.equal(await readingsOfUser(service, rosa.id), 1)
  })

  test('403 for a disabled device, 409 for the eleventh', async () => {
    const rosa = await service.signUp()
    const macs = Array.from({ length: 10 }, randomMac)
    for (const mac of macs) assert.equal((await sendBatch(rosa.token, body(mac))).status, 200)
    assert.equal((await sendBatch(rosa.token, body(randomMac()))).status, 409)
    const spare = await service.signUp()
    const { id, mac } = await addDevice(service, spare.token)
    await service.ctx.db.query('update devices set disabled = true where id = $1', [id])
    await service.ctx.db.query(`select pg_notify('fallwatch_devices', $1)`, [mac])
    await until(async () => {
      service.advance('1s')
      return (await sendBatch(spare.token, body(mac))).status === 403
    }, 20_000)
  })
})
