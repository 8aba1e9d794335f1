import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { schedule } from '../../src/app/jobs/schedule.ts'
import { tasks } from '../../src/app/jobs/tasks.ts'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import { deleteSummariesBefore, summariseReadings } from '../../src/telemetry/ingest/vital-summaries.ts'
import { ensurePartitionsOf } from '../../src/telemetry/packing/reading-partitions.ts'
import { addDevice, assertFields, batchReading, deviceNumber, sixCallers } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const summary = 5 * minute

const seriesOf = (id: string, token: string, query: Record<string, string | string[]> = {}) =>
  service.call('GET', `/patients/${id}/vitals/series`, { token, query })

type Vitals = [at: Date, heartRate: number | null, spo2?: number | null]

async function store(deviceId: string, readings: Vitals[]) {
  await ensurePartitionsOf(
    service.ctx.db,
    readings.map(([at]) => at),
  )
  const number = await deviceNumber(service, deviceId)
  for (const [at, heartRate, spo2 = null] of readings) {
    await service.ctx.db.query(
      `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                             health_score, heart_rate, spo2)
       values ($1, $2, 1, 0, 0, 9.81, 0, 0, 0, 0, 100, $3, $4)`,
      [number, at, heartRate, spo2],
    )
  }
}

const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds)
const floor = (time: Date, to: number) => new Date(Math.floor(time.getTime() / to) * to)
const between = (from: Date, to: Date, points = '100') => ({
  from: from.toISOString(),
  to: to.toISOString(),
  points,
})

async function aPatient() {
  const rosa = await service.signUp()
  const device = await addDevice(service, rosa.token)
  return { ...rosa, deviceId: device.id, mac: device.mac }
}

/** Forgets all summaries, because tests store readings in the past, and makes them anew. */
async function summarised() {
  await service.ctx.db.query('truncate vital_summaries, vital_summary_progress, vital_summary_changes')
  const isDone = async () => {
    await summariseReadings(service.ctx)
    const [progress] = await service.ctx.db.query<{ at: Date }>(
      'select summarised_to as at from vital_summary_progress',
    )
    return progress !== undefined && service.ctx.now().getTime() - progress.at.getTime() < 8 * minute
  }
  // Commits on several servers take longer than the time of one run.
  if (service.ctx.db.isDistributed) await until(isDone, 60_000, 'all to be summarised')
  else assert.ok(await isDone(), 'all in one run')
}

const one = (value: number) => ({ min: value, max: value, avg: value })

describe('the series of a day', () => {
  test('has least, greatest and mean values, and nothing where nothing was measured', async () => {
    const { id, token, deviceId } = await aPatient()
    const start = floor(after(service.ctx.now(), -6 * hour), hour)
    await store(deviceId, [
      [start, 60, 95],
      [after(start, 20_000), 61, 97],
      [after(start, 36_999), 190, null],
      [after(start, 37_000), null, 88],
      [after(start, 50 * minute), 70],
      [after(start, 51 * minute), null, null],
      [after(start, hour), 99],
    ])
    const answer = await seriesOf(id, token, between(start, after(start, hour)))
    assert.equal(answer.status, 200)
    const { bucketSeconds, from, to, points } = answer.body.data
    assertFields(answer.body.data, ['from', 'to', 'bucketSeconds', 'points'])
    assert.deepEqual([bucketSeconds, to], [37, after(start, hour).toISOString()])
    const bucket = (offset: number) => floor(after(start, offset), 37_000).toISOString()
    assert.equal(from, bucket(0))
    const merged: Record<string, unknown> = Object.fromEntries(
      points.map(({ at, ...values }: { at: string }) => [at, values]),
    )
    assert.deepEqual(merged[bucket(50 * minute)], { heartRate: one(70), spo2: null })
    assert.ok(!(bucket(51 * minute) in merged))
    const values = (sign: string, part: string) =>
      points.flatMap((point: Record<string, Record<string, number> | null>) => point[sign]?.[part] ?? [])
    assert.equal(Math.max(...values('heartRate', 'max')), 190)
    assert.equal(Math.min(...values('heartRate', 'min')), 60)
    assert.equal(Math.min(...values('spo2', 'min')), 88)
  })

  test('brings all devices of that person together, and of nobody else', async () => {
    const [rosa, luis] = [await aPatient(), await aPatient()]
    const other = await addDevice(service, rosa.token)
    const start = floor(after(service.ctx.now(), -6 * hour), hour)
    await store(rosa.deviceId, [[start, 60, null]])
    await store(other.id, [[start, 81, 94]])
    await store(luis.deviceId, [[start, 200, 50]])
    const { points } = (await seriesOf(rosa.id, rosa.token, between(start, after(start, 90_000)))).body.data
    assert.deepEqual(points, [
      { at: start.toISOString(), heartRate: { min: 60, max: 81, avg: 70.5 }, spo2: one(94) },
    ])
  })

  test('is that of the last 24 hours in at most 500 points by default, and empty without readings', async () => {
    const { id, token } = await service.signUp()
    const { data } = (await seriesOf(id, token)).body
    assert.deepEqual([data.bucketSeconds, data.points], [174, []])
    assert.ok(Math.abs(Date.parse(data.to) - Date.parse(data.from) - day) < 174_000)
  })
})

