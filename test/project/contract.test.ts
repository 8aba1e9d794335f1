import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { type ErrorCode, errorCodes } from '../../src/platform/lib/error-codes.ts'
import { version } from '../../src/platform/project.ts'
import { type Endpoint, type Refusal, refusalsOf, type Stage, setStage } from '../contract/endpoint.ts'
import * as shapes from '../contract/shapes.ts'
import { endpoints } from '../contract/table.ts'
import { makeCircle } from '../support/people.ts'
import { assertFields, randomMac } from '../support/readings.ts'
import { type Answer, goodPassword, useSteadyService } from '../support/service.ts'

const service = useSteadyService()

function assertFailure({ status, headers, body, text }: Answer, expected: Omit<Refusal, 'title' | 'call'>) {
  assert.equal(status, expected.status, text)
  assert.match(String(headers['content-type']), /^application\/json/)
  const { fields, beside = [], says } = expected
  // The code and the problems of fields stand beside what the contract has.
  const [ofStatus, wording] = errorCodes[body.code as ErrorCode]
  assert.equal(ofStatus, status)
  const data = fields ? ['details', 'problems'] : typeof wording === 'function' ? ['details'] : []
  assertFields(body, ['success', 'error', 'code', ...data, ...beside])
  assert.equal(body.success, false)
  assert.ok(typeof body.error === 'string' && body.error.length > 0)
  if (says) assert.match(body.error, says)
  if (!fields) return
  assertFields(body.details, fields)
  for (const message of Object.values(body.details)) assert.ok(typeof message === 'string' && message)
}

/** Gives the names of the fields that are null anywhere in a value. */
function nullsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, part]) => (part === null ? [name] : nullsIn(part)))
}

function assertSuccess({ status, headers, body, text }: Answer, endpoint: Endpoint) {
  assert.equal(status, endpoint.status, text)
  if (!endpoint.shape) return assert.equal(text, '')
  assert.match(String(headers['content-type']), /^application\/json/)
  const { error } = endpoint.shape.safeParse(body)
  assert.ok(!error, error && `${z.prettifyError(error)}\n${text}`)
  assert.deepEqual([...new Set(nullsIn(body.data))].sort(), endpoint.nulls?.toSorted() ?? [])
}

test('the table has each of the 54 endpoints once, and the description has them all', async () => {
  const names = endpoints.map(({ method, path }) => `${method} ${path}`)
  assert.equal(names.length, 54)
  assert.equal(new Set(names).size, 54)
  const { paths } = (await service.call('GET', '/openapi.json')).body
  const missing = endpoints.filter(({ method, path }) => {
    const described = paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]
    return !described?.[method.toLowerCase()]?.responses
  })
  assert.deepEqual(missing, [])
})

for (const endpoint of endpoints) {
  describe(`${endpoint.method} ${endpoint.path}`, () => {
    let set: Promise<Stage> | undefined
    const stage = () => {
      set ??= setStage(service, endpoint)
      return set
    }

    for (const refusal of refusalsOf(endpoint)) {
      test(`refuses ${refusal.title} with ${refusal.status}`, async () => {
        assertFailure(await refusal.call(await stage()), refusal)
      })
    }

    if (endpoint.method === 'GET' && endpoint.path.includes(':')) {
      test('takes ids in capitals for the same', async () => {
        const { send, good } = await stage()
        const capitals = Object.entries(good.params ?? {}).map(([name, id]) => [name, id.toUpperCase()])
        const answer = await send({ params: Object.fromEntries(capitals) })
        assert.deepEqual([answer.status, answer.body], [200, (await send()).body])
      })
    }

    // Last, and with the same request: what was refused has changed nothing.
    test(`answers ${endpoint.status} in its shape`, async () => {
      const there = await stage()
      const answer = await there.send()
      assertSuccess(answer, endpoint)
      await endpoint.after?.(there, answer)
    })

    const { pageSize } = endpoint
    if (!pageSize) return

    test(`holds ${pageSize} on a page by default, and never more than 100`, async () => {
      const { send, good } = await stage()
      const { limit: _, ...query } = good.query ?? {}
      const pages = [
        [{}, { page: 1, limit: pageSize }],
        [{ limit: '1000' }, { page: 1, limit: 100 }],
        [
          { limit: '1', page: '1' },
          { page: 1, limit: 1 },
        ],
      ] as const
      for (const [page, expected] of pages) {
        const { body } = await send({ query: { ...query, ...page } })
        const { total, totalPages } = body.pagination
        assert.deepEqual(body.pagination, { ...expected, total, totalPages })
        assert.equal(totalPages, Math.ceil(total / expected.limit))
        assert.equal(body.data.length, Math.min(total, expected.limit))
      }
    })

    test('answers a page past the end with nothing on it', async () => {
      const { send, good } = await stage()
      const { status, body } = await send({ query: { ...good.query, page: '1000000' } })
      assert.deepEqual([status, body.data, body.pagination.page], [200, [], 1_000_000])
    })

    test('is sorted by created_at in both spellings, newest first by default', async () => {
      const there = await stage()
      await endpoint.another?.(there)
      const { limit: _, ...query } = there.good.query ?? {}
      const idsOf = async (change: Record<string, string>): Promise<string[]> => {
        const answer = await there.send({ query: { ...query, ...change } })
        assert.equal(answer.status, 200, answer.text)
        return answer.body.data.map(({ id }: { id: string }) => id)
      }
      const { total } = (await there.send()).body.pagination
      const newestFirst = await idsOf({ limit: '2' })
      assert.equal(newestFirst.length, 2)
      assert.deepEqual(await idsOf({ sort: 'createdAt', order: 'desc', limit: '2' }), newestFirst)
      const oldestFirst = { sort: 'created_at', order: 'asc', limit: '1' }
      const [last, lastButOne] = [
        await idsOf({ ...oldestFirst, page: String(total) }),
        await idsOf({ ...oldestFirst, page: String(total - 1) }),
      ]
      assert.deepEqual([...last, ...lastButOne], newestFirst)
    })
  })
}

