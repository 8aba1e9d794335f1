import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fallLevel } from '../../src/detection/levels/fall-level.ts'
import { isFull } from '../support/full.ts'
import { type Person, times } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

type Query = Record<string, string>

/**
 * Puts falls there of which several have the same time and several the same confidence, and gives their ids in
 * the order in which they happened.
 */
async function seed(person: Person, count: number): Promise<string[]> {
  const now = service.ctx.now().getTime()
  const rows = Array.from({ length: count }, (_, i) => {
    const confidence = ((i * 7) % 10) / 10
    return { confidence, status: fallLevel(confidence), at: new Date(now - 60_000 + Math.floor(i / 4) * 10) }
  })
  const stored = await service.ctx.db.query<{ id: string }>(
    `with stored as (
       insert into falls (id, user_id, confidence, status, created_at, updated_at)
       select gen_random_uuid(), $1, confidence, status, at, at
       from unnest($2::float8[], $3::text[], $4::timestamptz[]) as given (confidence, status, at)
       returning id, created_at
     ) select id from stored order by created_at, id`,
    [person.id, rows.map((row) => row.confidence), rows.map((row) => row.status), rows.map((row) => row.at)],
  )
  return stored.map(({ id }) => id)
}

async function page(path: string, token: string, number: number, query: Query = {}) {
  const answer = await service.call('GET', path, { token, query: { ...query, page: String(number) } })
  assert.equal(answer.status, 200, answer.text)
  const ids: string[] = answer.body.data.map(({ id }: { id: string }) => id)
  return { ids, ...answer.body.pagination }
}

/** Reports some falls at once, of every confidence. */
const disturb = (person: Person) =>
  times(7, async (i) => {
    const body = { confidence: (i * 0.15) % 1 }
    assert.equal((await service.call('POST', '/falls', { token: person.token, body })).status, 201)
  })

/** Asks for one page after the other, up to the last one there is by then, while new falls come in. */
async function walk(path: string, token: string, query: Query, newcomer: Person): Promise<string[]> {
  const seen: string[] = []
  let last = 1
  for (let number = 1; number <= Math.min(last, 30); number++) {
    const [{ ids, totalPages }] = await Promise.all([
      page(path, token, number, query),
      number < 8 ? disturb(newcomer) : undefined,
    ])
    seen.push(...ids)
    last = totalPages
  }
  return seen
}

/** The ways in which the falls are ordered; those of one column are read alike. */
const orders: Query[] = [
  {},
  { sort: 'confidence', order: 'asc' },
  ...(isFull ? [{ order: 'asc' }, { sort: 'createdAt', limit: '1' }, { sort: 'confidence' }] : []),
]

const named = (query: Query) => new URLSearchParams(query).toString() || 'newest first'

const title = 'while new falls come in, a walk from page to page shows each older one exactly once'

describe(title, { concurrency: true }, () => {
  for (const query of orders) {
    test(`of the own falls (${named(query)})`, async () => {
      const rosa = await service.signUp()
      const older = await seed(rosa, query.limit ? 20 : 47)
      const seen = await walk('/falls', rosa.token, query, rosa)
      const shown = seen.filter((id) => older.includes(id))
      assert.equal(new Set(seen).size, seen.length, 'a fall was shown twice')
      assert.deepEqual(shown.toSorted(), older.toSorted())
    })
  }

  test('and the oldest of them in their order', async () => {
    const rosa = await service.signUp()
    const older = await seed(rosa, 30)
    const seen = await walk('/falls', rosa.token, { limit: '7' }, rosa)
    assert.deepEqual(
      seen.filter((id) => older.includes(id)),
      older.toReversed(),
    )
  })
})

// One after the other: each moves the clock, so that it sees no falls of the one before.
describe(title, () => {
  for (const query of isFull ? orders : orders.slice(0, 1)) {
    test(`of the recent falls of all patients (${named(query)})`, async () => {
      const luis = await service.signUp({ role: 'CAREGIVER' })
      service.advance('25h')
      const rosa = await service.signUp()
      const { token } = (await service.logIn(luis.email)).body
      const older = await seed(rosa, 43)
      const limited = { limit: '5', ...query, ...(query.limit && { limit: '2' }) }
      const seen = await walk('/falls/recent', token, limited, rosa)
      assert.equal(new Set(seen).size, seen.length, 'a fall was shown twice')
      assert.deepEqual(seen.filter((id) => older.includes(id)).toSorted(), older.toSorted())
    })
  }
})

