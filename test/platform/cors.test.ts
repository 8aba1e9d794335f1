import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, useSteadyService } from '../support/service.ts'

const home = 'https://care.example.org'
const service = useSteadyService({ CORS_ORIGINS: `${home},http://localhost:5173` })

const foreign = [
  'https://evil.example.org',
  'http://care.example.org',
  'https://care.example.org.evil.example',
  'https://care.example.org:8443',
  'https://CARE.example.org',
  'null',
]

const preflight = (origin: string, method = 'PUT') =>
  service.call('OPTIONS', '/profile/me', {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  })

const wordsOf = (answer: Answer, header: string) => String(answer.headers[header]).toLowerCase().split(', ')

for (const origin of [home, 'http://localhost:5173']) {
  test(`the authorized origin ${origin} may read answers and send cookies`, async () => {
    const answer = await service.call('GET', '/health', { headers: { origin } })
    assert.equal(answer.headers['access-control-allow-origin'], origin)
    assert.equal(answer.headers['access-control-allow-credentials'], 'true')
    assert.ok(wordsOf(answer, 'vary').includes('origin'))
  })

  test(`the authorized origin ${origin} may ask beforehand`, async () => {
    const answer = await preflight(origin)
    assert.equal(answer.status, 204)
    assert.equal(answer.headers['access-control-allow-origin'], origin)
    const methods = wordsOf(answer, 'access-control-allow-methods')
    for (const method of ['get', 'post', 'put', 'delete']) assert.ok(methods.includes(method))
    const headers = wordsOf(answer, 'access-control-allow-headers')
    for (const header of ['authorization', 'content-type', 'x-requested-with'])
      assert.ok(headers.includes(header))
  })
}

/** Those that a request to some endpoint may carry, by the description of the API. */
async function documentedHeaders(): Promise<string[]> {
  const { body } = await service.call('GET', '/openapi.json')
  const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object))
  const parameters = operations.flatMap((operation) => operation.parameters ?? [])
  const inHeader = parameters.filter((parameter) => parameter.in === 'header')
  return [...new Set(inHeader.map(({ name }) => String(name).toLowerCase()))]
}

test('every header that an endpoint takes may be sent by an authorized origin', async () => {
  const documented = await documentedHeaders()
  assert.ok(documented.includes('idempotency-key'))
  const answer = await service.call('OPTIONS', '/falls', {
    headers: {
      origin: home,
      'access-control-request-method': 'POST',
      'access-control-request-headers': documented.join(','),
    },
  })
  const allowed = wordsOf(answer, 'access-control-allow-headers')
  for (const header of [...documented, 'authorization', 'content-type', 'x-requested-with', 'x-request-id'])
    assert.ok(allowed.includes(header), header)
})

test('every header of an answer that carries information can be read by an authorized origin', async () => {
  const ip = '198.51.100.7'
  const origin = { origin: home }
  const { token } = await service.signUp()
  const answers = [
    await service.call('GET', '/me', { token, headers: origin }),
    await service.call('GET', '/me', { headers: origin }),
    await service.call('POST', '/falls', { token, headers: origin, body: { confidence: 0.1 } }),
  ]
  for (let i = 0; i < 6; i++)
    answers.push(await service.call('POST', '/auth/signup', { ip, headers: origin, body: {} }))
  assert.equal(answers.at(-1)?.status, 429)
  // Those that a page can read anyway, and those that are for the browser.
  const others =
    /^(content-.*|cache-control|date|connection|keep-alive|vary|set-cookie|access-control-.*|x-content-type-options|x-frame-options|referrer-policy|cross-origin-.*)$/
  for (const answer of answers) {
    const exposed = wordsOf(answer, 'access-control-expose-headers')
    const informative = Object.keys(answer.headers).filter((header) => !others.test(header))
    assert.deepEqual(
      informative.filter((header) => !exposed.includes(header)),
      [],
    )
  }
})

test('errors and the headers of a limit can be read by an authorized origin', async () => {
  const answer = await service.call('GET', '/me', { headers: { origin: home } })
  assert.equal(answer.status, 401)
  assert.equal(answer.headers['access-control-allow-origin'], home)
  const exposed = wordsOf(answer, 'access-control-expose-headers')
  for (const header of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'])
    assert.ok(exposed.includes(header))
})

for (const origin of foreign) {
  test(`the foreign origin ${origin} gets no CORS headers`, async () => {
    const answer = await service.call('GET', '/health', { headers: { origin } })
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
    assert.ok(wordsOf(answer, 'vary').includes('origin'))
    assert.equal((await preflight(origin)).headers['access-control-allow-origin'], undefined)
  })
}

test('asking beforehand is not counted', async () => {
  assert.equal((await preflight(home)).headers['x-ratelimit-limit'], undefined)
})

describe('an OPTIONS request that is no preflight is refused in the envelope', () => {
  for (const headers of [{}, { origin: home }, { 'access-control-request-method': 'GET' }]) {
    test(`with the headers ${JSON.stringify(headers)}`, async () => {
      const answer = await service.call('OPTIONS', '/me', { headers: headers as Record<string, string> })
      assert.ok(answer.status >= 400 && answer.status < 500)
      assert.match(String(answer.headers['content-type']), /^application\/json/)
      assert.equal(answer.body.success, false)
      assert.equal(typeof answer.body.error, 'string')
    })
  }
})
