import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createPasswords } from '../../src/accounts/auth/passwords.ts'
import { insertUser } from '../../src/accounts/users/users.store.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const meStatus = async (token: string) => (await service.call('GET', '/me', { token })).status

const setStatus = (id: string, status: string) =>
  service.ctx.db.query('update users set status = $2 where id = $1', [id, status])

test('a login answers with the account and moves the time of the last login', async () => {
  const rosa = await service.signUp()
  service.advance('1h')
  const before = service.ctx.now()
  const { status, body } = await service.logIn(rosa.email)
  const { id, email, firstName, lastName, role } = rosa
  assert.equal(status, 200)
  assert.deepEqual(body.data, { id, email, firstName, lastName, role })
  const me = (await service.call('GET', '/me', { token: body.token })).body.data
  assert.ok(new Date(me.lastLogin) >= before)
  assert.equal(me.createdAt, rosa.createdAt)
})

test('the e-mail may be written with capitals and blanks around', async () => {
  const { email } = await service.signUp()
  assert.equal((await service.logIn(`  ${email.toUpperCase()} `)).status, 200)
})

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const { email } = await service.signUp()
  const wrong = await service.logIn(email, 'Wrong-Pass-1!')
  const unknown = await service.logIn(`${randomUUID()}@example.org`)
  assert.deepEqual([wrong.status, unknown.status], [401, 401])
  assert.deepEqual(wrong.body, unknown.body)
  assert.equal(wrong.headers['set-cookie'], undefined)
})

describe('a password is wrong when it is', () => {
  const guesses: [string, string][] = [
    ['in other case', goodPassword.toUpperCase()],
    ['with a blank behind', `${goodPassword} `],
    ['cut short', goodPassword.slice(0, -1)],
    ['longer', `${goodPassword}!`],
    ['against the rules', 'x'],
    ['very long', 'x'.repeat(10_000)],
  ]
  for (const [title, guess] of guesses) {
    test(title, async () => {
      const { email } = await service.signUp()
      assert.equal((await service.logIn(email, guess)).status, 401)
    })
  }
})

describe('a login whose fields do not fit is 400', () => {
  const bodies: [Record<string, unknown>, string[]][] = [
    [{}, ['email', 'password']],
    [{ email: 'rosa@example.org' }, ['password']],
    [{ password: goodPassword }, ['email']],
    [{ email: '', password: goodPassword }, ['email']],
    [{ email: '  ', password: goodPassword }, ['email']],
    [{ email: 'rosa@example.org', password: '' }, ['password']],
    [{ email: 1, password: true }, ['email', 'password']],
    [{ email: ['rosa@example.org'], password: { text: goodPassword } }, ['email', 'password']],
    [{ email: null, password: null }, ['email', 'password']],
  ]
  for (const [body, badFields] of bodies) {
    test(JSON.stringify(body), async () => {
      const answer = await service.call('POST', '/auth/login', { body })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, badFields])
    })
  }
})

test('what is no e-mail address is just not right', async () => {
  for (const email of ['rosa', "' or 1=1 --", '%', 'rosa@example']) {
    assert.equal((await service.logIn(email)).status, 401)
  }
})

test('an inactive account learns so with its password only, and its sessions are over', async () => {
  const { id, email, token } = await service.signUp()
  await setStatus(id, 'inactive')
  const refused = await service.logIn(email)
  assert.deepEqual([refused.status, refused.body.token], [403, undefined])
  assert.equal(refused.headers['set-cookie'], undefined)
  assert.equal((await service.logIn(email, 'Wrong-Pass-1!')).status, 401)
  assert.equal(await meStatus(token), 401)
  await setStatus(id, 'active')
  assert.equal((await service.logIn(email)).status, 200)
})

test('an invited account without a password lets nobody in', async () => {
  const email = `${randomUUID()}@example.org`
  const account = { id: randomUUID(), email, passwordHash: null, firstName: 'Ana', lastName: 'Gil' }
  await insertUser(service.ctx.db, {
    ...account,
    role: 'PATIENT',
    createdAt: service.ctx.now(),
    lastLogin: null,
  })
  for (const guess of [goodPassword, 'null', ' ']) {
    const answer = await service.logIn(email, guess)
    assert.deepEqual([answer.status, answer.body.error], [401, 'Invalid email or password'])
  }
})

test('twenty logins at once open twenty sessions', async () => {
  const { email } = await service.signUp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.logIn(email)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(20).fill(200),
  )
  assert.equal(new Set(answers.map(({ body }) => body.token)).size, 20)
})

test('more logins at once than the queue takes are refused with a time to retry', async () => {
  const { id, email } = await service.signUp()
  // At the cost of tests, passwords would be compared faster than a busy machine looks up accounts.
  const realHash = await createPasswords().hash(goodPassword)
  await service.ctx.db.query('update users set password_hash = $2 where id = $1', [id, realHash])
  const answers = await Promise.all(Array.from({ length: 120 }, () => service.logIn(email)))
  const refused = answers.filter(({ status }) => status !== 200)
  assert.ok(refused.length > 0 && refused.length < 120)
  for (const { status, headers, body } of refused) {
    assert.deepEqual([status, body.success], [503, false])
    assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
  }
  assert.equal((await service.logIn(email)).status, 200)
})

describe('logout', () => {
  test('ends the session it comes from and no other', async () => {
    const rosa = await service.signUp()
    const other = (await service.logIn(rosa.email)).body.token
    assert.deepEqual([await meStatus(rosa.token), await meStatus(other)], [200, 200])
    const { status, body } = await service.call('POST', '/auth/logout', { token: rosa.token })
    assert.deepEqual([status, typeof body.data.message], [200, 'string'])
    assert.deepEqual([await meStatus(rosa.token), await meStatus(other)], [401, 200])
  })

  test('is 401 the second time', async () => {
    const { token } = await service.signUp()
    await service.call('POST', '/auth/logout', { token })
    assert.equal((await service.call('POST', '/auth/logout', { token })).status, 401)
  })

  test('leaves other people signed in', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    assert.equal(await meStatus(luis.token), 200)
    await service.call('POST', '/auth/logout', { token: rosa.token })
    assert.equal(await meStatus(luis.token), 200)
  })
})
