import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { schedule } from '../../src/app/jobs/schedule.ts'
import { copyFallTraces } from '../../src/telemetry/fall-traces/fall-traces.service.ts'
import { purgeReadings } from '../../src/telemetry/ingest/deleted-device-readings.ts'
import { dropOldPartitions } from '../../src/telemetry/ingest/reading-retention.ts'
import { callers, makeCircle, reportFall, tokenOf } from '../support/people.ts'
import {
  addDevice,
  assertFields,
  batchReading,
  countRows,
  type Fields,
  fallSequence,
  impactIndex,
  knock,
  lying,
  type Person,
  sampledSecond,
  standing,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

type Device = Awaited<ReturnType<typeof addDevice>>

/** Sends a fall: 14 seconds before the impact, and so many after it. */
async function fallWith(person: Person, secondsAfter: number): Promise<Device> {
  const device = await addDevice(service, person.token)
  const before = Array<Fields>(8).fill({ ...standing, pressure: 1000, fsr: 0.8 })
  const after = Array<Fields>(secondsAfter - 4).fill({ ...lying, pressure: 1000.12, fsr: 0 })
  for (const fields of [...before, ...fallSequence, ...after])
    await device.send({ ...fields, heart_rate: 81, spo2: 96 })
  return device
}

const onlyFall = async ({ id }: Person): Promise<string> => {
  const rows = await service.ctx.db.query<{ id: string }>('select id from falls where user_id = $1', [id])
  assert.equal(rows.length, 1)
  return rows[0]?.id ?? ''
}

const askFor = (fallId: string, token: string | undefined) =>
  service.call('GET', `/falls/${fallId}/trace`, { token })

const traceOf = async (fallId: string) => {
  const answer = await askFor(fallId, await service.adminToken())
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const seconds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

const isFinal = (fallId: string) =>
  countRows(service, 'fall_traces where fall_id = $1 and due_at is null', [fallId])
const copied = (fallId: string) =>
  countRows(service, '(select unnest(at) from fall_traces where fall_id = $1) as readings', [fallId])

const sendBatch = async ({ token }: Person, { mac }: Device, readings: Fields[]) => {
  const body = { device_id: mac, readings }
  const answer = await service.call('POST', '/device/sensor-stream/batch', { token, body })
  assert.equal(answer.status, 200, answer.text)
}

describe('the trace of a fall', () => {
  test('is the readings from ten seconds before the impact to twenty after it', async () => {
    const rosa = await service.signUp()
    const device = await fallWith(rosa, 25)
    const trace = await traceOf(await onlyFall(rosa))
    assertFields(trace, ['fallId', 'impactAt', 'from', 'to', 'readings'])
    assert.equal(Date.parse(trace.impactAt) - Date.parse(trace.from), 10_000)
    assert.equal(Date.parse(trace.to) - Date.parse(trace.impactAt), 20_000)
    const timesOf = (readings: { timestamp: string }[]) => readings.map(({ timestamp }) => timestamp)
    const query = { from: trace.from, to: trace.to }
    const sent = await service.call('GET', `/device/${device.id}/readings`, { token: rosa.token, query })
    assert.deepEqual(timesOf(trace.readings), timesOf(sent.body.data).reverse())
    assert.ok(trace.readings.length >= 25 && trace.readings.length <= 31, String(trace.readings.length))
    const atImpact = trace.readings.find(({ accel }: { accel: number[] }) => accel[2] === 38)
    assert.ok(Math.abs(atImpact.offsetMs) < 500, String(atImpact.offsetMs))
    assert.deepEqual(atImpact.gyro, [260, 90, 120])
    const { fallConfidence, uptime, timestamp, offsetMs, ...lastSecond } = trace.readings.at(-1)
    assert.ok(fallConfidence > 0.5 && uptime > 30_000)
    assert.equal(Date.parse(timestamp) - Date.parse(trace.impactAt), offsetMs)
    assert.deepEqual(lastSecond, {
      ...{ accel: [9.8, 0.2, 0.4], gyro: [0.5, 0, 1], pressure: 1000.12, fsr: 0 },
      ...{ heartRate: 81, spo2: 96, samples: null },
    })
  })

  test('has the samples of devices that send them', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    for (let second = -impactIndex; second < 8; second++) await device.send(sampledSecond(second))
    const fallId = await onlyFall(rosa)
    const before = await traceOf(fallId)
    const { rateHz, values } = before.readings.at(-1).samples
    assert.deepEqual([rateHz, values.length, values[0].length], [25, 25, 6])
    service.advance('8d')
    await copyFallTraces(service.ctx)
    assert.equal(await isFinal(fallId), 1)
    assert.deepEqual(await traceOf(fallId), before)
  })

  test('is as long as what was sent', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    for (const fields of fallSequence) await device.send(fields)
    assert.equal((await traceOf(await onlyFall(rosa))).readings.length, 1 + fallSequence.length)
  })

  test('has no readings if a person reported the fall', async () => {
    const rosa = await service.signUp()
    const { id } = await reportFall(service, rosa)
    const trace = await traceOf(id)
    assert.deepEqual([trace.fallId, trace.readings], [id, []])
    assert.equal(await countRows(service, 'fall_traces where fall_id = $1', [id]), 0)
  })

  test('has none of other devices and people', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const other = await addDevice(service, rosa.token)
    const device = await addDevice(service, rosa.token)
    for (const fields of fallSequence) {
      await other.send({ accel_x: 1.25 })
      await device.send(fields)
    }
    await fallWith(luis, 6)
    const { readings } = await traceOf(await onlyFall(rosa))
    assert.ok(readings.length > 5)
    assert.ok(readings.every(({ accel }: { accel: number[] }) => accel[0] !== 1.25))
  })
})

