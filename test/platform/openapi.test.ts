import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { macPattern } from '../../src/platform/lib/mac.ts'
import { version } from '../../src/platform/project.ts'
import { addDevice, batchReading, randomMac, sendReading } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  responses: Record<string, { description: string }>
  requestBody?: unknown
}
interface Description {
  openapi: string
  info: { version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const service = useSteadyService()
const readDescription = async (): Promise<Description> => (await service.call('GET', '/openapi.json')).body

/** The codes each operation must describe beyond those every operation has. */
const operations: Record<string, { isPublic?: boolean; codes: number[] }> = {
  'post /api/auth/signup': { isPublic: true, codes: [201, 400, 403, 409, 413, 415, 429] },
  'post /api/auth/login': { isPublic: true, codes: [200, 400, 401, 403, 413, 415, 429] },
  'post /api/auth/accept-invitation': { isPublic: true, codes: [200, 400, 403, 413, 415, 429] },
  'post /api/auth/forgot-password': { isPublic: true, codes: [200, 400, 413, 415, 429] },
  'post /api/auth/reset-password': { isPublic: true, codes: [200, 400, 413, 415, 429] },
  'post /api/auth/station': { isPublic: true, codes: [200, 400, 401, 413, 415, 429] },
  'post /api/auth/logout': { codes: [200, 401] },
  'get /api/profile/me': { codes: [200, 401, 429] },
  'get /api/profile/me/export': { codes: [200, 401, 403, 409, 429] },
  'put /api/profile/me': { codes: [200, 400, 401, 413, 415, 429] },
  'post /api/profile/password': { codes: [200, 400, 401, 413, 415, 429] },
  'delete /api/profile/me': { codes: [200, 400, 401, 409, 413, 415, 429] },
  'get /api/health': { isPublic: true, codes: [200, 503] },
  'get /api/fhir/metadata': { isPublic: true, codes: [200, 400, 406, 429, 503] },
  'post /api/incidents/acknowledge': { isPublic: true, codes: [200, 400, 401, 403, 404, 409, 413, 415, 429] },
  'post /api/intake/{secret}': { isPublic: true, codes: [200, 400, 404, 413, 415, 429] },
  'post /api/incidents/acknowledge/preview': {
    isPublic: true,
    codes: [200, 400, 401, 403, 404, 413, 415, 429],
  },
  'post /api/device/phones': { isPublic: true, codes: [201, 400, 409, 413, 415, 429] },
  'post /api/shared/access': { isPublic: true, codes: [200, 400, 401, 413, 415, 429] },
  'get /api/me': { codes: [200, 401, 429] },
  'get /api/device/{id}/detection': { codes: [200, 400, 401, 403, 404, 429] },
  'put /api/device/{id}/detection': { codes: [200, 400, 401, 403, 404, 413, 415, 429] },
  'get /api/patients/{id}/monitoring': { codes: [200, 400, 401, 403, 404, 429] },
  'put /api/patients/{id}/monitoring': { codes: [200, 400, 401, 403, 404, 413, 415, 429] },
  'get /api/patients/{id}/detection': { codes: [200, 400, 401, 403, 404, 429] },
  'put /api/patients/{id}/detection': { codes: [200, 400, 401, 403, 404, 413, 415, 429] },
}

const operationsOf = (description: Description) =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
  )

/** Every `$ref` anywhere in a value. */
function refsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : refsIn(item),
  )
}

test('the description is valid OpenAPI 3.1 of this version', async () => {
  const description = await readDescription()
  assert.match(description.openapi, /^3\.1\./)
  assert.equal(description.info.version, version)
  const validator = new Validator()
  const result = await validator.validate(structuredClone(description) as unknown as Record<string, unknown>)
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
  assert.equal(validator.version, '3.1')
})

test('it lists every endpoint', async () => {
  const described = operationsOf(await readDescription()).map(({ name }) => name)
  const missing = Object.keys(operations).filter((name) => !described.includes(name))
  assert.deepEqual(missing, [])
})

for (const [name, { isPublic = false, codes }] of Object.entries(operations)) {
  test(`it describes the token and the answers of ${name}`, async () => {
    const operation = operationsOf(await readDescription()).find(
      (described) => described.name === name,
    )?.operation
    assert.ok(operation)
    const schemes = operation.security?.map((scheme) => Object.keys(scheme).join())
    assert.deepEqual(schemes, isPublic ? undefined : ['bearer', 'cookie'])
    const missing = codes.filter((code) => !operation.responses[code])
    assert.deepEqual(missing, [])
    assert.equal(Boolean(operation.requestBody), codes.includes(415))
  })
}

