import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { ensurePartitions } from '../../src/telemetry/packing/reading-partitions.ts'
import { whileLocked } from '../support/locks.ts'
import {
  addDevice,
  addUnregisteredDevice,
  assertFields,
  deviceNumber,
  sixCallers,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const minute = 60_000
const day = 86_400_000

const vitalsOf = (id: string, token: string, query: Record<string, string | string[]> = {}) =>
  service.call('GET', `/patients/${id}/vitals`, { token, query })

type Vitals = [at: Date, heartRate: number | null, spo2: number | null, battery: number | null]

async function store(deviceId: string, readings: Vitals[]) {
  await ensurePartitions(service.ctx.db, service.ctx.now())
  const number = await deviceNumber(service, deviceId)
  for (const [at, ...values] of readings) {
    await service.ctx.db.query(
      `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                             health_score, heart_rate, spo2, battery)
       values ($1, $2, 1, 0, 0, 9.81, 0, 0, 0, 0, 100, $3, $4, $5)`,
      [number, at, ...values],
    )
  }
}

/** A full hour some time ago, so that spans begin where one expects. */
const noon = () => new Date(Math.floor((service.ctx.now().getTime() - 6 * 3_600_000) / 3_600_000) * 3_600_000)
const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds)

/** Has a device whose one reading lies outside of the time that is asked for. */
async function aPatient() {
  const rosa = await service.signUp()
  const { id: deviceId } = await addDevice(service, rosa.token)
  return { ...rosa, deviceId }
}

describe('the vitals of a patient', () => {
  test('are the least, mean and most of each span, with exactly their fields', async () => {
    const { id, token, deviceId } = await aPatient()
    const start = noon()
    await store(deviceId, [
      [start, 60, 95, 80],
      [after(start, 5 * minute), 70, 97, 79.5],
      [after(start, 15 * minute - 1), 95, 96, 79],
      [after(start, 15 * minute), 100, 90, 50],
      [after(start, 45 * minute), 50, 99, 20],
    ])
    const query = { from: start.toISOString(), to: after(start, 60 * minute).toISOString(), bucket: '15m' }
    const answer = await vitalsOf(id, token, query)
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data'])
    const one = (value: number) => ({ min: value, avg: value, max: value })
    assert.deepEqual(answer.body.data, [
      {
        ...{ timestamp: start.toISOString(), readings: 3, heartRate: { min: 60, avg: 75, max: 95 } },
        ...{ oxygenSaturation: { min: 95, avg: 96, max: 97 }, batteryLevel: { min: 79, avg: 79.5, max: 80 } },
      },
      {
        ...{ timestamp: after(start, 15 * minute).toISOString(), readings: 1, heartRate: one(100) },
        ...{ oxygenSaturation: one(90), batteryLevel: one(50) },
      },
      {
        ...{ timestamp: after(start, 45 * minute).toISOString(), readings: 1, heartRate: one(50) },
        ...{ oxygenSaturation: one(99), batteryLevel: one(20) },
      },
    ])
  })

  test('bring together all devices of that person and of nobody else', async () => {
    const [rosa, luis] = [await aPatient(), await aPatient()]
    const other = await addDevice(service, rosa.token)
    const start = noon()
    await store(rosa.deviceId, [[start, 60, null, 40]])
    await store(other.id, [[start, 80, 94, null]])
    await store(luis.deviceId, [[start, 200, 50, 1]])
    const query = { from: start.toISOString(), to: after(start, minute).toISOString() }
    const [span] = (await vitalsOf(rosa.id, rosa.token, query)).body.data
    assert.deepEqual([span.readings, span.heartRate], [2, { min: 60, avg: 70, max: 80 }])
    assert.deepEqual([span.oxygenSaturation.min, span.batteryLevel.max], [94, 40])
  })

  test('are null where nothing was measured', async () => {
    const { id, token, deviceId } = await aPatient()
    const start = noon()
    await store(deviceId, [[start, null, 97, null]])
    const query = { from: start.toISOString(), to: after(start, minute).toISOString() }
    const [span] = (await vitalsOf(id, token, query)).body.data
    assert.deepEqual([span.heartRate, span.batteryLevel, span.oxygenSaturation.avg], [null, null, 97])
  })

  test('are those of the last 24 hours by default', async () => {
    const { id, token, deviceId } = await aPatient()
    const now = service.ctx.now()
    await store(deviceId, [
      [after(now, -day - minute), 61, null, null],
      [after(now, -day + minute), 62, null, null],
    ])
    const { data } = (await vitalsOf(id, token, { bucket: '24h' })).body
    const rates = data.map(({ heartRate }: { heartRate: { min: number } | null }) => heartRate?.min)
    assert.deepEqual(rates.filter(Boolean), [62])
  })

  test('are none for somebody without devices', async () => {
    const { id, token } = await service.signUp()
    const answer = await vitalsOf(id, token)
    assert.deepEqual([answer.status, answer.body.data], [200, []])
  })

  const buckets: [string, number][] = [
    ['1m', 4],
    ['300', 3],
    ['1h', 2],
    ['1d', 1],
  ]
  for (const [bucket, spans] of buckets) {
    test(`come in spans of ${bucket}`, async () => {
      const { id, token, deviceId } = await aPatient()
      const start = new Date(Math.floor(service.ctx.now().getTime() / day) * day - day)
      const offsets = [0, 2 * minute, 6 * minute, 61 * minute]
      await store(
        deviceId,
        offsets.map((offset): Vitals => [after(start, offset), 70, null, null]),
      )
      const query = { from: start.toISOString(), to: after(start, 2 * 60 * minute).toISOString(), bucket }
      const { data } = (await vitalsOf(id, token, query)).body
      assert.equal(data.length, spans)
      assert.equal(data[0].timestamp, start.toISOString())
    })
  }
})

