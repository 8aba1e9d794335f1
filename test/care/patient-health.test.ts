import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { countHighRiskPatients, readHealth } from '../../src/care/health/patient-health.service.ts'
import { addDevice, addUnregisteredDevice, assertFields, assign, deviceNumber } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const healthOf = async (id: string, token?: string) => {
  const admin = token ?? (await service.adminToken())
  return service.call('GET', `/patients/${id}/health`, { token: admin })
}

/** Puts falls of a level there that happened so many days ago. */
async function addFalls(userId: string, status: string, count: number, daysAgo: number) {
  const at = new Date(service.ctx.now().getTime() - daysAgo * 86_400_000)
  await service.ctx.db.query(
    `insert into falls (id, user_id, confidence, status, created_at, updated_at)
     select gen_random_uuid(), $1, 0.6, $2, $4, $4 from generate_series(1, $3::int)`,
    [userId, status, count, at],
  )
}

/** Sets the last values of a device, without the many readings that it would take. */
async function setState(deviceId: string, column: string, value: unknown) {
  const number = await deviceNumber(service, deviceId)
  await service.ctx.db.query(`update device_states set ${column} = $2 where device = $1`, [number, value])
}

describe('the health of a patient', () => {
  test('has exactly its fields, and is made of the last readings', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token, { heart_rate: 130, spo2: 90, battery_level: 10 })
    const { timestamp } = await device.send({ spo2: 91 })
    const { status, body } = await healthOf(rosa.id)
    assert.equal(status, 200)
    assertFields(body, ['success', 'data'])
    assert.deepEqual(body.data, {
      ...{ patientId: rosa.id, healthScore: 59, riskScore: 41, isHighRisk: false, lastUpdate: timestamp },
      vitals: { heartRate: 130, bloodPressure: null, oxygenSaturation: 91 },
    })
  })

  test('is 100 with nothing known for somebody without a reading, even with a device added beforehand', async () => {
    const rosa = await service.signUp()
    await addUnregisteredDevice(service, rosa.id)
    assert.deepEqual((await healthOf(rosa.id)).body.data, {
      ...{ patientId: rosa.id, healthScore: 100, riskScore: 0, isHighRisk: false, lastUpdate: null },
      vitals: { heartRate: null, bloodPressure: null, oxygenSaturation: null },
    })
  })

  test('takes each sign from the newest device that reports it, and forgets who fell silent a day earlier', async () => {
    const rosa = await service.signUp()
    const older = await addDevice(service, rosa.token, { heart_rate: 150, spo2: 92 })
    service.advance('5m')
    await addDevice(service, rosa.token, { heart_rate: 70 })
    const vitals = async () => (await healthOf(rosa.id)).body.data.vitals
    assert.deepEqual(await vitals(), { heartRate: 70, bloodPressure: null, oxygenSaturation: 92 })
    const silent = new Date(service.ctx.now().getTime() - 25 * 3_600_000)
    await setState(older.id, 'last_seen', silent)
    assert.deepEqual(await vitals(), { heartRate: 70, bloodPressure: null, oxygenSaturation: null })
  })

  test('suffers from an unsteady heart and failed sensors', async () => {
    const rosa = await service.signUp()
    const { id } = await addDevice(service, rosa.token, { heart_rate: 70, sensors_initialized: false })
    assert.equal((await healthOf(rosa.id)).body.data.healthScore, 90)
    await setState(id, 'heart_spread', 16)
    assert.equal((await healthOf(rosa.id)).body.data.healthScore, 84)
  })

  const falls: [string, string, number, number, number][] = [
    ['a likely one', 'POTENTIAL', 1, 1, 90],
    ['a strong one', 'HIGH', 1, 1, 90],
    ['a definite one', 'CONFIRMED', 1, 1, 90],
    ['two', 'POTENTIAL', 2, 1, 80],
    ['nine', 'POTENTIAL', 9, 1, 70],
    ['one 29.9 days ago', 'POTENTIAL', 1, 29.9, 90],
    ['none from more than 30 days ago', 'CONFIRMED', 9, 30.1, 100],
    ['none that was merely suspicious', 'SUSPICIOUS', 9, 1, 100],
    ['none that was no fall', 'NO_FALL', 9, 1, 100],
  ]
  for (const [title, level, count, daysAgo, score] of falls) {
    test(`suffers from falls: ${title} makes ${score}`, async () => {
      const rosa = await service.signUp()
      await addFalls(rosa.id, level, count, daysAgo)
      const { healthScore, riskScore } = (await healthOf(rosa.id)).body.data
      assert.deepEqual([healthScore, riskScore], [score, 100 - score])
    })
  }

  test('shows the blood pressure that a caregiver entered', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    await assign(service, ana.id, rosa.id)
    const path = `/patients/${rosa.id}`
    await service.call('PUT', path, { token: ana.token, body: { bloodPressure: '135/85' } })
    const { vitals, healthScore } = (await healthOf(rosa.id, ana.token)).body.data
    assert.deepEqual([vitals.bloodPressure, healthScore], ['135/85', 100])
  })

  test('is the same in the list, and for many at once', async () => {
    const ana = await service.signUp({ role: 'CAREGIVER' })
    const people = []
    for (let i = 0; i < 4; i++) {
      const person = await service.signUp()
      await assign(service, ana.id, person.id)
      await addFalls(person.id, 'HIGH', i, 1)
      if (i > 0) await addDevice(service, person.token, { heart_rate: 110 + i * 7, spo2: 97 - i })
      if (i > 1) await addDevice(service, person.token, { heart_rate: 40 })
      people.push(person)
    }
    const { data } = (await service.call('GET', '/patients', { token: ana.token })).body
    const many = await readHealth(
      service.ctx,
      people.map(({ id }) => id),
    )
    for (const { id } of people) {
      const one = (await healthOf(id, ana.token)).body.data.healthScore
      const inList = data.find((item: { id: string }) => item.id === id).healthScore
      assert.deepEqual([inList, many.get(id)?.healthScore], [one, one])
    }
    assert.ok(new Set([...many.values()].map(({ healthScore }) => healthScore)).size > 2)
  })

  test('for many leaves out who is no patient, and needs nobody', async () => {
    const [rosa, ana] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    const many = await readHealth(service.ctx, [rosa.id, ana.id, randomUUID()])
    assert.deepEqual([...many.keys()], [rosa.id])
    assert.equal((await readHealth(service.ctx, [])).size, 0)
  })
})

