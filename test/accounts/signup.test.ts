import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { hashCost } from '../../src/accounts/auth/passwords.ts'
import { goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService({}, { passwordCost: hashCost })

const newcomer = (fields: Record<string, unknown> = {}) => ({
  email: `${randomUUID()}@example.org`,
  password: goodPassword,
  firstName: 'Rosa',
  lastName: 'Marín',
  ...fields,
})

const signUp = (body: unknown) => service.call('POST', '/auth/signup', { body })

async function accountsOf(email: string): Promise<number> {
  return (await service.ctx.db.query('select 1 from users where email = $1', [email])).length
}

const longEmail = (length: number) => `${'a'.repeat(60)}@${'b.'.repeat((length - 64) / 2)}org`

const wrongTypes: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['a number', 42],
  ['true', true],
  ['a list', ['Rosa']],
  ['an object', { text: 'Rosa' }],
  ['empty', ''],
  ['only blanks', ' \t\n '],
]
const badNames: [string, unknown][] = [...wrongTypes, ['of 101 characters', 'x'.repeat(101)]]

const badValues: Record<string, [string, unknown][]> = {
  email: [
    ...wrongTypes,
    ['without @', 'rosa.example.org'],
    ['without a name', '@example.org'],
    ['without a domain', 'rosa@'],
    ['with two @', 'rosa@home@example.org'],
    ['with a blank inside', 'rosa marin@example.org'],
    ['with a domain of one word', 'rosa@example'],
    ['with a line break inside', 'rosa@example.org\nbcc: all@example.org'],
    ['of 256 characters', longEmail(256)],
  ],
  password: [
    ...wrongTypes,
    ['of 7 characters', 'Abcd-1!'],
    ['of 129 characters', `Aa1!${'x'.repeat(125)}`],
    ['without an uppercase letter', 'sunny-day-42!'],
    ['without a lowercase letter', 'SUNNY-DAY-42!'],
    ['without a digit', 'Sunny-Day-XX!'],
    ['without a special character', 'SunnyDay42'],
    ['with a special character that does not count', 'Sunny-Day_42?'],
    ['whose only uppercase letter is not from A to Z', 'Ñunny-day-42!'],
  ],
  firstName: badNames,
  lastName: badNames,
  role: [
    ['ADMIN', 'ADMIN'],
    ['in lower case', 'patient'],
    ['unknown', 'NURSE'],
    ['empty', ''],
    ['null', null],
    ['a list', ['PATIENT']],
  ],
}

for (const [field, values] of Object.entries(badValues)) {
  describe(`a signup is refused when ${field} is`, () => {
    for (const [title, value] of values) {
      test(title, async () => {
        const body = newcomer({ [field]: value })
        const answer = await signUp(body)
        assert.equal(answer.status, 400, answer.text)
        assert.deepEqual(Object.keys(answer.body.details), [field])
        assert.equal(typeof answer.body.details[field], 'string')
        assert.equal(answer.body.token, undefined)
        assert.equal(answer.headers['set-cookie'], undefined)
        assert.equal(await accountsOf(body.email), 0)
      })
    }
  })
}

describe('a signup is taken when', () => {
  const values: [string, Record<string, unknown>][] = [
    ['the password has 8 characters', { password: 'Abcde-1!' }],
    ['the password has 128 characters', { password: `Aa1!${'x'.repeat(124)}` }],
    ['the names have 100 characters', { firstName: 'x'.repeat(100), lastName: 'y'.repeat(100) }],
    ['the names are of one letter', { firstName: '李', lastName: '小' }],
    ['the e-mail has 254 characters', { email: longEmail(254) }],
    ['the e-mail has a plus and dots', { email: 'r.osa+care@mail.example.co.uk' }],
    ['the role is PATIENT', { role: 'PATIENT' }],
    ['the role is CAREGIVER', { role: 'CAREGIVER' }],
    ...[...'!@#$%^&*'].map((sign): [string, Record<string, unknown>] => [
      `the special character is ${sign}`,
      { password: `SunnyDay42${sign}` },
    ]),
  ]
  for (const [title, fields] of values) {
    test(title, async () => {
      const body: Record<string, unknown> = newcomer(fields)
      const answer = await signUp(body)
      assert.equal(answer.status, 201, answer.text)
      const { id, createdAt, ...data } = answer.body.data
      const { password, ...given }: Record<string, unknown> = { role: 'PATIENT', ...body }
      assert.deepEqual(data, given)
      const login = await service.logIn(String(body.email), String(password))
      assert.deepEqual([login.status, login.body.data.id], [200, id])
    })
  }
})

test('every bad field is named at once', async () => {
  const { body } = await signUp({ email: 'none', password: 'weak', firstName: '', role: 'ADMIN' })
  assert.deepEqual(Object.keys(body.details).sort(), ['email', 'firstName', 'lastName', 'password', 'role'])
})

test('every broken rule of a password is named', async () => {
  const { password } = (await signUp(newcomer({ password: 'x' }))).body.details
  for (const rule of [/8 characters/, /uppercase/, /digit/, /special/]) assert.match(password, rule)
  assert.doesNotMatch(password, /lowercase/)
})

test('a new account is a patient, signed in at once, and made at the time it is', async () => {
  const before = service.ctx.now()
  const { body } = await signUp(newcomer())
  const me = await service.call('GET', '/me', { token: body.token })
  assert.deepEqual([me.status, me.body.data.id, me.body.data.role], [200, body.data.id, 'PATIENT'])
  const createdAt = new Date(body.data.createdAt)
  assert.ok(createdAt >= before && createdAt <= service.ctx.now())
})

test('the e-mail is trimmed and lower-cased, names are trimmed, and the password is left as it is', async () => {
  const email = `${randomUUID()}@example.org`
  const password = ` ${goodPassword} `
  const { status, body } = await signUp({
    email: `  ${email.toUpperCase()}\n`,
    password,
    firstName: '  Rosa ',
    lastName: '\tMarín',
  })
  assert.equal(status, 201)
  assert.deepEqual([body.data.email, body.data.firstName, body.data.lastName], [email, 'Rosa', 'Marín'])
  assert.equal((await service.logIn(email, password)).status, 200)
  assert.equal((await service.logIn(email, goodPassword)).status, 401)
})

test('a taken e-mail is 409 however it is written, and the account stays as it was', async () => {
  const rosa = await service.signUp()
  for (const email of [rosa.email, rosa.email.toUpperCase(), ` ${rosa.email} `]) {
    const answer = await signUp(newcomer({ email, password: 'Other-Pass-1!' }))
    assert.deepEqual([answer.status, answer.body.token], [409, undefined])
    assert.equal(answer.headers['set-cookie'], undefined)
  }
  assert.equal((await service.logIn(rosa.email)).status, 200)
})

test('of twenty who sign up with one e-mail at once, one gets the account', async () => {
  const email = `${randomUUID()}@example.org`
  const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(newcomer({ email }))))
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [201, ...Array(19).fill(409)])
  assert.equal(await accountsOf(email), 1)
})

test('the password is stored as an argon2id hash with the agreed parameters', async () => {
  const [rosa, luis] = [await service.signUp(), await service.signUp()]
  const rows = await service.ctx.db.query<{ hash: string }>(
    'select password_hash as hash from users where id in ($1, $2)',
    [rosa.id, luis.id],
  )
  assert.equal(new Set(rows.map(({ hash }) => hash)).size, 2)
  for (const { hash } of rows) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]+\$[^$]+$/)
})
