import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { listMessages } from '../../src/care/messages/message-list.store.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { often } from '../support/full.ts'
import { countWaiting } from '../support/locks.ts'
import {
  assertFields,
  countRows,
  type Fields,
  type Person,
  sixCallers,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const send = (token: string | undefined, recipientId: unknown, fields: Fields = {}) =>
  service.call('POST', '/messages', { token, body: { recipientId, content: 'Hello', ...fields } })

/** Sends a message that must arrive, a second after the one before. */
async function write(from: Person, to: Person, content = 'Hello'): Promise<string> {
  service.advance('1s')
  const answer = await send(from.token, to.id, { content })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

const read = (token: string | undefined, id: string) => service.call('GET', `/messages/${id}`, { token })
const markRead = (token: string | undefined, id: string) =>
  service.call('POST', `/messages/${id}/read`, { token })

async function list(token: string, query: Record<string, string> = {}) {
  const answer = await service.call('GET', '/messages', { token, query })
  assert.equal(answer.status, 200, answer.text)
  return { ...answer.body, ids: answer.body.data.map(({ id }: { id: string }) => id) as string[] }
}

const messagesOf = (userId: string) =>
  countRows(service, 'messages where sender_id = $1 or recipient_id = $1', [userId])

const firstRead = async (id: string): Promise<Date | null | undefined> => {
  const rows = await service.ctx.db.query<{ at: Date | null }>(
    'select read_at as at from messages where id = $1',
    [id],
  )
  return rows[0]?.at
}

const twoPeople = async () => [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })] as const

