import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../../harness/random.ts'
import { isFull, often } from '../support/full.ts'
import { batchReading, randomMac } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'
import { makeStation } from '../support/stations.ts'
import { makeHouse } from '../support/teams.ts'

/**
 * Every body below is refused or taken at this cost at most, whoever sends it, where parsing the reference takes 20 ms;
 * on a slower or busy machine it may be more.
 */
const maxCpuMs = 50
const maxCpuMsNow = () => maxCpuMs * Math.max(1, cpuMsOfReference() / 20)

const reference = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ i, text: 'x'.repeat(20) })))

function cpuMsOfReference(): number {
  const before = process.cpuUsage()
  for (let i = 0; i < 5; i++) JSON.parse(reference)
  return cpuMsSince(before)
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const maxAnswerBytes = 16 * 1024

const service = useSteadyService({
  RATE_LIMIT_GLOBAL: 'off',
  RATE_LIMIT_SIGNUP: 'off',
  RATE_LIMIT_LOGIN: 'off',
  RATE_LIMIT_SENSOR: 'off',
  LOG_LEVEL: 'info',
})
const json = { 'content-type': 'application/json' }
const smallLimit = 64 * 1024
const batchLimit = 1024 * 1024

/** Gives none, and one for each role and for a station. */
async function makeTokens(): Promise<(string | undefined)[]> {
  const [patient, caregiver] = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
  const admin = await service.adminToken()
  const station = await makeStation(service, admin, makeHouse().north)
  return [undefined, patient.token, caregiver.token, admin, station.token]
}
let made: ReturnType<typeof makeTokens> | undefined
const tokens = () => {
  made ??= makeTokens()
  return made
}

interface Route {
  method: string
  path: string
  limit: number
}

/**
 * Every route that takes a body, as the API description lists, and paths that do not exist. One route stands
 * for all that have no rules for their bodies, as these are checked by the same code.
 */
function findRoutes(): Route[] {
  const { paths = {} } = service.app.swagger() as unknown as {
    paths?: Record<string, Record<string, { requestBody?: object }>>
  }
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => ['post', 'put', 'delete'].includes(method) && !path.endsWith('/logout'))
      .map(([method, { requestBody }]) => ({
        method: method.toUpperCase(),
        path: path.replace(/^\/api/, ''),
        hasRules: requestBody !== undefined,
      })),
  )
  const firstWithout = described.find(({ hasRules }) => !hasRules)
  const chosen = described.filter((route) => isFull || route.hasRules || route === firstWithout)
  const id = '00000000-0000-4000-8000-000000000000'
  return [...chosen, { method: 'POST', path: '/nowhere' }, { method: 'PUT', path: '/falls' }].map(
    ({ method, path }) => ({
      method,
      path: path.replaceAll(/\{\w+\}/g, id),
      limit: path.endsWith('/batch') ? batchLimit : smallLimit,
    }),
  )
}

let found: Route[] | undefined
const routes = () => {
  found ??= findRoutes()
  return found
}

const readers = new Map<Route, string | undefined>()
/** Gives the token of the first caller whose body a route looks at: it refuses others without that. */
async function readerOf(route: Route): Promise<string | undefined> {
  if (readers.has(route)) return readers.get(route)
  for (const token of await tokens()) {
    const { status } = await service.call(route.method, route.path, { token, body: '{"a":', headers: json })
    if (status === 401 || status === 403) continue
    readers.set(route, token)
    return token
  }
  throw new Error(`${route.method} ${route.path} refuses everybody`)
}

/** Processor time is that of all threads, which may be collecting garbage just now. */
const maxAttempts = 10

/** Sends a body and gives what the process spent on it, beside the limit; a moment of bad luck is tried again. */
async function cost(route: Route, token: string | undefined, body: string) {
  for (let attempt = 1; ; attempt++) {
    const before = process.cpuUsage()
    const { status, text } = await service.call(route.method, route.path, { token, body, headers: json })
    const cpuMs = cpuMsSince(before)
    const limitMs = cpuMs > maxCpuMs ? maxCpuMsNow() : maxCpuMs
    if (cpuMs <= limitMs || attempt === maxAttempts)
      return { cpuMs, limitMs, answerBytes: Buffer.byteLength(text), status }
  }
}

