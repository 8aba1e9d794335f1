import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Db } from '../../src/platform/db/database.ts'
import { dropOldPartitions } from '../../src/telemetry/ingest/reading-retention.ts'
import { ensurePartitions } from '../../src/telemetry/packing/reading-partitions.ts'
import { listReadings } from '../../src/telemetry/readings/readings.store.ts'
import { whileLocked } from '../support/locks.ts'
import {
  addDevice,
  assertFields,
  countRows,
  deviceNumber,
  everythingElse,
  sixCallers,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const day = 86_400_000

type Query = Record<string, string | string[]>
interface PageResult {
  timestamp: string
  uptime: number
}

interface Page {
  data: PageResult[]
  pagination: { limit: number; next: string | null }
}

const list = (id: string, token: string, query: Query = {}) =>
  service.call('GET', `/device/${id}/readings`, { token, query })

/** Stores readings at even steps back from a time; `uptime` counts them, the newest is 1. */
async function fill(id: string, count: number, newest: Date, stepMinutes: number) {
  await ensurePartitions(service.ctx.db, newest)
  await service.ctx.db.query(
    `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                           health_score)
     select $1, $2::timestamptz - (n - 1) * make_interval(mins => $4), n, 0, 0, 9.81, 0, 0, 0, 0, 100
     from generate_series(1, $3) as n`,
    [await deviceNumber(service, id), newest, count, stepMinutes],
  )
}

/** Has one reading that it sent, and so many before that: all those before `to`. */
async function aDevice(count: number, stepMinutes = 10) {
  const { token } = await service.signUp()
  const { id, first } = await addDevice(service, token)
  const newest = new Date(Date.parse(first.timestamp) - 60_000)
  await fill(id, count, newest, stepMinutes)
  return { id, token, newest, to: new Date(newest.getTime() + 1).toISOString() }
}

const uptimesOf = (data: PageResult[]) => data.map(({ uptime }) => uptime)
const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => first + i)

describe('the readings of a device', () => {
  test('have exactly their fields', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token, everythingElse)
    const answer = await list(id, token)
    assert.equal(answer.status, 200)
    assertFields(answer.body, ['success', 'data', 'pagination'])
    assert.deepEqual(answer.body.pagination, { limit: 100, next: null })
    assertFields(answer.body.data[0], [
      ...['timestamp', 'uptime', 'accel', 'gyro', 'pressure', 'fsr', 'heartRate', 'spo2', 'batteryLevel'],
      ...[
        'wifiConnected',
        'bluetoothConnected',
        'sensorsInitialized',
        'fallConfidence',
        'healthScore',
        'samples',
      ],
    ])
  })

  test('are none for a device that has none in that time', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    const answer = await list(id, token, { to: '2020-01-01T00:00:00Z' })
    assert.deepEqual([answer.status, answer.body.data, answer.body.pagination.next], [200, [], null])
  })

  test('come newest first, and 250 of them over days page by page without a gap or a repeat', async () => {
    const { id, token, to } = await aDevice(250)
    for (const limit of ['7', '50', '83', '100']) {
      const uptimes: number[] = []
      let next: string | null = to
      for (let pages = 0; next && pages < 50; pages++) {
        const { data, pagination }: Page = (await list(id, token, { to: next, limit })).body
        assert.ok(data.length > 0 && data.length <= Number(limit))
        assert.equal(pagination.limit, Number(limit))
        uptimes.push(...uptimesOf(data))
        next = pagination.next
      }
      assert.deepEqual(uptimes, upTo(250), `in pages of ${limit}`)
    }
  })

  test('have no next page when they just fill one', async () => {
    const { id, token, to } = await aDevice(20)
    const { data, pagination } = (await list(id, token, { to, limit: '20' })).body
    assert.deepEqual([data.length, pagination.next], [20, null])
  })

  test('lie from one time on and before another', async () => {
    const { id, token, newest } = await aDevice(10)
    const at = (n: number) => new Date(newest.getTime() - (n - 1) * 600_000).toISOString()
    const ask = async (query: Query) => uptimesOf((await list(id, token, query)).body.data)
    assert.deepEqual(await ask({ from: at(6), to: at(3) }), [4, 5, 6])
    assert.deepEqual(await ask({ to: at(3) }), upTo(10, 4))
    assert.deepEqual((await ask({ from: at(3) })).slice(-3), [1, 2, 3])
    const local = new Date(Date.parse(at(3)) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
    assert.deepEqual(await ask({ from: at(6), to: local }), [4, 5, 6])
  })

  test('are 100 unless asked otherwise, and never more', async () => {
    const { id, token, to } = await aDevice(130, 1)
    assert.equal((await list(id, token, { to })).body.data.length, 100)
    const { data, pagination } = (await list(id, token, { to, limit: '101' })).body
    assert.deepEqual([data.length, pagination.limit], [100, 100])
  })

  test('are only those of the device', async () => {
    const { token } = await service.signUp()
    const [one, other] = [await addDevice(service, token), await addDevice(service, token)]
    await one.send({ uptime_ms: 6000 })
    assert.deepEqual(uptimesOf((await list(one.id, token)).body.data), [6000, 5000])
    assert.deepEqual(uptimesOf((await list(other.id, token)).body.data), [5000])
  })

  const bad: [string, string | string[]][] = [
    ...['0', '-1', '1.5', 'abc', '', ['1', '2']].map((value): [string, string | string[]] => [
      'limit',
      value,
    ]),
    ...['from', 'to'].flatMap((name) =>
      [
        '',
        'yesterday',
        '2026-01-01',
        '2026-02-30T00:00:00Z',
        '1700000000',
        ['2026-01-01T00:00:00Z', 'x'],
      ].map((value): [string, string | string[]] => [name, value]),
    ),
    ['samples', 'yes'],
  ]
  for (const [name, value] of bad) {
    test(`are refused for ${name}=${JSON.stringify(value)}`, async () => {
      const { token } = await service.signUp()
      const { id } = await addDevice(service, token)
      const answer = await list(id, token, { [name]: value })
      assert.equal(answer.status, 400)
      const places = Object.keys(answer.body.details)
      assert.ok(places.length > 0 && places.every((place) => place.split('.')[0] === name), places.join())
    })
  }

  test('are refused from a time that is not before the other', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    const time = '2026-01-01T00:00:00Z'
    const answer = await list(id, token, { from: time, to: time })
    assert.deepEqual([answer.status, Object.keys(answer.body.details)], [400, ['from']])
  })

  test('may be asked for at the ends of the calendar', async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    const { status, body } = await list(id, token, {
      from: '0001-01-01T00:00:00Z',
      to: '9999-12-31T23:59:59Z',
    })
    assert.deepEqual([status, body.data?.length], [200, 1])
  })

  test('are for those who may read the device', async () => {
    const { self, tokens } = await sixCallers(service)
    const { id } = await addDevice(service, self.token)
    const statuses = []
    for (const [, token] of tokens) statuses.push((await list(id, token)).status)
    assert.deepEqual(statuses, [401, 200, 403, 200, 403, 200])
    assert.equal((await list(randomUUID(), self.token)).status, 404)
  })
})