describe('sending', () => {
  test('answers the message, unread, with exactly its fields', async () => {
    const [rosa, luis] = await twoPeople()
    const before = service.ctx.now().toISOString()
    const answer = await send(rosa.token, luis.id, { content: '  How are you?\n', type: 'TEXT' })
    assert.equal(answer.status, 201)
    assertFields(answer.body, ['success', 'data'])
    const { id, createdAt, ...rest } = answer.body.data
    assert.deepEqual(rest, {
      senderId: rosa.id,
      recipientId: luis.id,
      content: 'How are you?',
      type: 'TEXT',
      read: false,
    })
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.equal(new Date(createdAt).toISOString(), createdAt)
    assert.ok(createdAt >= before && createdAt <= service.ctx.now().toISOString())
    for (const { token } of [rosa, luis])
      assert.deepEqual((await read(token, id)).body.data, answer.body.data)
  })

  test('takes each type, and TEXT where none is given', async () => {
    const [rosa, luis] = await twoPeople()
    for (const type of ['TEXT', 'ALERT', 'NOTIFICATION', undefined]) {
      const answer = await send(rosa.token, luis.id, { type })
      assert.deepEqual([answer.status, answer.body.data.type], [201, type ?? 'TEXT'])
    }
  })

  test('ignores what a sender cannot choose', async () => {
    const [rosa, luis] = await twoPeople()
    const chosen = { id: randomUUID(), senderId: luis.id, read: true, createdAt: '2020-01-01T00:00:00Z' }
    const { data } = (await send(rosa.token, luis.id, chosen)).body
    assert.deepEqual([data.senderId, data.read], [rosa.id, false])
    assert.notEqual(data.id, chosen.id)
    assert.ok(data.createdAt > '2026')
  })

  for (const content of [
    'x',
    'x'.repeat(5000),
    'ñ'.repeat(5000),
    ` ${'x'.repeat(5000)}\n`,
    '👩‍🦳 "\\\'; --',
  ]) {
    test(`takes ${content.length} characters that begin with ${content.slice(0, 2)}`, async () => {
      const [rosa, luis] = await twoPeople()
      const id = await write(rosa, luis, content)
      assert.equal((await read(luis.token, id)).body.data.content, content.trim())
    })
  }

  const refused: [fields: Fields, field: string][] = [
    ...[undefined, null, '', ' \n\t', 'x'.repeat(5001), 7, ['x'], {}, 'a\0b', '\ud800'].map(
      (content): [Fields, string] => [{ content }, 'content'],
    ),
    ...[undefined, null, '', '7', 'luis', 7, {}].map((recipientId): [Fields, string] => [
      { recipientId },
      'recipientId',
    ]),
    ...[null, '', 'text', 'EMAIL', 7, ['TEXT']].map((type): [Fields, string] => [{ type }, 'type']),
  ]
  for (const [fields, field] of refused) {
    test(`is refused for ${JSON.stringify(fields).slice(0, 40)}`, async () => {
      const [rosa, luis] = await twoPeople()
      const answer = await send(rosa.token, luis.id, fields)
      assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, [field]])
      assert.equal(await messagesOf(rosa.id), 0)
    })
  }

  test('names every bad field, before it looks for the recipient', async () => {
    const { token } = await service.signUp()
    const empty = await service.call('POST', '/messages', { token })
    assert.deepEqual([empty.status, Object.keys(empty.body.details)], [400, ['recipientId', 'content']])
    assert.equal((await send(token, randomUUID(), { content: ' ' })).status, 400)
  })

  test('to yourself is refused, however the id is spelled', async () => {
    const { id, token } = await service.signUp()
    for (const spelling of [id, id.toUpperCase()]) {
      const answer = await send(token, spelling)
      assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, ['recipientId']])
    }
    assert.equal(await messagesOf(id), 0)
  })

  test('says whether the recipient can sign in to read it, before and after', async () => {
    const [rosa, luis] = await twoPeople()
    const admin = await service.adminToken()
    const invited = await service.call('POST', '/admin/patients', {
      token: admin,
      body: { firstName: 'Emil', lastName: 'Roth' },
    })
    const canSignIn = async (id: string) => {
      const answer = await service.call('GET', `/messages/recipients/${id}`, { token: rosa.token })
      assert.equal(answer.status, 200, answer.text)
      assert.equal(answer.body.data.id, id)
      return answer.body.data.canSignIn
    }
    for (const [id, expected] of [
      [luis.id, true],
      [invited.body.data.id, false],
    ] as const) {
      assert.equal(await canSignIn(id), expected)
      const sent = await send(rosa.token, id)
      assert.deepEqual([sent.status, sent.body.data.recipientCanSignIn ?? true], [201, expected])
    }
    await service.call('PUT', `/admin/users/${luis.id}`, { token: admin, body: { status: 'inactive' } })
    assert.equal(await canSignIn(luis.id), false)
    const unknown = await service.call('GET', `/messages/recipients/${randomUUID()}`, { token: rosa.token })
    assert.deepEqual([unknown.status, unknown.body.code], [404, 'USER_NOT_FOUND'])
  })

  test('finds a recipient whose id is spelled in capitals', async () => {
    const [rosa, luis] = await twoPeople()
    const answer = await send(rosa.token, luis.id.toUpperCase())
    assert.deepEqual([answer.status, answer.body.data.recipientId], [201, luis.id])
  })

  test('to nobody known is 404', async () => {
    const { id, token } = await service.signUp()
    const answer = await send(token, randomUUID())
    assert.deepEqual([answer.status, answer.body.success], [404, false])
    assert.equal(await messagesOf(id), 0)
  })
})

describe('reading', () => {
  test('is marked by the recipient, for both to see', async () => {
    const [rosa, luis] = await twoPeople()
    const id = await write(rosa, luis)
    const sent = (await read(luis.token, id)).body.data
    assert.equal(sent.read, false)
    assert.equal(await firstRead(id), null, 'looking at a message does not mark it')
    const answer = await markRead(luis.token, id)
    assert.deepEqual([answer.status, answer.body], [200, { success: true, data: { ...sent, read: true } }])
    for (const { token } of [rosa, luis]) assert.equal((await read(token, id)).body.data.read, true)
  })

  test('again answers the same and keeps the first time', async () => {
    const [rosa, luis] = await twoPeople()
    const id = await write(rosa, luis)
    const first = await markRead(luis.token, id)
    const at = await firstRead(id)
    assert.ok(at)
    service.advance('1h')
    const again = await service.call('POST', `/messages/${id}/read`, {
      token: luis.token,
      headers: { 'content-type': 'application/json' },
    })
    assert.deepEqual([again.status, again.body], [200, first.body])
    assert.deepEqual(await firstRead(id), at)
  })

  test('twenty times at once is 200 each time', async () => {
    const [rosa, luis] = await twoPeople()
    const id = await write(rosa, luis)
    assert.deepEqual(tally(await times(20, () => markRead(luis.token, id))), { 200: 20 })
  })
})

