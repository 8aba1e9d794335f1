import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { adminAccount, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({
  RATE_LIMIT_GLOBAL: '1/1m',
  RATE_LIMIT_LOGIN: '1/1m',
  RATE_LIMIT_SIGNUP: '1/1m',
})

const json = { 'content-type': 'application/json' }
const unreadable: [string, string, Record<string, string>, number][] = [
  ['too large', JSON.stringify({ confirmation: 'x'.repeat(65 * 1024) }), json, 413],
  ['of another type', 'confirmation=yes', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['not JSON', '{"confirmation":', json, 400],
]

/** An address that has used up each of its limits. */
async function exhaustedAddress(ip: string): Promise<string> {
  await service.call('GET', '/openapi.json', { ip })
  await service.call('POST', '/auth/login', { ip, body: {} })
  await service.call('POST', '/auth/login', { ip, body: {} })
  await service.call('POST', '/auth/signup', { ip, body: {} })
  await service.call('POST', '/auth/forgot-password', { ip, body: {} })
  return ip
}

test('an unknown route is 404 even for an address past its limit', async () => {
  const ip = await exhaustedAddress('192.0.2.1')
  assert.equal((await service.call('GET', '/nowhere', { ip })).status, 404)
  assert.equal((await service.call('POST', '/me', { ip })).status, 404)
})

// Together, because an address that far past its limit is answered a second late.
describe('the limit is looked at before the token and the body', { concurrency: true }, () => {
  const requests: [string, string][] = [
    ['GET', '/me'],
    ['PUT', '/profile/me'],
    ['POST', '/profile/password'],
    ['DELETE', '/profile/me'],
    ['POST', '/auth/signup'],
    ['POST', '/auth/login'],
    ['POST', '/auth/accept-invitation'],
    ['POST', '/auth/forgot-password'],
    ['POST', '/auth/reset-password'],
    ['POST', '/auth/station'],
  ]
  for (const [index, [method, path]] of requests.entries()) {
    test(`${method} ${path}`, async () => {
      const ip = await exhaustedAddress(`192.0.2.${index + 2}`)
      const bodies = method === 'GET' ? [] : unreadable.map(([, body, headers]) => ({ body, headers }))
      const answers = await Promise.all(
        [{}, { token: 'bad' }, ...bodies].map((options) => service.call(method, path, { ip, ...options })),
      )
      for (const { status } of answers) assert.equal(status, 429)
    })
  }
})

for (const [title, body, headers, status] of unreadable) {
  test(`the token is looked at before a body that is ${title}`, async () => {
    for (const token of [undefined, 'bad'])
      assert.equal((await service.call('DELETE', '/profile/me', { token, body, headers })).status, 401)
  })

  test(`a body that is ${title} is refused before its fields are looked at`, async () => {
    const { token } = await service.signUp()
    const answer = await service.call('DELETE', '/profile/me', { token, body, headers })
    assert.equal(answer.status, status)
    assert.equal(answer.body.details, undefined)
  })

  test(`logout, which takes no body, refuses one that is ${title}`, async () => {
    const { token } = await service.signUp()
    assert.equal((await service.call('POST', '/auth/logout', { token, body, headers })).status, status)
  })
}

test('a body that is too large and of another type is too large', async () => {
  const { token } = await service.signUp()
  const options = { token, body: 'x'.repeat(65 * 1024), headers: { 'content-type': 'text/plain' } }
  assert.equal((await service.call('PUT', '/profile/me', options)).status, 413)
})

test('the fields of a signup are looked at before the e-mail is found taken', async () => {
  const body = { email: adminAccount.email, password: 'weak', firstName: 'A', lastName: 'B' }
  const bad = await service.call('POST', '/auth/signup', { body })
  assert.deepEqual([bad.status, Object.keys(bad.body.details)], [400, ['password']])
  const taken = await service.call('POST', '/auth/signup', { body: { ...body, password: goodPassword } })
  assert.equal(taken.status, 409)
})

test('the fields of an acceptance are looked at before its invitation', async () => {
  const body = { token: 'unknown', password: 'weak' }
  const bad = await service.call('POST', '/auth/accept-invitation', { body })
  assert.deepEqual([bad.status, Object.keys(bad.body.details)], [400, ['password']])
})

test('the fields of a password change are looked at before the current password', async () => {
  const { token } = await service.signUp()
  const body = { currentPassword: 'Wrong-Pass-1!', newPassword: 'weak', confirmPassword: 'weak' }
  const bad = await service.call('POST', '/profile/password', { token, body })
  assert.deepEqual([bad.status, Object.keys(bad.body.details)], [400, ['newPassword']])
})

test('the confirmation of a deletion is looked at before the last admin is found', async () => {
  const token = await service.adminToken()
  const deletion = (confirmation: boolean) =>
    service.call('DELETE', '/profile/me', { token, body: { confirmation } })
  assert.equal((await deletion(false)).status, 400)
  assert.equal((await deletion(true)).status, 409)
})