describe('the partitions of the readings', () => {
  const names = async () => {
    const rows = await service.ctx.db.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'readings'::regclass order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  const nameOf = (time: Date) => `readings_${time.toISOString().slice(0, 10).replaceAll('-', '')}`
  const later = (days: number) => new Date(service.ctx.now().getTime() + days * day)

  test('are made ahead of their day and for the week before, once', async () => {
    const now = later(400)
    await times(4, () => ensurePartitions(service.ctx.db, now))
    const made = new Set(await names())
    for (let days = -7; days <= 1; days++) {
      assert.ok(made.has(nameOf(new Date(now.getTime() + days * day))), `${days} days from then`)
    }
    const before = await names()
    await ensurePartitions(service.ctx.db, now)
    assert.deepEqual(await names(), before)
  })

  test('are not waited for while somebody reads, and made the next time', async () => {
    const now = later(500)
    await whileLocked(service, 'select from readings limit 1', [], async () => {
      // It returns while the lock is held.
      await ensurePartitions(service.ctx.db, now)
      assert.ok(!(await names()).includes(nameOf(now)))
    })
    await ensurePartitions(service.ctx.db, now)
    assert.ok((await names()).includes(nameOf(now)))
  })

  test('are dropped with their readings after 90 days, not before', async () => {
    const { token } = await service.signUp()
    const { id, first } = await addDevice(service, token)
    const sent = new Date(first.timestamp)
    const today = nameOf(sent)
    const number = await deviceNumber(service, id)
    const count = () => countRows(service, 'readings where device = $1', [number])
    await dropOldPartitions(service.ctx.db, new Date(sent.getTime() + 90 * day))
    assert.ok((await names()).includes(today))
    assert.equal(await count(), 1)
    const dropped = await dropOldPartitions(service.ctx.db, later(92))
    assert.ok(dropped.includes(today))
    assert.ok(!(await names()).includes(today))
    assert.equal(await count(), 0)
    assert.deepEqual(await dropOldPartitions(service.ctx.db, later(92)), [])
    assert.equal((await list(id, token)).status, 200)
  })
})

/** The plan of a worker is another text. */
const onOneServer = process.env.TEST_DISTRIBUTED ? { skip: 'it reads the plan of one server' } : {}

test(
  'readings are found by the index, in the partitions of the time asked for and no other',
  onOneServer,
  async () => {
    const { token } = await service.signUp()
    const { id } = await addDevice(service, token)
    const now = service.ctx.now()
    const number = await deviceNumber(service, id)
    await ensurePartitions(service.ctx.db, now)
    await service.ctx.db.query(
      `insert into readings (device, at, uptime_ms, accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z, confidence,
                           health_score)
     select $1 + device, $2::timestamptz - n * interval '5 minutes', n, 0, 0, 9.81, 0, 0, 0, 0, 100
     from generate_series(0, 39) as device, generate_series(1, 1000) as n`,
      [number, now],
    )
    await service.ctx.db.query('analyze readings')
    const plan: { 'QUERY PLAN': string }[] = []
    const explaining: Db = {
      ...service.ctx.db,
      async query(sql, values) {
        plan.push(...(await service.ctx.db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values)))
        return []
      },
    }
    const midnight = Math.floor(now.getTime() / day) * day - day
    await listReadings(explaining, number, {
      from: new Date(midnight),
      before: new Date(midnight + day / 2),
      limit: 101,
      withSamples: false,
    })
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    const partition = new Date(midnight).toISOString().slice(0, 10).replaceAll('-', '')
    assert.deepEqual(new Set(text.match(/readings_\d{8}/g)), new Set([`readings_${partition}`]), text)
    assert.match(text, new RegExp(`Limit.*\\n *-> +Index Scan .*using readings_${partition}_pkey`))
    assert.doesNotMatch(text, /Seq Scan/)
  },
)