describe('reading with what came earlier', () => {
  const markEarlier = (token: string, id: string) =>
    service.call('POST', `/messages/${id}/read`, { token, query: { earlier: 'true' } })

  test('marks what the same person sent before, and nothing else', async () => {
    const [rosa, luis] = await twoPeople()
    const eva = await service.signUp()
    const [first, ofEva] = [await write(rosa, luis), await write(eva, luis)]
    await markRead(luis.token, first)
    const firstReadAt = await firstRead(first)
    const second = await write(rosa, luis)
    const answered = await write(luis, rosa)
    const third = await write(rosa, luis)
    const later = await write(rosa, luis)
    const answer = await markEarlier(luis.token, third)
    assert.deepEqual([answer.status, answer.body.data.id, answer.body.data.read], [200, third, true])
    assert.deepEqual(await firstRead(first), firstReadAt, 'what was read keeps its time')
    for (const id of [second, third]) assert.ok(await firstRead(id))
    for (const id of [ofEva, answered, later]) assert.equal(await firstRead(id), null)
  })

  test('is for its recipient only', async () => {
    const [rosa, luis] = await twoPeople()
    const ids = [await write(rosa, luis), await write(rosa, luis)]
    assert.equal((await markEarlier(rosa.token, ids[1] ?? '')).status, 403)
    for (const id of ids) assert.equal(await firstRead(id), null)
  })

  test('ten times at once is 200 each time', async () => {
    const [rosa, luis] = await twoPeople()
    const ids = await Promise.all(Array.from({ length: 5 }, () => write(rosa, luis)))
    const answers = ids.flatMap((id) => [markEarlier(luis.token, id), markEarlier(luis.token, id)])
    assert.deepEqual(tally(await Promise.all(answers)), { 200: 10 })
    for (const id of ids) assert.ok(await firstRead(id))
  })
})

describe('each endpoint admits whom the access table says', () => {
  const rows: [method: string, path: string, expected: number[]][] = [
    ['GET', '', [401, 200, 403, 200, 403, 403]],
    ['POST', '/read', [401, 200, 403, 403, 403, 403]],
  ]
  for (const [method, path, expected] of rows) {
    test(`${method} /messages/:id${path}, which the assigned caregiver wrote`, async () => {
      const { self, tokens } = await sixCallers(service)
      const statuses = []
      for (const [, token] of tokens) {
        const { id } = (await send(tokens[3]?.[1], self.id)).body.data
        const answer = await service.call(method, `/messages/${id}${path}`, { token })
        statuses.push(answer.status)
        if (answer.status !== 200) assert.doesNotMatch(answer.text, /Hello/)
        assert.equal((await read(self.token, id)).body.data.read, path !== '' && answer.status === 200)
      }
      assert.deepEqual(statuses, expected)
    })

    test(`${method} /messages/:id${path} answers 400 for what is no UUID, and 404 for an unknown one`, async () => {
      const { token } = await service.signUp()
      for (const id of ['7', 'not-a-uuid', `${randomUUID()}0`]) {
        const answer = await service.call(method, `/messages/${id}${path}`, { token })
        assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, ['id']], id)
      }
      assert.equal((await service.call(method, `/messages/${randomUUID()}${path}`, { token })).status, 404)
    })
  }

  test('GET and POST /messages', async () => {
    const { tokens } = await sixCallers(service)
    const luis = await service.signUp()
    const statuses = []
    for (const [, token] of tokens) {
      statuses.push([
        (await service.call('GET', '/messages', { token })).status,
        (await send(token, luis.id)).status,
      ])
    }
    assert.deepEqual(statuses, [[401, 401], ...Array(5).fill([200, 201])])
  })
})

