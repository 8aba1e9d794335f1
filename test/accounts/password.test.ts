import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashCost } from '../../src/accounts/auth/passwords.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({}, { passwordCost: hashCost })
const newPassword = 'Rainy-Day-43!'

const change = (token: string, fields: Record<string, unknown> = {}) =>
  service.call('POST', '/profile/password', {
    token,
    body: { currentPassword: goodPassword, newPassword, confirmPassword: newPassword, ...fields },
  })

const meStatus = async (token: string) => (await service.call('GET', '/me', { token })).status

test('a changed password replaces the old one and ends every other session', async () => {
  const rosa = await service.signUp()
  const others = await Promise.all([service.logIn(rosa.email), service.logIn(rosa.email)])
  const tokens = others.map(({ body }) => body.token as string)
  for (const token of [rosa.token, ...tokens]) assert.equal(await meStatus(token), 200)

  assert.equal((await change(rosa.token)).status, 200)

  assert.equal(await meStatus(rosa.token), 200)
  for (const token of tokens) assert.equal(await meStatus(token), 401)
  assert.equal((await service.logIn(rosa.email, goodPassword)).status, 401)
  assert.equal((await service.logIn(rosa.email, newPassword)).status, 200)
})

test('other people stay signed in and keep their password', async () => {
  const [rosa, luis] = [await service.signUp(), await service.signUp()]
  assert.equal(await meStatus(luis.token), 200)
  await change(rosa.token)
  assert.equal(await meStatus(luis.token), 200)
  assert.equal((await service.logIn(luis.email)).status, 200)
})

test('of two who change the password at once, one succeeds and stays signed in', async () => {
  const rosa = await service.signUp()
  const other = (await service.logIn(rosa.email)).body.token as string
  const choices = [
    { token: rosa.token as string, password: 'Rainy-Day-44!' },
    { token: other, password: 'Rainy-Day-45!' },
  ]
  const answers = await Promise.all(
    choices.map(({ token, password }) => change(token, { newPassword: password, confirmPassword: password })),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1, `answered ${statuses}`)
  for (const [i, { token, password }] of choices.entries()) {
    const expected = statuses[i] === 200 ? 200 : 401
    assert.equal(await meStatus(token), expected)
    assert.equal((await service.logIn(rosa.email, password)).status, expected)
  }
})

test('the new hash has the agreed parameters', async () => {
  const { id, token } = await service.signUp()
  const readHash = async () => {
    const [row] = await service.ctx.db.query<{ hash: string }>(
      'select password_hash as hash from users where id = $1',
      [id],
    )
    return row?.hash ?? ''
  }
  const before = await readHash()
  await change(token)
  const after = await readHash()
  assert.notEqual(after, before)
  assert.match(after, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

describe('a wrong current password', () => {
  test('is 400 and says so', async () => {
    const { token } = await service.signUp()
    const { status, body } = await change(token, { currentPassword: 'Wrong-Pass-1!' })
    assert.equal(status, 400)
    assert.equal(body.error, 'Current password is incorrect')
    assert.deepEqual(Object.keys(body.details), ['currentPassword'])
  })

  test('changes nothing and ends no session', async () => {
    const rosa = await service.signUp()
    const other = (await service.logIn(rosa.email)).body.token
    await change(rosa.token, { currentPassword: 'Wrong-Pass-1!' })
    assert.deepEqual([await meStatus(rosa.token), await meStatus(other)], [200, 200])
    assert.equal((await service.logIn(rosa.email, newPassword)).status, 401)
    assert.equal((await service.logIn(rosa.email, goodPassword)).status, 200)
  })
})

describe('a password change is refused', () => {
  const both = (password: string) => ({ newPassword: password, confirmPassword: password })
  const refusals: [string, Record<string, unknown>, string[]][] = [
    ['when the confirmation differs', { confirmPassword: 'Rainy-Day-44!' }, ['confirmPassword']],
    ['when the confirmation is in other case', { confirmPassword: 'rainy-day-43!' }, ['confirmPassword']],
    ['without a confirmation', { confirmPassword: undefined }, ['confirmPassword']],
    ['without the current password', { currentPassword: undefined }, ['currentPassword']],
    ['with an empty current password', { currentPassword: '' }, ['currentPassword']],
    ['without a new password', { newPassword: undefined }, ['newPassword']],
    ['with a number as the new password', { newPassword: 12345678 }, ['newPassword']],
    ['with 7 characters', both('Abcd-1!'), ['newPassword']],
    ['with 129 characters', both(`Aa1!${'x'.repeat(125)}`), ['newPassword']],
    ['without an uppercase letter', both('rainy-day-43!'), ['newPassword']],
    ['without a lowercase letter', both('RAINY-DAY-43!'), ['newPassword']],
    ['without a digit', both('Rainy-Day-XX!'), ['newPassword']],
    ['without a special character', both('RainyDay43'), ['newPassword']],
  ]
  for (const [title, fields, badFields] of refusals) {
    test(title, async () => {
      const rosa = await service.signUp()
      const { status, body } = await change(rosa.token, fields)
      assert.deepEqual([status, Object.keys(body.details)], [400, badFields])
      assert.equal((await service.logIn(rosa.email)).status, 200)
    })
  }

  test('without any field, and each is named', async () => {
    const { token } = await service.signUp()
    const { status, body } = await service.call('POST', '/profile/password', { token, body: {} })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details), ['currentPassword', 'newPassword', 'confirmPassword'])
  })
})