describe('the copy', () => {
  test('is made by a job that runs every minute', () => {
    assert.equal(schedule.find(({ name }) => name === 'copy_fall_traces')?.everyMs, 60_000)
  })

  test('is made a minute after the impact, not before', async () => {
    const rosa = await service.signUp()
    await fallWith(rosa, 6)
    const fallId = await onlyFall(rosa)
    service.advance('30s')
    await copyFallTraces(service.ctx)
    assert.equal(await copied(fallId), 0)
    service.advance('30s')
    await copyFallTraces(service.ctx)
    assert.equal(await copied(fallId), (await traceOf(fallId)).readings.length)
    assert.equal(await isFinal(fallId), 0)
  })

  test('shows the same as the readings, also when they are gone', async () => {
    const rosa = await service.signUp()
    await fallWith(rosa, 25)
    const fallId = await onlyFall(rosa)
    const before = await traceOf(fallId)
    service.advance('1m')
    await copyFallTraces(service.ctx)
    assert.deepEqual(await traceOf(fallId), before)
    service.advance('8d')
    await copyFallTraces(service.ctx)
    assert.equal(await isFinal(fallId), 1)
    assert.deepEqual(await traceOf(fallId), before)
    service.advance('90d')
    await dropOldPartitions(service.ctx.db, service.ctx.now())
    await copyFallTraces(service.ctx)
    assert.deepEqual(await traceOf(fallId), before)
  })

  test('outlives the device', async () => {
    const rosa = await service.signUp()
    const device = await fallWith(rosa, 25)
    const fallId = await onlyFall(rosa)
    const before = await traceOf(fallId)
    service.advance('1m')
    await copyFallTraces(service.ctx)
    const deleted = await service.call('DELETE', `/device/${device.id}`, { token: rosa.token })
    assert.equal(deleted.status, 204, deleted.text)
    await purgeReadings(service.ctx)
    assert.deepEqual(await traceOf(fallId), before)
    service.advance('8d')
    await copyFallTraces(service.ctx)
    assert.equal(await isFinal(fallId), 1)
    assert.deepEqual(await traceOf(fallId), before)
  })

  test('gets readings that arrive later, until none can', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    for (const fields of fallSequence) await device.send(fields)
    const fallId = await onlyFall(rosa)
    const { impactAt } = await traceOf(fallId)
    service.advance('1h')
    await copyFallTraces(service.ctx)
    assert.equal(await copied(fallId), 12)
    const late = seconds(5, 30).map((second) =>
      batchReading(new Date(Date.parse(impactAt) + second * 1000 + 1), {
        ...lying,
        uptime_ms: 12_000 + second * 1000,
      }),
    )
    await sendBatch(rosa, device, late)
    const whole = await traceOf(fallId)
    assert.ok(whole.readings.length > 12 + 10, String(whole.readings.length))
    assert.ok(whole.readings.length < 12 + late.length, String(whole.readings.length))
    service.advance('7d')
    await copyFallTraces(service.ctx)
    assert.equal(await isFinal(fallId), 1)
    assert.deepEqual(await traceOf(fallId), whole)
  })

  test('of a fall in a batch is made as well', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    service.advance('2d')
    const start = service.ctx.now().getTime() - 86_400_000
    await sendBatch(
      { ...rosa, token: (await service.logIn(rosa.email)).body.token },
      device,
      fallSequence.map((fields, i) =>
        batchReading(new Date(start + i * 1000), { ...fields, uptime_ms: 50_000 + i * 1000 }),
      ),
    )
    const fallId = await onlyFall(rosa)
    const offsets = (await traceOf(fallId)).readings.map(({ offsetMs }: { offsetMs: number }) => offsetMs)
    assert.deepEqual(
      offsets,
      seconds(-impactIndex, 4).map((second) => second * 1000),
    )
    await copyFallTraces(service.ctx)
    assert.equal(await copied(fallId), 11)
  })

  test('is not made of a suspicion, whose readings show its trace while they are kept', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    for (const fields of [standing, knock]) await device.send(fields)
    const fallId = await onlyFall(rosa)
    assert.equal((await traceOf(fallId)).readings.length, 3)
    assert.equal(await countRows(service, 'fall_traces where fall_id = $1', [fallId]), 0)
    service.advance('91d')
    assert.deepEqual((await traceOf(fallId)).readings, [])
  })

  test('goes with the account', async () => {
    const rosa = await service.signUp()
    await fallWith(rosa, 6)
    const fallId = await onlyFall(rosa)
    assert.equal(await countRows(service, 'fall_traces where fall_id = $1', [fallId]), 1)
    await service.call('DELETE', `/admin/users/${rosa.id}`, { token: await service.adminToken() })
    assert.equal(await countRows(service, 'fall_traces where fall_id = $1', [fallId]), 0)
    assert.equal((await askFor(fallId, await service.adminToken())).status, 404)
  })
})