describe('the list', () => {
  test('holds what the caller sent and received and nothing else, newest first', async () => {
    const [rosa, luis] = await twoPeople()
    const eva = await service.signUp()
    const ids = [await write(rosa, luis), await write(luis, rosa), await write(eva, rosa)]
    await write(luis, eva)
    const answer = await service.call('GET', '/messages', { token: rosa.token })
    assertFields(answer.body, ['success', 'data', 'pagination'])
    assert.deepEqual(answer.body.pagination, { page: 1, limit: 10, total: 3, totalPages: 1 })
    const expected = await Promise.all(ids.map(async (id) => (await read(rosa.token, id)).body.data))
    assert.deepEqual(answer.body.data, expected.toReversed())
    for (const sort of ['created_at', 'createdAt']) {
      assert.deepEqual((await list(rosa.token, { sort, order: 'asc' })).ids, ids)
    }
  })

  test('of somebody without messages is empty', async () => {
    const { token } = await service.signUp()
    const { data, pagination } = await list(token)
    assert.deepEqual([data, pagination], [[], { page: 1, limit: 10, total: 0, totalPages: 0 }])
  })

  test('has a page of at most 100, and nothing past the end', async () => {
    const [rosa, luis] = await twoPeople()
    const id = await write(rosa, luis)
    assert.deepEqual((await list(rosa.token, { limit: '1000' })).pagination.limit, 100)
    for (const page of ['2', '1000000000']) {
      const { data, pagination } = await list(rosa.token, { page })
      assert.deepEqual([data, pagination.total], [[], 1])
    }
    assert.deepEqual((await list(luis.token)).ids, [id])
  })

  for (const order of ['asc', 'desc']) {
    test(`${order}: pages neither overlap nor skip where many were sent in the same moment`, async () => {
      const [rosa, luis] = await twoPeople()
      await service.ctx.db.query(
        `insert into messages (id, sender_id, recipient_id, content, type, created_at)
         select gen_random_uuid(), case when n % 3 = 0 then $1::uuid else $2 end,
                case when n % 3 = 0 then $2::uuid else $1 end, 'Hello', 'TEXT', $3::timestamptz + n / 10 * interval '1 us'
         from generate_series(1, 35) as n`,
        [rosa.id, luis.id, service.ctx.now()],
      )
      const all = (await list(rosa.token, { order, limit: '100' })).ids
      assert.equal(new Set(all).size, 35)
      const pages = ['1', '2', '3', '4', '5']
      for (const way of [pages, pages.toReversed()]) {
        const { token } = (await service.logIn(rosa.email)).body
        const walked = new Map<string, string[]>()
        for (const page of way) walked.set(page, (await list(token, { order, limit: '8', page })).ids)
        assert.deepEqual(
          pages.flatMap((page) => walked.get(page)),
          all,
        )
      }
      assert.deepEqual((await list(luis.token, { order, limit: '100', conversationWith: rosa.id })).ids, all)
    })
  }

  const filters = [{}, { unreadOnly: 'true' }, { conversationWith: 'luis' }]
  for (const filter of filters) {
    test(`does not show a message twice that a new one has moved on: ${JSON.stringify(filter)}`, async () => {
      const [rosa, luis] = await twoPeople()
      const ids = [await write(luis, rosa), await write(luis, rosa), await write(luis, rosa)]
      const query = {
        limit: '2',
        ...filter,
        ...('conversationWith' in filter && { conversationWith: luis.id }),
      }
      assert.deepEqual((await list(rosa.token, query)).ids, [ids[2], ids[1]])
      await write(luis, rosa)
      const second = await list(rosa.token, { ...query, page: '2' })
      assert.deepEqual([second.ids, second.pagination.total], [[ids[0]], 4])
    })
  }

  const refused: [string, string[]][] = [
    ['unreadOnly', ['yes', '1', '', 'TRUE']],
    ['conversationWith', ['7', 'luis', '']],
    ['sort', ['content', 'read', '']],
    ['order', ['up', 'DESC']],
    ['page', ['0', '-1', '1.5', 'x']],
    ['limit', ['0', 'x']],
  ]
  for (const [name, values] of refused) {
    test(`is refused for a ${name} that is not one`, async () => {
      const { token } = await service.signUp()
      for (const value of [...values, ['true', 'true']]) {
        const answer = await service.call('GET', '/messages', { token, query: { [name]: value } })
        assert.deepEqual([answer.status, Object.keys(answer.body.details ?? {})], [400, [name]], `${value}`)
      }
    })
  }
})

