import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

type Json = Record<string, unknown>

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string): Json =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const ourKey = () => service.ctx.config.jwtSecret ?? ''
const meStatus = async (token: string) => (await service.call('GET', '/me', { token })).status

/** Signs as the service does, but for what a forger changes. */
function forge(payload: unknown, header: Json = {}, key = ourKey(), hash = 'sha256'): string {
  const content = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode(payload)}`
  return `${content}.${createHmac(hash, key).update(content).digest('base64url')}`
}

function signWithRsa(payload: Json): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(payload)}`
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
}

function without(claims: Json, name: string): Json {
  const { [name]: _, ...rest } = claims
  return rest
}

test('a token carries the agreed claims and lives for a day', async () => {
  const { id, token } = await service.signUp()
  const claims = claimsOf(token)
  assert.deepEqual(Object.keys(claims).sort(), ['aud', 'exp', 'iat', 'iss', 'sid', 'sub'])
  assert.equal(claims.sub, id)
  assert.equal(Number(claims.exp) - Number(claims.iat), 86_400)
  assert.ok(Math.abs(Number(claims.iat) * 1000 - service.ctx.now().getTime()) < 10_000)
})

test('a token made here by hand from the same claims is as good', async () => {
  const { token } = await service.signUp()
  assert.equal(await meStatus(forge(claimsOf(token))), 200)
})

describe('a forged token is 401', () => {
  const forgeries: [string, (claims: Json, token: string) => string][] = [
    ['alg none without a signature', (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`],
    ['alg None in other case', (claims) => `${encode({ alg: 'nOnE' })}.${encode(claims)}.`],
    ['alg none with the signature', (claims) => forge(claims, { alg: 'none' })],
    ['no alg', (claims) => forge(claims, { alg: undefined })],
    ['an RS256 header over our HMAC', (claims) => forge(claims, { alg: 'RS256' })],
    ['a real RS256 signature', (claims) => signWithRsa(claims)],
    ['HS512 with our key', (claims) => forge(claims, { alg: 'HS512' }, ourKey(), 'sha512')],
    ['a foreign key', (claims) => forge(claims, {}, 'another-secret-of-32-bytes-or-more')],
    ['an empty key', (claims) => forge(claims, {}, '')],
    ['no exp', (claims) => forge(without(claims, 'exp'))],
    ['an exp in the past', (claims) => forge({ ...claims, exp: Number(claims.iat) - 1 })],
    ['an exp of now', (claims) => forge({ ...claims, exp: Math.floor(service.ctx.now().getTime() / 1000) })],
    ['an exp that is text', (claims) => forge({ ...claims, exp: '99999999999' })],
    ['an exp of null', (claims) => forge({ ...claims, exp: null })],
    [
      'an endless exp',
      (claims) => forge(JSON.stringify({ ...claims, exp: 0 }).replace('"exp":0', '"exp":1e999')),
    ],
    ['another iss', (claims) => forge({ ...claims, iss: 'elsewhere' })],
    ['no iss', (claims) => forge(without(claims, 'iss'))],
    ['another aud', (claims) => forge({ ...claims, aud: 'elsewhere' })],
    ['no aud', (claims) => forge(without(claims, 'aud'))],
    ['no sid', (claims) => forge(without(claims, 'sid'))],
    ['an unknown sid', (claims) => forge({ ...claims, sid: randomUUID() })],
    ['a sid that is no UUID', (claims) => forge({ ...claims, sid: "' or true --" })],
    ['no sub', (claims) => forge(without(claims, 'sub'))],
    ['the sub of nobody', (claims) => forge({ ...claims, sub: randomUUID() })],
    ['a sub that is a list', (claims) => forge({ ...claims, sub: [claims.sub] })],
    ['a payload that is null', () => forge('null')],
    ['a payload that is a list', (claims) => forge([claims])],
    ['a payload that is no JSON', () => forge('not json')],
    [
      'an altered payload',
      (claims, token) => token.replace(/\.[^.]+\./, `.${encode({ ...claims, sub: randomUUID() })}.`),
    ],
    ['no signature', (_, token) => token.replace(/[^.]+$/, '')],
    ['no third part', (_, token) => token.replace(/\.[^.]+$/, '')],
    ['a fourth part', (_, token) => `${token}.x`],
    ['a letter more', (_, token) => `${token}A`],
    ['a letter less', (_, token) => token.slice(0, -1)],
    ['garbage', () => 'garbage'],
    ['dots', () => '..'],
    ['bytes that are no base64', () => '!!!.???.###'],
    ['a very long text', () => 'x'.repeat(9000)],
  ]
  for (const [title, makeToken] of forgeries) {
    test(title, async () => {
      const { token } = await service.signUp()
      const { status, body } = await service.call('GET', '/me', { token: makeToken(claimsOf(token), token) })
      assert.deepEqual(
        [status, body],
        [401, { success: false, error: 'Invalid or expired token', code: 'INVALID_TOKEN' }],
      )
    })
  }
})

describe('a real token is over when', () => {
  test('its day has passed, and not before', async () => {
    const { token } = await service.signUp()
    service.advance('1439m')
    assert.equal(await meStatus(token), 200)
    service.advance('1m')
    assert.equal(await meStatus(token), 401)
    assert.equal((await service.call('POST', '/auth/logout', { token })).status, 401)
  })

  test('its session was ended, though the token was used a moment ago', async () => {
    const { token } = await service.signUp()
    assert.equal(await meStatus(token), 200)
    await service.call('POST', '/auth/logout', { token })
    assert.equal(await meStatus(token), 401)
    assert.equal(await meStatus(forge(claimsOf(token))), 401)
  })

  test('its account was deleted, though the token was used a moment ago', async () => {
    const { token } = await service.signUp()
    assert.equal(await meStatus(token), 200)
    await service.call('DELETE', '/profile/me', { token, body: { confirmation: true } })
    assert.equal(await meStatus(token), 401)
  })

  test('its account was deactivated', async () => {
    const { id, token } = await service.signUp()
    await service.ctx.db.query(`update users set status = 'inactive' where id = $1`, [id])
    assert.equal(await meStatus(token), 401)
  })
})

test('the role comes from the database, whatever a token says', async () => {
  const { id, token } = await service.signUp()
  const boastful = forge({ ...claimsOf(token), role: 'ADMIN' })
  const { data } = (await service.call('GET', '/me', { token: boastful })).body
  assert.deepEqual([data.id, data.role], [id, 'PATIENT'])
})

test('a token in the query or the body does not count', async () => {
  const { token } = await service.signUp()
  assert.equal((await service.call('GET', '/me', { query: { token, access_token: token } })).status, 401)
  assert.equal((await service.call('POST', '/auth/logout', { body: { token } })).status, 401)
})
