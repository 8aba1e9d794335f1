import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { version } from '../src/version.ts'
import { useService } from './support/service.ts'

interface Operation {
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  responses: Record<string, unknown>
  requestBody?: unknown
}
interface Description {
  openapi: string
  info: { version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}

const service = useService()
const readDescription = async (): Promise<Description> => (await service.call('GET', '/openapi.json')).body

/** The codes each operation must tell of beyond those every operation has. */
const operations: Record<string, { isPublic?: boolean; codes: number[] }> = {
  'post /api/auth/signup': { isPublic: true, codes: [201, 400, 409, 413, 415, 429] },
  'post /api/auth/login': { isPublic: true, codes: [200, 400, 401, 403, 413, 415, 429] },
  'post /api/auth/accept-invitation': { isPublic: true, codes: [200, 400, 403, 413, 415, 429] },
  'post /api/auth/logout': { codes: [200, 401] },
  'get /api/profile/me': { codes: [200, 401, 429] },
  'put /api/profile/me': { codes: [200, 400, 401, 413, 415, 429] },
  'post /api/profile/password': { codes: [200, 400, 401, 413, 415, 429] },
  'delete /api/profile/me': { codes: [200, 400, 401, 409, 413, 415, 429] },
  'get /api/health': { isPublic: true, codes: [200, 503] },
  'get /api/me': { codes: [200, 401, 429] },
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
  test(`it tells of the token and the answers of ${name}`, async () => {
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
  const home = await service.app.inject('/')
  assert.deepEqual([home.statusCode, home.headers.location], [302, '/docs'])
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