async function assertCheap(title: string, route: Route, token: string | undefined, body: string) {
  const { cpuMs, limitMs, answerBytes, status } = await cost(route, token, body)
  const what = `${title}, ${Buffer.byteLength(body)} bytes, to ${route.method} ${route.path}`
  assert.ok(
    cpuMs <= limitMs,
    `${what} took ${cpuMs.toFixed(0)} ms of the processor, of ${limitMs.toFixed(0)}`,
  )
  assert.ok(answerBytes <= maxAnswerBytes, `${what} was answered with ${answerBytes} bytes`)
  assert.ok(status < 500, `${what} was answered with ${status}`)
}

const repeated = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length))
/** As many different names as fit. */
const names = (bytes: number, value: string) => {
  const one = (i: number) => `"k${i.toString(36).padStart(5, '0')}":${value}`
  return Array.from({ length: Math.floor(bytes / (one(0).length + 1)) }, (_, i) => one(i)).join(',')
}
/** As many objects as fit, each with a name of its own. */
const nameEach = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / 12) }, (_, i) => `{"${i.toString(36).padStart(5, 'k')}":0}`).join(
    ',',
  )

/** Bodies of a size that are as costly to check or to describe as their shape allows. */
const shapes: Record<string, (bytes: number) => string> = {
  'one long name with many bad values': (bytes) =>
    `{"${'A'.repeat(bytes / 2)}":[${repeated('"\\u0000",', bytes / 2 - 20)}0]}`,
  'long names of one length with bad values': (bytes) =>
    `{${Array.from({ length: 3 }, (_, i) => `"${i}${'A'.repeat(Math.min(bytes / 4, 20_000))}":["\\u0000","\\ud800"]`)}}`,
  'many names with bad values': (bytes) => `{${names(bytes - 2, '"\\u0000"')}}`,
  'many names': (bytes) => `{${names(bytes - 2, '0')}}`,
  'many bad names': (bytes) => `{${repeated('"\\u0000":0,', bytes - 10)}"a":0}`,
  'forbidden names': (bytes) => `{"a":[${repeated('{"__proto__":0},', bytes - 10)}0]}`,
  'objects of different names': (bytes) => `{"a":[${nameEach(bytes - 10)}]}`,
  'empty objects': (bytes) => `{"readings":[${repeated('{},', bytes - 20)}{}]}`,
  'empty texts': (bytes) =>
    `{"readings":[${repeated('"",', bytes - 20)}""],"samples":[${repeated('"",', 1)}""]}`,
  'zeros in a list': (bytes) => `{"samples":[${repeated('0,', bytes - 20)}0]}`,
  'nested lists': (bytes) => `{"a":${'['.repeat(bytes / 2 - 5)}"\\u0041"${']'.repeat(bytes / 2 - 5)}}`,
  'nested objects': (bytes) =>
    `{"a":${repeated('{"a":', (bytes * 5) / 6 - 20)}0${repeated('}', bytes / 6 - 4)}}`,
  'a long text': (bytes) => `{"email":"${'a'.repeat(bytes - 20)}"}`,
  'long texts of one kind': (bytes) => {
    const kinds = ['@', '0', 'a', 'A', ' ', '.', '-', '\u200b', 'é']
    const fields = [
      'password',
      'newPassword',
      'email',
      'firstName',
      'phone',
      'dateOfBirth',
      'token',
      'name',
      'macAddress',
    ]
    return JSON.stringify(
      Object.fromEntries(fields.map((field, i) => [field, (kinds[i] as string).repeat(bytes / 30)])),
    )
  },
  'a long password': (bytes) => `{"token":"x","password":"${'@'.repeat(bytes - 40)}"}`,
  'a long text of dots': (bytes) => `{"email":"${repeated('a.', bytes - 30)}@"}`,
  'a long blank': (bytes) => `{"device_id":"${' '.repeat(bytes - 30)}x"}`,
  'a long number': (bytes) => `{"confidence":0.${'3'.repeat(bytes - 30)}}`,
  escapes: (bytes) => `{"content":"${repeated('\\u0041', bytes - 30)}\\ud800"}`,
  'unfinished JSON': (bytes) => `{"a":[${repeated('{"b":[', bytes - 20)}`,
}

/** Each shape goes to some of the routes, and each route gets some of the shapes; in full, to all. */
const shareOfRoutes = often(5, 1)