describe('the list can be narrowed', () => {
  async function threePeople() {
    const [rosa, luis] = await twoPeople()
    const eva = await service.signUp()
    const sent = await write(rosa, luis, 'sent')
    const seen = await write(luis, rosa, 'seen')
    const unseen = await write(luis, rosa, 'unseen')
    const fromEva = await write(eva, rosa, 'from Eva')
    await write(luis, eva, 'not of Rosa')
    await markRead(rosa.token, seen)
    return { rosa, luis, eva, sent, seen, unseen, fromEva }
  }
  type Conversation = Awaited<ReturnType<typeof threePeople>>

  const cases: [
    title: string,
    (conversation: Conversation) => Record<string, string>,
    (conversation: Conversation) => string[],
  ][] = [
    ['to the unread', () => ({ unreadOnly: 'true' }), ({ fromEva, unseen }) => [fromEva, unseen]],
    ['to nothing less', () => ({ unreadOnly: 'false' }), (s) => [s.fromEva, s.unseen, s.seen, s.sent]],
    ['to one person', ({ luis }) => ({ conversationWith: luis.id }), (s) => [s.unseen, s.seen, s.sent]],
    ['to one in capitals', ({ eva }) => ({ conversationWith: eva.id.toUpperCase() }), (s) => [s.fromEva]],
    [
      'to the unread of one person',
      ({ luis }) => ({ unreadOnly: 'true', conversationWith: luis.id }),
      ({ unseen }) => [unseen],
    ],
    ['to a stranger', () => ({ conversationWith: randomUUID() }), () => []],
    ['to oneself', ({ rosa }) => ({ conversationWith: rosa.id }), () => []],
  ]
  for (const [title, query, expected] of cases) {
    test(title, async () => {
      const conversation = await threePeople()
      const { ids, pagination } = await list(conversation.rosa.token, query(conversation))
      assert.deepEqual(ids, expected(conversation))
      assert.equal(pagination.total, ids.length)
    })
  }

  test('and what the other has not read yet is not unread for the sender', async () => {
    const { luis, sent, rosa } = await threePeople()
    assert.deepEqual((await list(luis.token, { unreadOnly: 'true' })).ids, [sent])
    await markRead(luis.token, sent)
    assert.deepEqual((await list(luis.token, { unreadOnly: 'true' })).ids, [])
    const query = { unreadOnly: 'true', conversationWith: rosa.id }
    assert.deepEqual((await list(luis.token, query)).ids, [])
  })
})

describe('when an account is deleted', () => {
  const remove = (token: string) =>
    service.call('DELETE', '/profile/me', { token, body: { confirmation: true } })

  test('what the person sent and received goes along', async () => {
    const [rosa, luis] = await twoPeople()
    const eva = await service.signUp()
    const ids = [await write(rosa, luis), await write(luis, rosa)]
    const kept = await write(luis, eva)
    assert.equal((await remove(rosa.token)).status, 200)
    assert.deepEqual((await list(luis.token)).ids, [kept])
    for (const id of ids) assert.equal((await read(luis.token, id)).status, 404)
    assert.equal((await send(luis.token, rosa.id)).status, 404)
  })

  test('messages under way to or from the person are refused', async () => {
    const [rosa, luis] = await twoPeople()
    const underWay = await service.ctx.db.transaction(async (tx) => {
      await tx.query('delete from users where id = $1', [rosa.id])
      const answers = Promise.all([send(luis.token, rosa.id), send(rosa.token, luis.id)])
      await until(async () => (await countWaiting(service)) === 2, 20_000)
      return { answers }
    })
    assert.deepEqual(
      (await underWay.answers).map(({ status }) => status),
      [404, 401],
    )
    assert.equal(await messagesOf(luis.id), 0)
  })

  test('twenty messages each way at the same time end in no fault', async () => {
    const [rosa, luis] = await twoPeople()
    const [removed, toRosa, fromRosa] = await Promise.all([
      remove(rosa.token),
      times(20, () => send(luis.token, rosa.id)),
      times(20, () => send(rosa.token, luis.id)),
    ])
    assert.equal(removed.status, 200, removed.text)
    for (const { status } of toRosa) assert.ok([201, 404].includes(status), `${status}`)
    for (const { status } of fromRosa) assert.ok([201, 401].includes(status), `${status}`)
    assert.equal(await messagesOf(rosa.id), 0)
  })
})

