import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { type Circle, makeCircle } from '../support/people.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()
const json = { 'content-type': 'application/json' }
const bodyLimit = 64 * 1024

async function putProfile(body: unknown, headers: Record<string, string> = json) {
  const { token } = await service.signUp({ firstName: 'Rosa' })
  const answer = await service.call('PUT', '/profile/me', { token, body, headers })
  const { data } = (await service.call('GET', '/profile/me', { token })).body
  return { ...answer, stored: data }
}

describe('a body that is not the JSON object it should be is 400', () => {
  const utf8 = (text: string) => Buffer.from(text, 'utf8')
  const bodies: [string, string | Buffer, (string[] | 'any')?][] = [
    ['unfinished JSON', '{"firstName":"Ana"'],
    ['text that is no JSON', 'firstName=Ana'],
    ['single quotes', "{'firstName':'Ana'}"],
    ['a trailing comma', '{"firstName":"Ana",}'],
    ['two values', '{"firstName":"Ana"}{}'],
    ['only blanks', '   '],
    ['NaN', '{"firstName":NaN}'],
    ['a byte order mark', '\uFEFF{"firstName":"Ana"}'],
    ['null', 'null', ['body']],
    ['a list', '[{"firstName":"Ana"}]', ['body']],
    ['a number', '42', ['body']],
    ['a text', '"Ana"', ['body']],
    ['true', 'true', ['body']],
    ['a number past all numbers', '{"firstName":1e999}', ['firstName']],
    ['the key __proto__', '{"__proto__":{"role":"ADMIN"},"firstName":"Ana"}', 'any'],
    ['the key __proto__ with a text', '{"__proto__":"x","firstName":"Ana"}', 'any'],
    ['the key __proto__ written with escapes', '{"\\u005f_proto__":{},"firstName":"Ana"}', 'any'],
    ['the key constructor', '{"constructor":{"prototype":{}},"firstName":"Ana"}', ['constructor']],
    ['a deep __proto__', '{"firstName":"Ana","x":[{"__proto__":{}}]}', ['x.0.__proto__']],
    ['an escaped NUL', '{"firstName":"A\\u0000na"}', ['firstName']],
    ['an escaped NUL in an unknown field', '{"firstName":"Ana","x":"\\u0000"}', ['x']],
    ['a raw NUL', Buffer.concat([utf8('{"firstName":"A'), Buffer.from([0]), utf8('na"}')])],
    ['half of a surrogate pair', '{"firstName":"A\\ud83d"}', ['firstName']],
    ['the other half of a surrogate pair', '{"firstName":"\\ude00A"}', ['firstName']],
    ['a byte that is no UTF-8', Buffer.concat([utf8('{"firstName":"'), Buffer.from([0xff]), utf8('"}')])],
    ['UTF-8 cut in two', Buffer.concat([utf8('{"firstName":"'), Buffer.from([0xc3]), utf8('"}')])],
    ['UTF-16', Buffer.from('{"firstName":"Ana"}', 'utf16le')],
    [
      'thousands of nested lists',
      `{"x":${'['.repeat(30_000)}"\\u0041"${']'.repeat(30_000)},"phone":1}`,
      'any',
    ],
  ]
  for (const [title, body, badFields] of bodies) {
    test(title, async () => {
      const answer = await putProfile(body)
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.body.success, false)
      if (badFields !== 'any') {
        const { details } = answer.body
        assert.deepEqual(details && Object.keys(details), badFields)
      }
      assert.equal(answer.stored.firstName, 'Rosa')
    })
  }
})

describe('what is unusual but right is taken', () => {
  const bodies: [string, string, string][] = [
    ['an emoji as it is', '{"firstName":"Ana 😀"}', 'Ana 😀'],
    ['an emoji written as two escapes', '{"firstName":"Ana \\ud83d\\ude00"}', 'Ana 😀'],
    [
      'the words __proto__ and constructor as values',
      '{"firstName":"__proto__ constructor"}',
      '__proto__ constructor',
    ],
    ['blanks around', ' \r\n\t{ "firstName" : "  Ana  " } ', 'Ana'],
    ['a repeated key, of which the last counts', '{"firstName":"Eva","firstName":"Ana"}', 'Ana'],
    ['harmless keys of Object.prototype', '{"toString":1,"hasOwnProperty":2,"firstName":"Ana"}', 'Ana'],
  ]
  for (const [title, body, name] of bodies) {
    test(title, async () => {
      const answer = await putProfile(body)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.stored.firstName, name)
    })
  }
})

describe('the content type must be JSON', () => {
  const types: [string | undefined, number][] = [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['APPLICATION/JSON', 200],
    ['text/plain', 415],
    ['text/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/jsonx', 415],
    ['application/json-patch+json', 415],
    ['text/plain; application/json', 415],
    ['banana', 415],
    [undefined, 415],
  ]
  for (const [type, status] of types) {
    test(`${type ?? 'no type at all'} is answered ${status}`, async () => {
      const answer = await putProfile('{"firstName":"Ana"}', type ? { 'content-type': type } : {})
      assert.equal(answer.status, status)
      assert.equal(answer.stored.firstName, status === 200 ? 'Ana' : 'Rosa')
    })
  }
})