describe('vitals are refused with 400 for', () => {
  const from = '2026-01-01T00:00:00Z'
  const bad: [string, Record<string, string | string[]>, string][] = [
    ...['', 'abc', '0', '0m', '-5m', '1.5h', '25h', '2d', '5 m', '1w'].map(
      (bucket): [string, Record<string, string>, string] => [`bucket=${bucket}`, { bucket }, 'bucket'],
    ),
    ['a repeated bucket', { bucket: ['5m', '1h'] }, 'bucket'],
    ['a bucket too short for the time', { from, to: '2026-01-02T00:00:00Z', bucket: '1s' }, 'bucket'],
    ['a from that is no time', { from: 'yesterday' }, 'from'],
    ['a from that is a mere date', { from: '2026-01-01' }, 'from'],
    ['a to that is no time', { to: '1700000000' }, 'to'],
    ['a to of no calendar', { to: '2026-02-30T00:00:00Z' }, 'to'],
    ['a from that is not before to', { from, to: from }, 'from'],
    ['a from in the future', { from: '2999-01-01T00:00:00Z' }, 'from'],
    ['more than 31 days', { from, to: '2026-02-02T00:00:01Z', bucket: '1d' }, 'from'],
  ]
  for (const [title, query, place] of bad) {
    test(title, async () => {
      const { id, token } = await service.signUp()
      const answer = await vitalsOf(id, token, query)
      assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, [place]])
      // The fields are looked at before the record is.
      const stranger = await vitalsOf(randomUUID(), token, query)
      assert.equal(stranger.status, 400, 'for a patient that does not exist')
    })
  }

  test('an id that is no UUID', async () => {
    const { token } = await service.signUp()
    const answer = await vitalsOf('rosa', token)
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['id']])
  })
})

describe('vitals are for', () => {
  test('the patient, assigned caregivers and admins', async () => {
    const { self, tokens } = await sixCallers(service)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await vitalsOf(self.id, token)).status)
    assert.deepEqual(statuses, [401, 200, 403, 200, 403, 200])
  })

  test('patients who exist: an unknown one answers 404, and so does a caregiver', async () => {
    const token = await service.adminToken()
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    for (const id of [randomUUID(), caregiver.id]) assert.equal((await vitalsOf(id, token)).status, 404)
  })
})

test('the vitals of many people at once leave connections to what else is looked up', async () => {
  const people = await times(4, aPatient)
  const { id, token } = await service.signUp()
  const spare = await addUnregisteredDevice(service, id)
  let charts: ReturnType<typeof vitalsOf>[] = []
  await whileLocked(service, 'lock table readings in access exclusive mode', [], async () => {
    charts = people.map((person) => vitalsOf(person.id, person.token))
    await until(() => inUse() === 2, 20_000)
    assert.equal((await service.call('GET', `/device/${spare.id}/status`, { token })).status, 200)
    assert.equal(inUse(), 2)
  })
  assert.deepEqual(tally(await Promise.all(charts)), { 200: 4 })
})

function inUse(): number {
  const { total = 0, idle = 0 } = service.ctx.db.pools().prepared ?? {}
  return total - idle
}