describe('the series of a longer time', () => {
  const weekOf = (person: { id: string; token: string }, end = service.ctx.now(), points = '500') =>
    seriesOf(person.id, person.token, between(after(end, -7 * day), end, points))

  test('is made of summaries and, after them, of readings', async () => {
    const rosa = await aPatient()
    const start = floor(after(service.ctx.now(), -3 * day), 25 * minute)
    const now = service.ctx.now()
    await store(rosa.deviceId, [
      [start, 60, 95],
      [after(start, 4 * minute), 181, 96],
      [after(start, 6 * minute), 50, null],
      [after(start, 24 * minute), 61, 91],
      [after(start, 2 * hour + minute), null, 99],
      [after(now, -minute), 70],
    ])
    const before = (await weekOf(rosa, now)).body.data
    await summarised()
    const summaries = await service.ctx.db.query<{ at: Date }>(
      'select at from vital_summaries where device = $1 order by at',
      [await deviceNumber(service, rosa.deviceId)],
    )
    assert.equal(summaries.length, 4, 'the newest reading is not summarised yet')
    const { data } = (await weekOf(rosa, now)).body
    assert.deepEqual(data, before, 'the same as without summaries')
    assert.equal(data.bucketSeconds, 1500)
    assert.deepEqual(data.points.slice(0, 2), [
      {
        at: start.toISOString(),
        heartRate: { min: 50, max: 181, avg: 88 },
        spo2: { min: 91, max: 96, avg: 94 },
      },
      { at: floor(after(start, 2 * hour), 25 * minute).toISOString(), heartRate: null, spo2: one(99) },
    ])
    assert.equal(data.points.at(-1).heartRate.max, 70)
    // Summaries are what is read.
    await service.ctx.db.query('update vital_summaries set heart_rate_max = 222 where at = $1', [start])
    assert.equal((await weekOf(rosa, now)).body.data.points[0].heartRate.max, 222)
  })

  test('ends where it is asked to end, within a summary', async () => {
    const rosa = await aPatient()
    const start = floor(after(service.ctx.now(), -2 * day), summary)
    await store(rosa.deviceId, [
      [start, 60],
      [after(start, minute), 120],
    ])
    await summarised()
    const { points } = (await weekOf(rosa, after(start, minute))).body.data
    assert.deepEqual(points.at(-1).heartRate, one(60))
  })

  test('includes what a batch brings later, after the next run', async () => {
    const rosa = await aPatient()
    const start = floor(after(service.ctx.now(), -2 * hour), summary)
    await store(rosa.deviceId, [[start, 60]])
    await summarised()
    const late = after(start, 2 * minute)
    const body = { device_id: rosa.mac, readings: [batchReading(late, { heart_rate: 170, uptime_ms: 1 })] }
    const { token } = rosa
    const sent = await service.call('POST', '/device/sensor-stream/batch', { token, body })
    assert.equal(sent.body.data?.stored, 1, sent.text)
    await summariseReadings(service.ctx)
    const { points } = (await weekOf(rosa)).body.data
    assert.ok(points.some(({ heartRate }: { heartRate: { max: number } }) => heartRate?.max === 170))
    const changes = await service.ctx.db.query(
      'select from vital_summary_changes where at < (select summarised_to from vital_summary_progress)',
    )
    assert.equal(changes.length, 0)
  })

  test('has 90 days in as many points as are asked for', async () => {
    const rosa = await aPatient()
    const now = service.ctx.now()
    const times = [89.9, 60, 31.5, 1].map((days) => after(now, -days * day))
    await store(
      rosa.deviceId,
      times.map((at): Vitals => [at, 66, 97]),
    )
    await summarised()
    for (const points of ['100', '2000']) {
      const query = between(after(now, -90 * day), now, points)
      const { data } = (await seriesOf(rosa.id, rosa.token, query)).body
      assert.equal(data.points.length, 4)
      assert.ok((90 * day) / 1000 / data.bucketSeconds <= Number(points) - 1)
    }
  })

  test('covers many devices in short transactions', async () => {
    const { id } = await service.signUp()
    const at = after(floor(service.ctx.now(), summary), -3 * summary)
    const { db } = service.ctx
    const devices = await db.query<{ number: number }>(
      `insert into devices (id, user_id, mac, name, created_at, updated_at)
       select gen_random_uuid(), $1, 'summarised-' || n, 'One of many', $2, $2 from generate_series(1, 1500) as n
       returning number`,
      [id, at],
    )
    const numbers = devices.map(({ number }) => number)
    await db.query(
      'insert into device_states (device, last_seen) select number, $2 from unnest($1::int[]) as number',
      [numbers, service.ctx.now()],
    )
    await db.query(
      `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                             health_score, heart_rate)
       select number, $2, 1, 0, 0, 9.81, 0, 0, 0, 0, 100, 60 from unnest($1::int[]) as number`,
      [numbers, at],
    )
    await summarised()
    const transactions = await db.query<{ devices: number }>(
      `select count(*)::int as devices from vital_summaries where device = any ($1::int[])
       group by xmin order by devices desc`,
      [numbers],
    )
    assert.equal(
      transactions.reduce((sum, { devices: count }) => sum + count, 0),
      1500,
    )
    assert.ok((transactions[0]?.devices ?? 0) <= 1000)
    const deletions: string[] = []
    const query: typeof db.query = (sql, values) => {
      if (sql.startsWith('delete')) deletions.push(sql)
      return db.query(sql, values)
    }
    await deleteSummariesBefore({ ...db, query }, service.ctx.now())
    assert.ok(deletions.length >= 2)
    assert.deepEqual(
      await db.query('select from vital_summaries where device = any ($1::int[])', [numbers]),
      [],
    )
  })

  test('runs every minute', () => {
    assert.equal(schedule.find(({ name }) => name === 'summarise_readings')?.everyMs, minute)
  })
})