describe('a body may have 64 KiB', () => {
  const bodyOf = (bytes: number) => {
    const frame = '{"firstName":"Ana","padding":""}'
    return frame.replace('""}', `"${'x'.repeat(bytes - frame.length)}"}`)
  }

  test('one of exactly that size is taken', async () => {
    assert.equal((await putProfile(bodyOf(bodyLimit))).stored.firstName, 'Ana')
  })

  test('one byte more is 413', async () => {
    const answer = await putProfile(bodyOf(bodyLimit + 1))
    assert.deepEqual([answer.status, answer.body.success, answer.stored.firstName], [413, false, 'Rosa'])
  })

  test('up to the size of a batch, the rest is discarded and the connection stays open', async () => {
    assert.notEqual((await putProfile(bodyOf(1024 * 1024))).headers.connection, 'close')
    const larger = await putProfile(bodyOf(1024 * 1024 + 1))
    assert.deepEqual([larger.status, larger.headers.connection], [413, 'close'])
  })

  test('the bytes are counted, not the characters', async () => {
    assert.equal((await putProfile(`{"padding":"${'é'.repeat(bodyLimit / 2)}"}`)).status, 413)
  })

  test('one that does not say its size is stopped as well', async () => {
    const answer = await putProfile(Readable.from([bodyOf(bodyLimit), ' '.repeat(bodyLimit)]))
    assert.deepEqual([answer.status, answer.stored.firstName], [413, 'Rosa'])
  })

  test('one that lies about its size is 400', async () => {
    const answer = await putProfile('{"firstName":"Ana"}', { ...json, 'content-length': '7' })
    assert.deepEqual([answer.status, answer.body.success, answer.stored.firstName], [400, false, 'Rosa'])
  })
})

describe('an endpoint without a body takes an empty one in every form', () => {
  const forms: [string, { body?: unknown; headers?: Record<string, string> }][] = [
    ['none', {}],
    ['of length zero', { headers: { 'content-length': '0' } }],
    ['of length zero with a type', { headers: { ...json, 'content-length': '0' } }],
    ['with a type and no length', { headers: json }],
    ['an empty stream with a type', { headers: json, body: Readable.from([]) }],
    ['an empty object', { body: {} }],
    ['unknown fields', { body: { everything: true } }],
  ]
  for (const [title, options] of forms) {
    test(title, async () => {
      const { token } = await service.signUp()
      assert.equal((await service.call('POST', '/auth/logout', { token, ...options })).status, 200)
    })
  }
})

describe('an empty body where fields are required names each of them', () => {
  for (const headers of [{}, { 'content-length': '0' }, { ...json, 'content-length': '0' }]) {
    test(`with the headers ${JSON.stringify(headers)}`, async () => {
      const { status, body } = await service.call('POST', '/auth/login', { headers })
      assert.deepEqual([status, Object.keys(body.details)], [400, ['email', 'password']])
    })
  }
})

test('values are never turned into another type', async () => {
  const { token } = await service.signUp()
  for (const confirmation of ['true', 'yes', 1, '1', [true], { value: true }, null]) {
    const answer = await service.call('DELETE', '/profile/me', { token, body: { confirmation } })
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['confirmation']])
  }
  for (const firstName of [1, 1.0, true, ['Ana'], { first: 'Ana' }, null]) {
    const answer = await service.call('PUT', '/profile/me', { token, body: { firstName } })
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['firstName']])
  }
})

test('unknown fields are ignored and never stored', async () => {
  const { token, ...before } = await service.signUp({
    id: 'mine',
    status: 'inactive',
    createdAt: '1999-01-01',
  })
  const read = async () => (await service.call('GET', '/profile/me', { token })).body.data
  const stored = await read()
  assert.deepEqual([stored.id, stored.createdAt], [before.id, before.createdAt])
  const body = {
    role: 'ADMIN',
    email: 'a@b.example',
    id: 'mine',
    lastName: stored.lastName,
    avatar: 'x',
    status: 'inactive',
    password: 'x',
  }
  assert.equal((await service.call('PUT', '/profile/me', { token, body })).status, 200)
  assert.deepEqual(await read(), stored)
})

describe('an update that names nothing the endpoint can change is 400', () => {
  const bodies = [{}, { password: 'Sunny-Day-42!' }, { role: 'ADMIN', nickname: 'Rosita' }]
  const endpoints: [path: (ids: Circle) => string, by: keyof Circle, field: string][] = [
    [() => '/profile/me', 'patient', 'firstName'],
    [({ patient }) => `/patients/${patient.id}`, 'caregiver', 'bloodPressure'],
    [({ patient }) => `/patients/${patient.id}/monitoring`, 'caregiver', 'spo2Low'],
    [({ caregiver }) => `/caregivers/${caregiver.id}`, 'caregiver', 'organization'],
    [({ patient }) => `/admin/users/${patient.id}`, 'admin', 'status'],
  ]

  for (const [path, by, field] of endpoints)
    test(path({ patient: { id: ':id' }, caregiver: { id: ':id' } } as Circle), async () => {
      const circle = await makeCircle(service)
      for (const body of bodies) {
        const answer = await service.call('PUT', path(circle), { token: circle[by].token, body })
        assert.equal(answer.status, 400)
        assert.match(answer.body.details.body, new RegExp(`^must have at least one of .*\\b${field}\\b`))
      }
    })
})