test('pages past the end stay empty, however many come in at the other end', async () => {
  const rosa = await service.signUp()
  await seed(rosa, 10)
  const sizes: number[] = []
  for (const number of [1, 2, 3, 4, 5]) {
    sizes.push((await page('/falls', rosa.token, number, { limit: '5' })).ids.length)
    await disturb(rosa)
  }
  assert.deepEqual(sizes, [5, 5, 0, 0, 0])
})

describe('a page can be asked for', () => {
  test('without the one before it, or in any order', async () => {
    const rosa = await service.signUp()
    const newest = (await seed(rosa, 25)).reverse()
    for (const number of [3, 2, 1, 3, 2]) {
      const { ids, total, totalPages } = await page('/falls', rosa.token, number)
      assert.deepEqual(ids, newest.slice((number - 1) * 10, number * 10), `page ${number}`)
      assert.deepEqual([total, totalPages], [25, 3])
    }
  })

  test('again, with the same answer', async () => {
    const rosa = await service.signUp()
    const newest = (await seed(rosa, 25)).reverse()
    await page('/falls', rosa.token, 1)
    for (let i = 0; i < 3; i++) {
      assert.deepEqual((await page('/falls', rosa.token, 2)).ids, newest.slice(10, 20))
      await disturb(rosa)
    }
  })

  test('from the start again, which then shows what is new', async () => {
    const rosa = await service.signUp()
    const newest = (await seed(rosa, 15)).reverse()
    await page('/falls', rosa.token, 1)
    await disturb(rosa)
    const first = await page('/falls', rosa.token, 1)
    assert.deepEqual(first.ids.slice(7), newest.slice(0, 3))
    assert.deepEqual((await page('/falls', rosa.token, 2)).ids, newest.slice(3, 13))
  })

  test('in two sessions that do not disturb each other', async () => {
    const rosa = await service.signUp()
    const newest = (await seed(rosa, 25)).reverse()
    const { token: other } = (await service.logIn(rosa.email)).body
    await page('/falls', rosa.token, 1)
    await disturb(rosa)
    const begun = await page('/falls', other, 1)
    assert.deepEqual(begun.ids.slice(7), newest.slice(0, 3))
    assert.deepEqual((await page('/falls', rosa.token, 2)).ids, newest.slice(10, 20))
    assert.deepEqual((await page('/falls', other, 2)).ids, newest.slice(3, 13))
  })

  test('of lists that are sorted or filtered otherwise, each with a walk of its own', async () => {
    const rosa = await service.signUp()
    const oldest = await seed(rosa, 40)
    const queries: Query[] = [{}, { order: 'asc' }, { limit: '5' }, { status: 'SUSPICIOUS', limit: '3' }]
    for (const query of queries) await page('/falls', rosa.token, 1, query)
    assert.deepEqual((await page('/falls', rosa.token, 2)).ids, oldest.toReversed().slice(10, 20))
    assert.deepEqual((await page('/falls', rosa.token, 2, { order: 'asc' })).ids, oldest.slice(10, 20))
    const five = await page('/falls', rosa.token, 2, { limit: '5' })
    assert.deepEqual(five.ids, oldest.toReversed().slice(5, 10))
    assert.equal((await page('/falls', rosa.token, 2, { status: 'SUSPICIOUS', limit: '3' })).total, 8)
  })
})

test('where a page ended is remembered for ten minutes of the clock of the service', async () => {
  const rosa = await service.signUp()
  await seed(rosa, 30)
  const shows = async (minutes: string) => {
    const first = await page('/falls', rosa.token, 1)
    await service.call('POST', '/falls', { token: rosa.token, body: { confidence: 0.9 } })
    service.advance(minutes)
    const second = await page('/falls', rosa.token, 2)
    return second.ids.filter((id: string) => first.ids.includes(id)).length
  }
  assert.equal(await shows('9m'), 0, 'from where the first ended')
  assert.equal(await shows('11m'), 1, 'by number: what came in has moved one over')
})