describe('a body is checked and described at a small cost:', () => {
  for (const [index, [title, build]] of Object.entries(shapes).entries()) {
    test(title, async () => {
      const bodies = new Map([smallLimit, batchLimit].map((limit) => [limit, build(limit - 100)]))
      for (const route of routes().filter((_, i) => i % shareOfRoutes === index % shareOfRoutes)) {
        for (const token of isFull ? await tokens() : [await readerOf(route)])
          await assertCheap(title, route, token, bodies.get(route.limit) as string)
      }
    })
  }

  test('whoever sends it', async () => {
    const body = `{"a":[${repeated('"\\u0000",', smallLimit - 100)}0]}`
    for (const route of isFull ? routes() : routes().slice(0, 3))
      for (const token of await tokens()) await assertCheap('bad values', route, token, body)
  })

  test('random bodies of such parts', async () => {
    const random = createRandom(20_261_115)
    const all = routes()
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
    const texts = [
      '"\\u0000"',
      '"\\ud800"',
      '""',
      '0',
      '-1e308',
      'null',
      'true',
      '{}',
      '[]',
      '"\u202e"',
      '1e999',
    ]
    const part = (bytes: number, depth: number): string => {
      const kind = random()
      if (bytes < 40 || depth > 25 || kind < 0.2) return pick(texts)
      if (kind < 0.35) return `"${repeated(pick(['A', '\\u0000', ' ', '.', 'é']), bytes - 2)}"`
      const count = 1 + Math.floor(random() ** 3 * 500)
      const inner = () => part(bytes / count - 10, depth + 1)
      if (kind < 0.65) return `[${Array.from({ length: count }, inner)}]`
      const name = () =>
        pick(['readings', 'samples', 'email', '__proto__', 'A'.repeat(Math.min(17_000, bytes / 3))])
      return `{${Array.from({ length: count }, (_, i) => `"${name()}${random() < 0.5 ? i : ''}":${inner()}`)}}`
    }
    for (let round = 0; round < often(50, 300); round++) {
      const route = pick(all)
      const inside = part(route.limit - 200, 1)
      const body = `{"${pick(['readings', 'device_id', 'password', 'x'])}":${inside}}`
      if (Buffer.byteLength(body) > route.limit) continue
      await assertCheap(`random body ${round}`, route, pick(await tokens()), body)
    }
  })
})

test('the bodies of paths that do not exist are not parsed', async () => {
  for (const body of ['{"a":', '[]', '{"a":"\\u0000"}']) {
    const answer = await service.call('POST', '/nowhere', { body, headers: json })
    assert.deepEqual(
      [answer.status, answer.body],
      [404, { success: false, error: 'Resource not found', code: 'NOT_FOUND' }],
    )
  }
})

describe('a bad batch names the first of its problems', () => {
  const row = ['', '', '', '', '', '']
  const bad: [string, unknown][] = [
    ['rows of texts', row],
    ['rows that are no rows', ''],
    ['rows out of range', [1e9, 1e9, 1e9, 1e9, 1e9, 1e9]],
  ]
  for (const [title, one] of bad) {
    test(`100 readings of 256 ${title}`, async () => {
      const samples = Array(256).fill(one)
      const readings = Array(100).fill(batchReading(service.ctx.now(), { samples, sample_rate_hz: 250 }))
      const body = JSON.stringify({ device_id: randomMac(), readings })
      const route = { method: 'POST', path: '/device/sensor-stream/batch', limit: batchLimit }
      assert.ok(Buffer.byteLength(body) > 70_000)
      const [, token] = await tokens()
      await assertCheap(title, route, token, body)
      if (Buffer.byteLength(body) > batchLimit) return
      const answer = await service.call(route.method, route.path, { token, body, headers: json })
      assert.equal(answer.status, 400)
      assert.equal(answer.body.error, 'Validation failed; the first 20 problems are listed')
      assert.match(Object.keys(answer.body.details)[0] ?? '', /^readings\.0\.samples\.0/)
    })
  }
})

test('the log repeats no more of a path than a route can have', async () => {
  await service.app.inject({ method: 'GET', url: `/api/${'x'.repeat(8000)}` })
  const lines = service.logLines.filter((line) => line.includes('xxxx'))
  assert.equal(lines.length, 1)
  assert.ok((lines[0]?.length ?? 0) < 1000)
})