describe('summaries are deleted', () => {
  const count = async (deviceNumber: number) =>
    (await service.ctx.db.query('select from vital_summaries where device = $1', [deviceNumber])).length

  test('with the readings of a deleted device', async () => {
    const rosa = await aPatient()
    const number = await deviceNumber(service, rosa.deviceId)
    await store(rosa.deviceId, [[after(service.ctx.now(), -hour), 60]])
    await summarised()
    assert.equal(await count(number), 1)
    const { status } = await service.call('DELETE', `/device/${rosa.deviceId}`, { token: rosa.token })
    assert.equal(status, 204)
    await purgeReadings(service.ctx)
    assert.equal(await count(number), 0)
  })

  test('when their readings are no longer retained', async () => {
    const rosa = await aPatient()
    const number = await deviceNumber(service, rosa.deviceId)
    const now = service.ctx.now()
    await store(rosa.deviceId, [
      [after(now, -92 * day), 60],
      [after(now, -2 * day), 61],
    ])
    await summarised()
    assert.equal(await count(number), 2)
    await tasks.cleanup_readings(service.ctx, { dryRun: false })
    assert.equal(await count(number), 1)
  })
})

describe('a series is refused with 400 for', () => {
  const from = '2026-01-01T00:00:00Z'
  const bad: [string, Record<string, string | string[]>, string][] = [
    ...['', '99', '2001', '1e3', '-100', '150.5'].map((points): [string, Record<string, string>, string] => [
      `points=${points}`,
      { points },
      'points',
    ]),
    ['repeated points', { points: ['100', '200'] }, 'points'],
    ['a from that is no time', { from: 'yesterday' }, 'from'],
    ['a to that is a mere date', { to: '2026-01-01' }, 'to'],
    ['a from that is not before to', { from, to: from }, 'from'],
    ['a from in the future', { from: '2999-01-01T00:00:00Z' }, 'from'],
    ['more than 90 days', { from, to: '2026-04-01T00:00:01Z' }, 'from'],
  ]
  for (const [title, query, place] of bad) {
    test(title, async () => {
      const { id, token } = await service.signUp()
      const answer = await seriesOf(id, token, query)
      assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, [place]])
    })
  }
})

describe('a series is for', () => {
  test('the patient, assigned caregivers and admins', async () => {
    const { self, tokens } = await sixCallers(service)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await seriesOf(self.id, token)).status)
    assert.deepEqual(statuses, [401, 200, 403, 200, 403, 200])
  })

  test('patients who exist', async () => {
    const token = await service.adminToken()
    const caregiver = await service.signUp({ role: 'CAREGIVER' })
    for (const id of [randomUUID(), caregiver.id]) assert.equal((await seriesOf(id, token)).status, 404)
  })
})