test('what people write to each other is in no log', async () => {
  const [rosa, luis] = await twoPeople()
  const secret = randomUUID()
  const id = await write(rosa, luis, secret)
  await read(await service.adminToken(), id)
  await markRead(luis.token, id)
  await list(luis.token)
  await send(rosa.token, randomUUID(), { content: secret })
  await send(rosa.token, luis.id, { content: secret, type: secret })
  assert.ok(service.logLines.some((line) => line.includes('/messages')))
  assert.ok(!service.logLines.some((line) => line.includes(secret)))
  assert.equal(await countRows(service, 'audit_log where audit_log::text like $1', [`%${secret}%`]), 0)
})

describe('among fifty thousand messages', () => {
  const person = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const [busy, friend] = [person(1), person(2)]

  /** One person writes or gets every fifth message; the others are spread over a thousand people. */
  before(async () => {
    const { db } = service.ctx
    const numbered = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`
    await db.query(
      `insert into users (id, email, first_name, last_name, role, created_at)
       select ${numbered('n')}, n || '@example.org', 'Rosa', 'Marín', 'PATIENT', $1
       from generate_series(1, 1000) as n`,
      [service.ctx.now()],
    )
    for (let batch = 0; batch < often(4, 10); batch++) {
      await db.query(
        `insert into messages (id, sender_id, recipient_id, content, type, created_at, read_at)
         select gen_random_uuid(), ${numbered('case when n % 10 = 0 then 1 else 2 + n % 499 end')},
                ${numbered('case when n % 10 = 5 then 1 else 501 + n % 499 end')}, repeat('Hello ', 20), 'TEXT',
                $1::timestamptz + n * interval '1 s', case when n % 3 > 0 then $1::timestamptz end
         from generate_series($2::int, $2::int + 4999) as n`,
        [service.ctx.now(), batch * 5000],
      )
    }
    await db.query('analyze messages')
  })

  /** Notes how each statement is carried out, as the service has it planned: for whichever values. */
  function explaining(tx: Db, plans: string[]): Db {
    return {
      afterCommit: tx.afterCommit,
      async query<Row>(sql: string, values: readonly unknown[] = []) {
        const literals = values.map((value) => `'${value}'`).join(', ')
        await tx.query(`prepare asked as ${sql}`)
        const lines = await tx.query<{ 'QUERY PLAN': string }>(`explain execute asked (${literals})`)
        await tx.query('deallocate asked')
        plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
        return tx.query<Row>(sql, values)
      },
    }
  }

  const page = { page: 1, limit: 100, sort: 'created_at' }
  const lists: [title: string, filter: Parameters<typeof listMessages>[2], indexes: string[]][] = [
    ['sent or received', { unreadOnly: false }, ['messages_sent', 'messages_received']],
    ['unread', { unreadOnly: true }, ['messages_unread']],
    ['with one person', { unreadOnly: false, conversationWith: friend }, ['messages_between']],
    ['unread, from one person', { unreadOnly: true, conversationWith: friend }, []],
  ]
  for (const [title, filter, indexes] of lists) {
    for (const order of ['asc', 'desc'] as const) {
      test(`those ${title} are found by index and read in order: ${order}`, async () => {
        const plans: string[] = []
        const { db } = service.ctx
        const { endCursor } = await listMessages(db, busy, filter, { ...page, order })
        for (const after of [undefined, endCursor]) {
          await db.transaction((tx) =>
            listMessages(explaining(tx, plans), busy, filter, { ...page, order, after }),
          )
        }
        assert.equal(plans.length, 4)
        for (const plan of plans) {
          assert.doesNotMatch(plan, /Seq Scan/)
          for (const index of indexes) assert.match(plan, new RegExp(`${index}\\b`))
        }
        // All that is sorted is the page, once it has been found: no sort, and no heap of hits, below its limit.
        for (const plan of [plans[1], plans[3]])
          assert.doesNotMatch(plan ?? '', /Limit.*-> +(Sort|Incremental|Bitmap)/s)
      })
    }
  }
})
