import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const read = async (token: string) => (await service.call('GET', '/profile/me', { token })).body.data
const update = (token: string, body: unknown) => service.call('PUT', '/profile/me', { token, body })
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const complete = {
  firstName: 'Rosa',
  lastName: 'Marín',
  phone: '+34 600 123 456',
  dateOfBirth: '1941-05-17',
}

test('a new person reads the own profile', async () => {
  const { token, password, ...rosa } = await service.signUp({ firstName: 'Rosa' })
  const { lastLogin, ...profile } = await read(token)
  assert.deepEqual(profile, { ...rosa, dateOfBirth: null, phone: null, avatar: null })
  assert.equal(lastLogin, rosa.createdAt)
})

test('all fields can change at once, and the answer is what is read afterwards', async () => {
  const { token } = await service.signUp({ firstName: 'R', lastName: 'M' })
  const stored = await read(token)
  const { status, body } = await update(token, complete)
  assert.equal(status, 200)
  assert.deepEqual(body.data, { ...stored, ...complete })
  assert.deepEqual(await read(token), body.data)
})

describe('a change of one field leaves the others', () => {
  const changes: Record<string, string> = {
    firstName: 'Ana',
    lastName: 'Gil',
    phone: '112',
    dateOfBirth: '2000-02-29',
  }
  for (const [field, value] of Object.entries(changes)) {
    test(field, async () => {
      const { token } = await service.signUp()
      await update(token, complete)
      const stored = await read(token)
      assert.equal((await update(token, { [field]: value })).status, 200)
      assert.deepEqual(await read(token), { ...stored, [field]: value })
    })
  }
})

describe('a value is taken and trimmed', () => {
  const values: [string, string, string?][] = [
    ['firstName', '  Ana María ', 'Ana María'],
    ['lastName', 'x'.repeat(100)],
    ['firstName', ` ${'x'.repeat(100)} `, 'x'.repeat(100)],
    ['lastName', "O'Neill-Šimić 李"],
    ['phone', ' +34 (600) 123-456.7 ', '+34 (600) 123-456.7'],
    ['phone', '112'],
    ['phone', '1'.repeat(32)],
    ['dateOfBirth', '1900-01-01'],
    ['dateOfBirth', '1896-02-29'],
    ['dateOfBirth', dayFromNow(-1)],
  ]
  for (const [field, value, stored = value] of values) {
    test(`${field} ${JSON.stringify(value)}`, async () => {
      const { token } = await service.signUp()
      const { status, text } = await update(token, { [field]: value })
      assert.equal(status, 200, text)
      assert.equal((await read(token))[field], stored)
    })
  }
})

const wrongTypes = [null, 42, true, ['Rosa'], { text: 'Rosa' }, '', '   ']
const badValues: Record<string, unknown[]> = {
  firstName: [...wrongTypes, 'x'.repeat(101)],
  lastName: [...wrongTypes, 'x'.repeat(101)],
  phone: [
    ...wrongTypes,
    '11',
    '1'.repeat(33),
    'call me',
    '600 123 456 ext 7',
    '600/123',
    '600_123',
    '600\n123',
    '٦٠٠١٢٣',
    '６００１２３',
  ],
  dateOfBirth: [
    ...wrongTypes,
    '2023-02-30',
    '2023-02-29',
    '1900-02-29',
    '1941-04-31',
    '1941-13-01',
    '1941-00-10',
    '1941-05-00',
    '0000-01-01',
    '-001-01-01',
    '41-05-17',
    '1941-5-7',
    '17/05/1941',
    '1941/05/17',
    '19410517',
    '1941-05-17T00:00:00Z',
    '1941-W20-6',
    'yesterday',
    dayFromNow(0),
    dayFromNow(1),
    '2999-12-31',
    '+12941-05-17',
  ],
}

for (const [field, values] of Object.entries(badValues)) {
  describe(`a profile is refused when ${field} is`, () => {
    let token = ''
    before(async () => {
      token = (await service.signUp()).token
      await update(token, complete)
    })

    for (const value of values) {
      test(JSON.stringify(value), async () => {
        const stored = await read(token)
        const { status, body, text } = await update(token, { phone: '113', lastName: 'Gil', [field]: value })
        assert.equal(status, 400, text)
        assert.deepEqual(Object.keys(body.details), [field])
        assert.deepEqual(await read(token), stored)
      })
    }
  })
}

test('every bad field is named at once', async () => {
  const { token } = await service.signUp()
  const { body } = await update(token, { firstName: '', lastName: 1, phone: 'x', dateOfBirth: '2023-02-30' })
  assert.deepEqual(Object.keys(body.details), ['firstName', 'lastName', 'phone', 'dateOfBirth'])
})

test('a change reaches the own profile only', async () => {
  const [rosa, luis] = [await service.signUp(), await service.signUp({ firstName: 'Luis' })]
  await update(rosa.token, complete)
  const { firstName, phone } = await read(luis.token)
  assert.deepEqual([firstName, phone], ['Luis', null])
})

test('ten changes at once are all answered and one of them stands', async () => {
  const { token } = await service.signUp()
  const names = Array.from({ length: 10 }, (_, i) => `Rosa ${i}`)
  const answers = await Promise.all(names.map((firstName) => update(token, { firstName })))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.ok(names.includes((await read(token)).firstName))
})