describe('POST /auth/accept-invitation, which the contract does not have', () => {
  const accept = (body: unknown) => service.call('POST', '/auth/accept-invitation', { body })

  test('answers as a login does, once', async () => {
    const { admin } = await makeCircle(service)
    const newcomer = { email: `ana-${admin.id}@example.org`, firstName: 'Ana', lastName: 'Gil' }
    const invited = await service.call('POST', '/caregivers', { token: admin.token, body: newcomer })
    const body = { token: invited.body.data.invitation.token, password: goodPassword }
    const answer = await accept(body)
    assertSuccess(answer, {
      method: 'POST',
      path: '',
      as: 'nobody',
      status: 200,
      shape: shapes.oneWithToken(shapes.person),
    })
    assertFailure(await accept(body), { status: 400, fields: ['token'] })
  })

  test('refuses an empty body and an unknown token with 400', async () => {
    assertFailure(await accept({}), { status: 400, fields: ['token', 'password'] })
    assertFailure(await accept({ token: 'none', password: goodPassword }), { status: 400, fields: ['token'] })
  })
})

test('a healthy service says so, with its version', async () => {
  const { data } = (await service.call('GET', '/health')).body
  assert.deepEqual([data.status, data.database, data.version], ['HEALTHY', 'CONNECTED', version])
  assert.ok(data.memory.used > 1_000_000)
})

test('what nobody has set is null', async () => {
  const { patient, caregiver, admin } = await makeCircle(service)
  const ask = async (path: string, token: string) => (await service.call('GET', path, { token })).body.data
  const { id } = (await service.call('POST', '/falls', { token: patient.token, body: { confidence: 0.2 } }))
    .body.data
  const body = { macAddress: randomMac(), userId: patient.id }
  const device = (await service.call('POST', '/admin/devices', { token: admin.token, body })).body.data
  const answers: [shape: z.ZodType, data: unknown, nulls: string[]][] = [
    [
      shapes.fall,
      await ask(`/falls/${id}`, patient.token),
      ['deviceId', 'evidence', 'injuries', 'location', 'reportedBy', 'sensorData', 'witnessed'],
    ],
    [shapes.fallItem, (await ask('/falls', patient.token))[0], ['location', 'responseTime']],
    [
      shapes.patient,
      await ask('/patients/me', patient.token),
      ['dateOfBirth', 'emergencyContact', 'phone', 'relationship'],
    ],
    [
      shapes.health,
      await ask(`/patients/${patient.id}/health`, caregiver.token),
      ['bloodPressure', 'heartRate', 'lastUpdate', 'oxygenSaturation'],
    ],
    [
      shapes.caregiver,
      await ask('/caregivers/me', caregiver.token),
      ['organization', 'phone', 'specialization'],
    ],
    [
      shapes.device,
      await ask(`/device/${device.id}`, patient.token),
      ['batteryLevel', 'expectedEverySeconds', 'firmwareVersion', 'lastSeen', 'place'],
    ],
    [
      shapes.deviceState,
      await ask(`/device/${device.id}/status`, patient.token),
      [
        'batteryLevel',
        'bluetoothConnected',
        'firmwareVersion',
        'lastDataPoint',
        'sensorsInitialized',
        'signalStrength',
        'uptime',
        'wifiConnected',
      ],
    ],
  ]
  for (const [shape, data, nulls] of answers) {
    shape.parse(data)
    assert.deepEqual([...new Set(nullsIn(data))].sort(), nulls)
  }
})
