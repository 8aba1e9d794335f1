import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { startPair } from '../support/pair.ts'
import { needsRedis, startRedis } from '../support/redis.ts'
import { adminAccount, type TestService, useSteadyService } from '../support/service.ts'
import { createTeam } from '../support/teams.ts'

const fresh = useSteadyService()
const madrid = useSteadyService({ TIME_ZONE: 'Europe/Madrid' })

const read = async (service: TestService, token: string) =>
  (await service.call('GET', '/admin/time-zone', { token })).body.data
const set = (service: TestService, token: string, timeZone: unknown) =>
  service.call('PUT', '/admin/time-zone', { token, body: { timeZone } })

test('nobody has chosen a time zone at first; one that an admin sets applies at once', async () => {
  const token = await fresh.adminToken()
  const isChosen = async () => (await fresh.call('GET', '/admin/setup', { token })).body.data.timeZoneChosen
  assert.deepEqual(await read(fresh, token), { timeZone: 'UTC', source: 'DEFAULT' })
  assert.equal(await isChosen(), false)
  const team = await createTeam(fresh, token)
  const zoneOfRota = async () =>
    (await fresh.call('GET', `/admin/teams/${team.id}/rota`, { token })).body.data.timeZone
  assert.equal(await zoneOfRota(), 'UTC')
  const answer = await set(fresh, token, 'europe/berlin')
  assert.deepEqual([answer.status, answer.body.data], [200, { timeZone: 'Europe/Berlin', source: 'CONSOLE' }])
  assert.equal(await zoneOfRota(), 'Europe/Berlin')
  assert.equal(await isChosen(), true)
  const log = await fresh.call('GET', '/admin/logs', {
    token,
    query: { action: 'installation.time_zone_changed' },
  })
  assert.match(log.body.data[0].message, /Europe\/Berlin/)
})

test('a time zone of the console applies before that of the settings, until it is cleared', async () => {
  const token = await madrid.adminToken()
  assert.deepEqual(await read(madrid, token), { timeZone: 'Europe/Madrid', source: 'ENVIRONMENT' })
  assert.equal((await madrid.call('GET', '/admin/setup', { token })).body.data.timeZoneChosen, true)
  await set(madrid, token, 'Asia/Tokyo')
  assert.deepEqual(await read(madrid, token), { timeZone: 'Asia/Tokyo', source: 'CONSOLE' })
  assert.equal(madrid.ctx.timeZone.current(), 'Asia/Tokyo')
  await set(madrid, token, null)
  assert.equal(madrid.ctx.timeZone.current(), 'Europe/Madrid')
})

describe('what is no time zone is refused, and changes nothing:', () => {
  for (const timeZone of [
    '',
    ' ',
    'Madrid',
    'Europe/Atlantis',
    '+02:00',
    'a'.repeat(200),
    7,
    undefined,
    ['UTC'],
    "'; --",
  ])
    test(JSON.stringify(timeZone) ?? 'nothing', async () => {
      const token = await fresh.adminToken()
      const before = fresh.ctx.timeZone.current()
      const { status, body } = await set(fresh, token, timeZone)
      assert.deepEqual([status, Object.keys(body.details)], [400, ['timeZone']])
      assert.equal(fresh.ctx.timeZone.current(), before)
    })
})

test('another process on the same database takes it up', needsRedis, async () => {
  const redis = await startRedis()
  const pair = await startPair(redis.url, {})
  try {
    const { body } = await pair.here.call('POST', '/auth/login', { body: adminAccount })
    assert.equal((await set(pair.here, body.token, 'America/Bogota')).status, 200)
    await until(() => pair.there.ctx.timeZone.current() === 'America/Bogota', 20_000)
  } finally {
    await pair.stop()
    await redis.stop()
  }
})
