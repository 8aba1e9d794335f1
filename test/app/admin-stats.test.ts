import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { addDevice, addUnregisteredDevice, assertFields, assign } from '../support/readings.ts'
import { needsRedis, startRedis } from '../support/redis.ts'
import { TestService, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const stats = async () => {
  const answer = await service.call('GET', '/admin/stats', { token: await service.adminToken() })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}
const reportFall = async (token: string, confidence: number) => {
  const answer = await service.call('POST', '/falls', { token, body: { confidence } })
  assert.equal(answer.status, 201, answer.text)
}

test('an empty place has an admin and is healthy', async () => {
  assert.deepEqual(await stats(), {
    ...{ totalUsers: 1, activeDevices: 0, fallsToday: 0, highRiskPatients: 0, caregiverAssignments: 0 },
    systemHealth: 'HEALTHY',
  })
})

test('shows exactly its fields', async () => {
  const counts = ['totalUsers', 'activeDevices', 'fallsToday', 'highRiskPatients', 'caregiverAssignments']
  assertFields(await stats(), [...counts, 'systemHealth'])
})

test('counts people and who looks after whom', async () => {
  const before = await stats()
  const [rosa, ana] = [await service.signUp(), await service.signUp()]
  const nora = await service.signUp({ role: 'CAREGIVER' })
  await assign(service, nora.id, rosa.id)
  await assign(service, nora.id, ana.id)
  const after = await stats()
  assert.equal(after.totalUsers - before.totalUsers, 3)
  assert.equal(after.caregiverAssignments - before.caregiverAssignments, 2)
})

test('counts the devices that sent a reading less than half an hour ago and are not disabled', async () => {
  const rosa = await service.signUp()
  const active = async () => (await stats()).activeDevices
  const before = await active()
  const { id } = await addDevice(service, rosa.token)
  await addDevice(service, rosa.token)
  await addUnregisteredDevice(service, rosa.id)
  assert.equal(await active(), before + 2)
  const token = await service.adminToken()
  await service.call('POST', `/admin/devices/${id}/disable`, { token })
  assert.equal(await active(), before + 1)
  await service.call('POST', `/admin/devices/${id}/enable`, { token })
  assert.equal(await active(), before + 2)
  service.advance('29m')
  assert.equal(await active(), before + 2)
  service.advance('1m')
  assert.equal(await active(), 0)
})

test('counts the falls since midnight, from POTENTIAL on', async () => {
  const rosa = await service.signUp()
  const now = service.ctx.now()
  const toMidnight = 86_400_000 - (now.getTime() % 86_400_000)
  service.advance(`${Math.ceil(toMidnight / 1000)}s`)
  const { token } = (await service.logIn(rosa.email)).body
  assert.equal((await stats()).fallsToday, 0)
  for (const confidence of [0.2, 0.5, 0.505, 0.8, 0.95]) await reportFall(token, confidence)
  assert.equal((await stats()).fallsToday, 3)
  service.advance('23h')
  assert.equal((await stats()).fallsToday, 3)
  service.advance('1h')
  assert.equal((await stats()).fallsToday, 0)
})

test('counts the patients whose health says that they are at high risk', async () => {
  const rosa = await service.signUp()
  const token = await service.adminToken()
  const isHighRisk = async () =>
    (await service.call('GET', `/patients/${rosa.id}/health`, { token })).body.data.isHighRisk
  const { send } = await addDevice(service, rosa.token, { heart_rate: 72, spo2: 98 })
  const before = (await stats()).highRiskPatients
  assert.equal(await isHighRisk(), false)
  for (let i = 0; i < 5; i++) await reportFall(rosa.token, 0.95)
  await send({ heart_rate: 220, spo2: 60, battery_level: 1, sensors_initialized: false })
  assert.equal(await isHighRisk(), true)
  assert.equal((await stats()).highRiskPatients, before + 1)
})

test('are for admins only', async () => {
  const people = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
  const statuses = []
  for (const token of ['', ...people.map((person) => person.token)])
    statuses.push((await service.call('GET', '/admin/stats', { token })).status)
  assert.deepEqual(statuses, [401, 403, 403])
})

describe('the health of the system', needsRedis, () => {
  test('is what GET /health says, also while Redis is away', async () => {
    const redis = await startRedis()
    const shared = new TestService({ REDIS_URL: redis.url })
    try {
      await shared.start()
      const token = await shared.adminToken()
      const both = async () => [
        (await shared.call('GET', '/health')).body.data.status,
        (await shared.call('GET', '/admin/stats', { token })).body.data.systemHealth,
      ]
      const bothSay = (status: string) => async () => (await both()).every((actual) => actual === status)
      await until(bothSay('HEALTHY'), 20_000)
      await redis.kill()
      await until(bothSay('DEGRADED'), 20_000)
      await redis.restart()
      await until(bothSay('HEALTHY'), 20_000)
    } finally {
      await shared.stop()
      await redis.stop()
    }
  })
})
