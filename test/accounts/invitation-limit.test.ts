import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { tally, times } from '../support/readings.ts'
import { adminAccount, type TestService, useSteadyService } from '../support/service.ts'

const newcomer = (email = `${randomUUID()}@example.org`) => ({ email, firstName: 'Luis', lastName: 'Vega' })

const caregiver = (service: TestService) => service.signUp({ role: 'CAREGIVER' })

describe('a caregiver has 20 invitations an hour', () => {
  const service = useSteadyService()
  const invite = (token: string, body: unknown = newcomer()) =>
    service.call('POST', '/patients', { token, body })

  test('from however many addresses, and the next is 429 with when to come back', async () => {
    const ana = await caregiver(service)
    assert.deepEqual(tally(await times(25, () => invite(ana.token))), { 201: 20, 429: 5 })
    const { status, body, headers } = await invite(ana.token)
    assert.deepEqual([status, Object.keys(body)], [429, ['success', 'error', 'code']])
    assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], ['20', '0'])
    const retryAfter = Number(headers['retry-after'])
    assert.ok(retryAfter > 3500 && retryAfter <= 3600, `retry after ${retryAfter} s`)
    const secondsLeft = Number(headers['x-ratelimit-reset']) - Date.now() / 1000
    assert.ok(secondsLeft > 3500 && secondsLeft <= 3601)
    const { pagination } = (await service.call('GET', '/patients', { token: ana.token })).body
    assert.equal(pagination.total, 20)
  })

  test('of which those answered 409 and 400 are some: nobody learns of more addresses', async () => {
    const ana = await caregiver(service)
    const known = await times(19, () => invite(ana.token, newcomer(adminAccount.email)))
    assert.deepEqual(tally(known), { 409: 19 })
    assert.equal((await invite(ana.token, {})).status, 400)
    assert.equal((await invite(ana.token, newcomer(adminAccount.email))).status, 429)
  })

  test('and another caregiver their own; the rest of the service stays open', async () => {
    const [ana, eva] = [await caregiver(service), await caregiver(service)]
    await times(21, () => invite(ana.token))
    assert.equal((await invite(ana.token)).status, 429)
    assert.equal((await invite(eva.token)).status, 201)
    assert.equal((await service.call('GET', '/patients', { token: ana.token })).status, 200)
  })

  test('who may not invite is refused for that, and uses nothing up', async () => {
    const rosa = await service.signUp()
    assert.deepEqual(tally(await times(25, () => invite(rosa.token))), { 403: 25 })
  })
})

describe('an admin has a thousand', () => {
  const service = useSteadyService()

  test('as the headers state', async () => {
    const token = await service.adminToken()
    const answers = await times(25, () => service.call('POST', '/caregivers', { token, body: newcomer() }))
    assert.deepEqual(tally(answers), { 201: 25 })
    assert.deepEqual([...new Set(answers.map(({ headers }) => headers['x-ratelimit-limit']))], ['1000'])
    const remaining = Math.min(...answers.map(({ headers }) => Number(headers['x-ratelimit-remaining'])))
    assert.equal(remaining, 975)
  })
})

describe('RATE_LIMIT_INVITATIONS', () => {
  const fewer = useSteadyService({ RATE_LIMIT_INVITATIONS: '1/1m' })
  const none = useSteadyService({ RATE_LIMIT_INVITATIONS: 'off' })
  const invite = async (service: TestService, count: number) => {
    const { token } = await caregiver(service)
    return tally(await times(count, () => service.call('POST', '/patients', { token, body: newcomer() })))
  }

  test('gives other numbers, and an admin fifty times as many', async () => {
    assert.deepEqual(await invite(fewer, 2), { 201: 1, 429: 1 })
    const token = await fewer.adminToken()
    const { headers } = await fewer.call('POST', '/caregivers', { token, body: newcomer() })
    assert.equal(headers['x-ratelimit-limit'], '50')
  })

  test('switches the limit off', async () => assert.deepEqual(await invite(none, 30), { 201: 30 }))
})
