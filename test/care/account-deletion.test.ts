import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const remove = (token: string, body: unknown = { confirmation: true }) =>
  service.call('DELETE', '/profile/me', { token, body })

const meStatus = async (token: string) => (await service.call('GET', '/me', { token })).status

const setUser = (id: string, column: 'role' | 'status', value: string) =>
  service.ctx.db.query(`update users set ${column} = $2 where id = $1`, [id, value])

async function countRows(table: string, column: string, id: string): Promise<number> {
  return (await service.ctx.db.query(`select 1 from ${table} where ${column} = $1`, [id])).length
}

describe('a deletion without a true confirmation is refused', () => {
  const bodies: [string, unknown, string][] = [
    ['no body', undefined, 'confirmation'],
    ['no field', {}, 'confirmation'],
    ['false', { confirmation: false }, 'confirmation'],
    ['null', { confirmation: null }, 'confirmation'],
    ['the text true', { confirmation: 'true' }, 'confirmation'],
    ['the number 1', { confirmation: 1 }, 'confirmation'],
    ['only a reason', { reason: 'moving away' }, 'confirmation'],
    ['a reason that is a number', { confirmation: true, reason: 7 }, 'reason'],
    ['a reason of 2001 characters', { confirmation: true, reason: 'x'.repeat(2001) }, 'reason'],
  ]
  for (const [title, body, badField] of bodies) {
    test(title, async () => {
      const { token } = await service.signUp()
      const answer = await service.call('DELETE', '/profile/me', { token, body })
      assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, [badField]])
      assert.equal(await meStatus(token), 200)
    })
  }
})

describe('a deletion may come', () => {
  const bodies: [string, unknown][] = [
    ['without a reason', { confirmation: true }],
    ['with an empty reason', { confirmation: true, reason: '' }],
    ['with a reason of 2000 characters', { confirmation: true, reason: 'x'.repeat(2000) }],
  ]
  for (const [title, body] of bodies) {
    test(title, async () => {
      const { id, token } = await service.signUp()
      const answer = await remove(token, body)
      assert.deepEqual([answer.status, answer.body], [200, { success: true, data: { id, deleted: true } }])
    })
  }
})

test('after a deletion the account, its sessions and its password are gone', async () => {
  const rosa = await service.signUp()
  const other = (await service.logIn(rosa.email)).body.token
  assert.deepEqual([await meStatus(rosa.token), await meStatus(other)], [200, 200])
  await remove(rosa.token)
  assert.deepEqual([await meStatus(rosa.token), await meStatus(other)], [401, 401])
  assert.equal((await remove(rosa.token)).status, 401)
  assert.equal((await service.logIn(rosa.email)).status, 401)
  assert.equal(await countRows('users', 'id', rosa.id), 0)
  assert.equal(await countRows('sessions', 'user_id', rosa.id), 0)
})

test('the e-mail is free again, for an account that is another', async () => {
  const rosa = await service.signUp()
  await remove(rosa.token)
  const again = await service.signUp({ email: rosa.email })
  assert.notEqual(again.id, rosa.id)
  assert.equal(await meStatus(rosa.token), 401)
})

test('nobody else is touched', async () => {
  const [rosa, luis] = [await service.signUp(), await service.signUp()]
  await remove(rosa.token)
  assert.equal(await meStatus(luis.token), 200)
  assert.equal((await service.logIn(luis.email)).status, 200)
})

test('of two who delete the account at once both are answered, and it is gone', async () => {
  const rosa = await service.signUp()
  const other = (await service.logIn(rosa.email)).body.token
  const answers = await Promise.all([remove(rosa.token), remove(other)])
  for (const { status } of answers) assert.ok([200, 401, 404].includes(status), `answered ${status}`)
  assert.ok(answers.some(({ status }) => status === 200))
  assert.equal(await countRows('users', 'id', rosa.id), 0)
})

describe('the last admin', () => {
  async function makeAdmin() {
    const person = await service.signUp()
    await setUser(person.id, 'role', 'ADMIN')
    return person
  }

  test('cannot go, but one of two can', async () => {
    const ana = await makeAdmin()
    const first = await service.adminToken()
    assert.equal((await remove(ana.token)).status, 200)
    const refused = await remove(first)
    assert.deepEqual([refused.status, refused.body.success], [409, false])
    assert.equal(await meStatus(first), 200)
  })

  test('is the last even beside an inactive one', async () => {
    const ana = await makeAdmin()
    await setUser(ana.id, 'status', 'inactive')
    assert.equal((await remove(await service.adminToken())).status, 409)
    await setUser(ana.id, 'role', 'PATIENT')
  })

  test('stays when the last two go at once', async () => {
    const ana = await makeAdmin()
    const first = await service.adminToken()
    const answers = await Promise.all([remove(ana.token), remove(first)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    assert.equal(await countRows('users', 'role', 'ADMIN'), 1)
  })
})