describe('the number of patients at high risk', () => {
  const dire = { heart_rate: 0, spo2: 85, sensors_initialized: false }

  async function change(work: () => Promise<unknown>): Promise<number> {
    const before = await countHighRiskPatients(service.ctx)
    await work()
    return (await countHighRiskPatients(service.ctx)) - before
  }

  test('counts a patient once, whatever the number of devices', async () => {
    const rosa = await service.signUp()
    assert.equal(await change(() => addDevice(service, rosa.token, dire)), 1)
    assert.equal(await change(() => addDevice(service, rosa.token, dire)), 0)
    assert.equal((await healthOf(rosa.id)).body.data.isHighRisk, true)
  })

  test('knows the falls that make the difference', async () => {
    const rosa = await service.signUp()
    assert.equal(await change(() => addDevice(service, rosa.token, { heart_rate: 0, spo2: 91 })), 0)
    assert.equal(await change(() => addFalls(rosa.id, 'HIGH', 2, 1)), 0)
    assert.equal(await change(() => addFalls(rosa.id, 'HIGH', 1, 1)), 1)
    assert.equal((await healthOf(rosa.id)).body.data.riskScore, 76)
  })

  test('combines the values of several devices, and readings with fewer values than the ones before', async () => {
    const rosa = await service.signUp()
    const heart = await addDevice(service, rosa.token, { heart_rate: 0 })
    assert.equal(await change(() => addDevice(service, rosa.token, { spo2: 80 })), 0)
    assert.equal(await change(() => addFalls(rosa.id, 'HIGH', 1, 1)), 1)
    assert.equal(await change(() => heart.send()), 0)
  })

  test('leaves out values of an earlier day, and people who are no patients', async () => {
    const rosa = await service.signUp()
    const { id } = await addDevice(service, rosa.token, dire)
    await addDevice(service, rosa.token)
    const longAgo = new Date(service.ctx.now().getTime() - 3 * 86_400_000)
    assert.equal(await change(() => setState(id, 'last_seen', longAgo)), -1)
    const ana = await service.signUp({ role: 'CAREGIVER' })
    assert.equal(await change(() => addDevice(service, ana.token, dire)), 0)
  })

  test('goes down when somebody recovers', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token, dire)
    assert.equal(await change(() => device.send({ heart_rate: 70, spo2: 97 })), -1)
  })
})
