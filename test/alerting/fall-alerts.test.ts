import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { recordDetectedFall } from '../../src/alerting/falls/falls.service.ts'
import type { Evidence } from '../../src/detection/fall-event.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { countWaiting } from '../support/locks.ts'
import {
  addDevice,
  assertFields,
  assign,
  batchReading,
  countRows,
  type Fields,
  fallSequence,
  impactIndex,
  knock,
  lying,
  type Person,
  sendReading,
  tally,
} from '../support/readings.ts'
import { type Answer, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

type Device = Awaited<ReturnType<typeof addDevice>>

/** A patient with a device and so many caregivers. */
async function circle(size: number) {
  const rosa: Person = await service.signUp()
  const caregivers: Person[] = []
  for (let i = 0; i < size; i++) {
    caregivers.push(await service.signUp({ role: 'CAREGIVER' }))
    await assign(service, caregivers[i]?.id, rosa.id)
  }
  return { rosa, caregivers, device: await addDevice(service, rosa.token) }
}

const alertsOf = async (person: Person) =>
  service.ctx.db.query<{ caregiverId: string; status: string; at: Date }>(
    `select caregiver_id as "caregiverId", status, alerts.created_at as at
     from alerts join falls on falls.id = fall_id where user_id = $1 order by alerts.created_at`,
    [person.id],
  )

const emergenciesOf = (person: Person) =>
  countRows(service, `audit_log where action = 'fall.emergency' and subject_id = $1`, [person.id])

const fallsOfUser = (person: Person) => countRows(service, 'falls where user_id = $1', [person.id])

const onlyFall = async (token: string) => {
  const [{ id }] = (await service.call('GET', '/falls', { token })).body.data
  return (await service.call('GET', `/falls/${id}`, { token })).body.data
}

const send = (device: Device, fields: Fields, seconds: number) =>
  device.send({ ...fields, uptime_ms: 10_000 + seconds * 1000 })

/** Sends readings, one a second. */
async function sendSequence(device: Device, sequence: Fields[], from = 0) {
  for (const [i, fields] of sequence.entries()) await send(device, fields, from + i)
}

describe('a fall that a device detects', () => {
  test('alerts nobody while it is a suspicion, and everybody when it becomes likely', async () => {
    const { rosa, caregivers, device } = await circle(2)
    const [soon, later] = [fallSequence.slice(0, impactIndex + 1), fallSequence.slice(impactIndex + 1)]
    await sendSequence(device, soon)
    assert.deepEqual([await fallsOfUser(rosa), await alertsOf(rosa)], [1, []])
    await sendSequence(device, later, soon.length)
    const alerts = await alertsOf(rosa)
    assert.deepEqual(
      alerts.map(({ caregiverId }) => caregiverId).sort(),
      caregivers.map(({ id }) => id).sort(),
    )
    assert.equal(await fallsOfUser(rosa), 1)
  })

  test('alerts each caregiver once, however often it rises, and sets off one emergency', async () => {
    const { rosa, caregivers, device } = await circle(3)
    await sendSequence(device, [...fallSequence, ...Array<Fields>(12).fill(lying)])
    const alerts = await alertsOf(rosa)
    assert.deepEqual([alerts.length, alerts[0]?.status], [3, 'CONFIRMED'])
    assert.equal(new Set(alerts.map(({ caregiverId }) => caregiverId)).size, caregivers.length)
    assert.equal(await emergenciesOf(rosa), 1)
  })

  test('alerts a caregiver who was assigned meanwhile when it rises to the next level', async () => {
    const { rosa, device } = await circle(1)
    const evidence: Evidence = {
      ...{ peakG: 4, turnDegrees: 80, stillSeconds: 0, secondsSince: 2 },
      ...{ gotUpAfterSeconds: null, raisedBy: ['impact', 'turn'] },
    }
    const motion = { accel: [0, 0, 39], gyro: [90, 0, 0] } as const
    const at = service.ctx.now()
    const detected = { userId: rosa.id, deviceId: device.id, motion, evidence, at, late: false }
    await recordDetectedFall(service.ctx, { ...detected, confidence: 0.6 })
    assert.deepEqual(
      (await alertsOf(rosa)).map(({ status }) => status),
      ['POTENTIAL'],
    )
    assert.equal(await emergenciesOf(rosa), 0)
    const latecomer = await service.signUp({ role: 'CAREGIVER' })
    await assign(service, latecomer.id, rosa.id)
    await recordDetectedFall(service.ctx, { ...detected, confidence: 0.8 })
    const alerts = await alertsOf(rosa)
    assert.deepEqual([alerts.length, alerts[1]?.caregiverId], [2, latecomer.id])
    assert.equal(alerts[0]?.status, 'HIGH')
  })

  test('is shown with its device, what it measured and who was alerted', async () => {
    const { rosa, caregivers, device } = await circle(1)
    await sendSequence(device, fallSequence)
    const fall = await onlyFall(rosa.token)
    assertFields(fall, [
      ...['id', 'userId', 'deviceId', 'confidence', 'status', 'location', 'witnessed', 'injuries'],
      ...['source', 'reportedBy', 'sensorData', 'evidence', 'alerts', 'createdAt'],
    ])
    assert.deepEqual([fall.deviceId, fall.status, fall.location], [device.id, 'CONFIRMED', null])
    assertFields(fall.sensorData, ['accel', 'gyro', 'timestamp'])
    assert.deepEqual(fall.sensorData.accel, [35, 25, 38])
    assert.deepEqual(fall.sensorData.gyro, [260, 90, 120])
    assert.equal(new Date(fall.sensorData.timestamp).toISOString(), fall.sensorData.timestamp)
    const [{ timestamp, ...alert }] = fall.alerts
    assert.deepEqual(alert, { caregiverId: caregivers[0]?.id, sent: true, acknowledged: false })
    assert.ok(Date.parse(timestamp) >= Date.parse(fall.createdAt))
  })

  test('stays with the person when its device is deleted', async () => {
    const { rosa, device } = await circle(1)
    await sendSequence(device, fallSequence)
    await service.call('DELETE', `/device/${device.id}`, { token: rosa.token })
    const { deviceId, sensorData, alerts } = await onlyFall(rosa.token)
    assert.deepEqual([deviceId, sensorData.accel, alerts.length], [null, [35, 25, 38], 1])
  })
})

describe('a fall that is detected late', () => {
  const batch = async (rosa: Person, device: Device, start: Date) => {
    const readings = fallSequence.map((fields, i) =>
      batchReading(new Date(start.getTime() + i * 1000), { ...fields, uptime_ms: 50_000 + i * 1000 }),
    )
    const body = { device_id: device.mac, readings }
    const answer = await service.call('POST', '/device/sensor-stream/batch', { token: rosa.token, body })
    assert.equal(answer.status, 200, answer.text)
    service.advance('2s')
  }

  test('alerts each caregiver once and at once, with the fall at its own time', async () => {
    const { rosa, caregivers, device } = await circle(2)
    const start = new Date(service.ctx.now().getTime() - 3_600_000)
    const before = service.ctx.now()
    await batch(rosa, device, start)
    const alerts = await alertsOf(rosa)
    assert.equal(alerts.length, caregivers.length)
    for (const { at, status } of alerts) {
      assert.ok(at >= before, 'an alert is as old as the fall')
      assert.equal(status, 'CONFIRMED')
    }
    assert.equal(
      (await onlyFall(rosa.token)).createdAt,
      new Date(start.getTime() + impactIndex * 1000).toISOString(),
    )
    await batch(rosa, device, start)
    assert.deepEqual([(await alertsOf(rosa)).length, await fallsOfUser(rosa)], [caregivers.length, 1])
    assert.equal(await emergenciesOf(rosa), 1)
  })
})

describe('the fall and its alerts are stored together or not at all', () => {
  /** Does something while no alert can be stored. */
  async function whileAlertsFail(work: () => Promise<void>) {
    const { db } = service.ctx
    await db.query('alter table alerts add constraint none check (false) not valid')
    await work().finally(() => db.query('alter table alerts drop constraint none'))
  }

  test('when it is reported', async () => {
    const { rosa } = await circle(1)
    const call = {
      token: rosa.token,
      body: { confidence: 0.9 },
      headers: { 'idempotency-key': 'k' },
    }
    await whileAlertsFail(async () => {
      assert.equal((await service.call('POST', '/falls', call)).status, 500)
    })
    assert.deepEqual([await fallsOfUser(rosa), await emergenciesOf(rosa)], [0, 0])
    const again = await service.call('POST', '/falls', call)
    assert.deepEqual([again.status, again.body.data.alerts.caregiverCount], [201, 1])
  })

  test('when it is detected, and the next reading makes up for it', async () => {
    const { rosa, device } = await circle(1)
    await sendSequence(device, fallSequence.slice(0, impactIndex + 1))
    let refused = impactIndex
    await whileAlertsFail(async () => {
      for (let status = 200; status === 200; service.advance('1s')) {
        const reading = { ...fallSequence[++refused], uptime_ms: 10_000 + refused * 1000 }
        status = (await sendReading(service, rosa.token, device.mac, reading)).status
        if (status !== 200) assert.equal(status, 500)
      }
    })
    assert.equal((await onlyFall(rosa.token)).status, 'SUSPICIOUS')
    await send(device, fallSequence[refused] ?? {}, refused)
    assert.ok((await onlyFall(rosa.token)).confidence > 0.5)
    assert.equal((await alertsOf(rosa)).length, 1)
  })
})

describe('while an account is being deleted', () => {
  const remove = (person: Person) =>
    service.call('DELETE', '/profile/me', { token: person.token, body: { confirmation: true } })

  /** Begins a call while a transaction is open that has done something, and answers once both are through. */
  async function during(work: (tx: Db) => Promise<unknown>, begin: () => Promise<Answer>): Promise<Answer> {
    let answer: Promise<Answer> | undefined
    await service.ctx.db.transaction(async (tx) => {
      await work(tx)
      answer = begin()
      await until(async () => (await countWaiting(service)) > 0, 20_000)
    })
    return answer as Promise<Answer>
  }

  const deleting = (person: Person) => (tx: Db) => tx.query('delete from users where id = $1', [person.id])

  test('a fall of a patient of that caregiver is recorded, and the others are alerted', async () => {
    const { rosa, caregivers } = await circle(2)
    const [leaving, staying] = caregivers as [Person, Person]
    const answer = await during(deleting(leaving), () =>
      service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.95 } }),
    )
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(answer.body.data.alerts, { notified: true, caregiverCount: 1 })
    assert.deepEqual(
      (await alertsOf(rosa)).map(({ caregiverId }) => caregiverId),
      [staying.id],
    )
  })

  test('a report of that person is one of nobody', async () => {
    for (const headers of [{}, { 'idempotency-key': 'k' }]) {
      const rosa = await service.signUp()
      const body = { confidence: 0.95 }
      const answer = await during(deleting(rosa), () =>
        service.call('POST', '/falls', { token: rosa.token, body, headers }),
      )
      assert.equal(answer.status, 401, answer.text)
    }
  })

  test('a fall that one of its devices detects does not stand in the way', async () => {
    const { rosa, device } = await circle(1)
    const waiting = (count: number) => until(async () => (await countWaiting(service)) === count, 20_000)
    let answers: Promise<Answer>[] = []
    // The detected fall comes as far as storing itself, and the deletion as far as it can beside that.
    await service.ctx.db.transaction(async (tx) => {
      await tx.query('lock table falls in share mode')
      const detected = sendReading(service, rosa.token, device.mac, { ...knock, uptime_ms: 10_000 })
      await waiting(1)
      answers = [detected, remove(rosa)]
      await waiting(2)
    })
    assert.deepEqual(tally(await Promise.all(answers)), { 200: 2 })
    assert.equal(await fallsOfUser(rosa), 0)
  })
})