test('every operation has a summary and a tag that is explained', async () => {
  const description = await readDescription()
  const explained = description.tags.map(({ name }) => name)
  const bare = operationsOf(description).filter(
    ({ operation: { summary, tags } }) =>
      !summary || !tags?.length || !tags.every((t) => explained.includes(t)),
  )
  assert.deepEqual(bare, [])
})

test('every operation has an operationId of its own', async () => {
  const all = operationsOf(await readDescription())
  const ids = new Set(all.map(({ operation }) => operation.operationId ?? ''))
  assert.equal(ids.size, all.length)
  assert.ok(!ids.has(''))
})

test('every response says what it is, and errors with one status say the same everywhere', async () => {
  const responses = operationsOf(await readDescription()).flatMap(({ name, operation }) =>
    Object.entries(operation.responses).map(([status, { description }]) => ({ name, status, description })),
  )
  const unnamed = responses.filter(({ description }) => !description || description === 'Default Response')
  assert.deepEqual(unnamed, [])
  const errors = responses.filter(({ status }) => status >= '400')
  const descriptions = new Set(errors.map(({ status, description }) => `${status} ${description}`))
  assert.equal(descriptions.size, new Set(errors.map(({ status }) => status)).size)
})

test('every operation without security is one that the contract leaves open', async () => {
  const open = operationsOf(await readDescription()).filter(({ operation }) => !operation.security?.length)
  const allowed = Object.keys(operations).filter((name) => operations[name]?.isPublic)
  assert.deepEqual(open.map(({ name }) => name).sort(), allowed.sort())
})

test('no component is missing and none is unused', async () => {
  const description = await readDescription()
  const refs = new Set(refsIn(description))
  const schemes = new Set(
    operationsOf(description).flatMap(({ operation }) =>
      (operation.security ?? []).flatMap((scheme) => Object.keys(scheme)),
    ),
  )
  const { securitySchemes = {}, ...components } = description.components
  const defined = Object.entries(components).flatMap(([kind, items]) =>
    Object.keys(items).map((name) => `#/components/${kind}/${name}`),
  )
  assert.deepEqual([...refs].sort(), defined.sort())
  assert.deepEqual([...schemes].sort(), Object.keys(securitySchemes).sort())
  assert.ok(refs.size > 0)
})

test('the explorer is served without anything from elsewhere', async () => {
  const page = await service.app.inject('/docs/')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.doesNotMatch(page.body, /(src|href)="(https?:)?\/\//)
  assert.match(String(page.headers['content-security-policy']), /default-src 'self'/)
})

test('no part of the description is an empty schema, which would allow anything', async () => {
  const { body } = await service.call('GET', '/openapi.json')
  const empty: string[] = []
  const look = (value: unknown, path: string) => {
    if (value === null || typeof value !== 'object') return
    for (const [key, part] of Object.entries(value)) {
      const isSchema = /(properties\.[^.]+|items|schema|anyOf\.\d+)$/.test(`${path}.${key}`)
      if (isSchema && typeof part === 'object' && Object.keys(part as object).length === 0)
        empty.push(`${path}.${key}`)
      look(part, `${path}.${key}`)
    }
  }
  look(body, '')
  assert.deepEqual(empty, [])
})

/** Gives a function that checks a value against the schema at a place of the description. */
function createChecks(description: Description) {
  // Formats say more than this test is about: what is written there is checked by the tests of the fields.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(description, 'api')
  return (place: string[], value: unknown): string[] => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    const validate = ajv.compile({ $ref: `api#/${pointer.join('/')}` })
    validate(value)
    return (validate.errors ?? []).map(({ message = '' }) => `${place.join('/')}: ${message}`)
  }
}

/** Gives every object in a value with the way to it. */
function partsOf(value: unknown, place: string[] = []): [place: string[], part: Record<string, unknown>][] {
  if (value === null || typeof value !== 'object') return []
  const inside = Object.entries(value).flatMap(([key, part]) => partsOf(part, [...place, key]))
  return [[place, value as Record<string, unknown>], ...inside]
}