describe('who may read a trace', () => {
  test('is who may read the fall', async () => {
    const people = await makeCircle(service)
    await fallWith(people.patient, 6)
    const fallId = await onlyFall(people.patient)
    const statuses: Record<string, number> = {}
    for (const caller of callers) statuses[caller] = (await askFor(fallId, tokenOf(people, caller))).status
    assert.deepEqual(statuses, {
      ...{ nobody: 401, patient: 200, neighbour: 403, caregiver: 200, stranger: 403, admin: 200 },
    })
  })

  test('gets 404 for a fall that does not exist, and 400 for what is no id', async () => {
    const { token } = await service.signUp()
    assert.equal((await askFor(randomUUID(), token)).status, 404)
    assert.equal((await askFor('none', token)).status, 400)
  })

  test('is audited, unless it is the person', async () => {
    const { patient, caregiver } = await makeCircle(service)
    const { id } = await reportFall(service, patient)
    const entries = () =>
      service.ctx.db.query(
        `select actor_id as actor, subject_id as subject from audit_log
         where action = 'record.viewed' and message like '%/trace' and subject_id = $1`,
        [patient.id],
      )
    await askFor(id, patient.token)
    assert.deepEqual(await entries(), [])
    await askFor(id, caregiver.token)
    assert.deepEqual(await entries(), [{ actor: caregiver.id, subject: patient.id }])
  })
})