test('every example fits the schema that it stands in', async () => {
  const description = await readDescription()
  const check = createChecks(description)
  // A field can have the name, too.
  const isSetOfFields = (place: string[]) => place.at(-1) === 'properties' && place.at(-2) !== 'properties'
  const schemas = partsOf(description).filter(([place, part]) => 'example' in part && !isSetOfFields(place))
  assert.ok(schemas.length > 50)
  const wrong = schemas.flatMap(([place, { example, ...rest }]) => {
    // The example of a body stands beside its schema.
    if (rest.schema) return check([...place, 'schema'], example)
    assert.ok(rest.type || rest.anyOf || rest.$ref || rest.allOf, `${place.join('/')} is no schema`)
    return check(place, example)
  })
  assert.deepEqual(wrong, [])
})

test('the explorer fills in no parameter, apart from defaults that the service takes', async () => {
  const description = await readDescription()
  const check = createChecks(description)
  const parameters = partsOf(description).filter(([, { in: where }]) => where === 'query' || where === 'path')
  assert.ok(parameters.length > 100)
  for (const [place, parameter] of parameters) {
    const schema = parameter.schema as Record<string, unknown>
    assert.ok(!('example' in parameter || 'example' in schema), `${place.join('/')} has an example`)
    if ('default' in schema) assert.deepEqual(check([...place, 'schema'], schema.default), [])
  }
})

test('every address that the service takes fits the published expression, and no other', async () => {
  const description = await readDescription()
  const addresses = partsOf(description).filter(([, { example }]) => example === 'AA:BB:CC:DD:EE:FF')
  assert.ok(addresses.length >= 3)
  const spellings = [randomMac(), 'AA:BB:CC:DD:EE:0F', 'aA-Bb-cC-dD-eE-0f', 'FF:ff:FF:ff:FF:fe']
  const taken = spellings.flatMap((mac) => {
    const cases = [mac, mac.toUpperCase(), mac.toLowerCase()]
    return cases.flatMap((text) => [text, text.replace(/[:-]/g, ''), text.replace(/:/g, '-'), ` ${text} `])
  })
  const refused = ['', 'AA:BB:CC:DD:EE', 'AA:BB-CC:DD:EE:FF', '0'.repeat(12), 'f'.repeat(12), 'Ff'.repeat(6)]
  for (const [place, { pattern }] of addresses) {
    const published = new RegExp(String(pattern), 'u')
    for (const text of taken) {
      assert.ok(published.test(text) && macPattern.test(text), `${place.join('/')} refuses ${text}`)
    }
    for (const text of refused) {
      assert.ok(!published.test(text) && !macPattern.test(text), `${place.join('/')} takes ${text}`)
    }
  }
})

test('the 429 of a reading and of a batch is described as it is answered', async () => {
  const description = await readDescription()
  const check = createChecks(description)
  const { token } = await service.signUp()
  const { mac } = await addDevice(service, token)
  const readings = [batchReading(service.ctx.now())]
  const sendBatch = () =>
    service.call('POST', '/device/sensor-stream/batch', { token, body: { device_id: mac, readings } })
  for (const [path, send] of [
    ['/api/device/sensor-stream', () => sendReading(service, token, mac)],
    ['/api/device/sensor-stream/batch', sendBatch],
  ] as const) {
    const place = ['paths', path, 'post', 'responses', '429', 'content', 'application/json', 'schema']
    await send()
    const { status, body } = await send()
    assert.equal(status, 429)
    assert.deepEqual(check(place, body), [])
    assert.ok(check(place, { ...body, retryAfter: 'soon' }).length > 0, 'retryAfter is described')
    assert.ok(check(place, { ...body, retryAfter: 1.5 }).length > 0, 'as an integer')
  }
})

test('an answer without a body is described without one', async () => {
  const empty = operationsOf(await readDescription()).filter(({ operation }) => operation.responses['204'])
  assert.deepEqual(
    empty.map(({ name, operation }) => [name, operation.responses['204']]),
    [['delete /api/device/{id}', { description: 'Deleted' }]],
  )
})

test('the description as YAML says the same, and is written as quickly as JSON', async () => {
  const { statusCode, headers, body } = await service.app.inject('/docs/yaml')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/x-yaml'])
  assert.deepEqual(JSON.parse(body), await readDescription())
})

test('the explorer reads the same description', async () => {
  const { statusCode, headers, body } = await service.app.inject('/docs/json')
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/json; charset=utf-8'])
  assert.deepEqual(JSON.parse(body), await readDescription())
})
