import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import {
  type FailureReason,
  reasonText,
  sendFailures,
} from '../../src/alerting/notifications/send-failures.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { useNtfy } from '../support/ntfy.ts'
import type { Person } from '../support/readings.ts'

const { service, ntfy } = useNtfy()

const reasons: FailureReason[] = [
  { code: 'RESPONSE', details: { status: 404 } },
  { code: 'REDIRECT', details: { status: 302 } },
  { code: 'NO_RESPONSE' },
  { code: 'TIMEOUT', details: { milliseconds: 5000 } },
  { code: 'NO_MAIL' },
  { code: 'MAIL_TIMEOUT', details: { milliseconds: 5000 } },
  { code: 'TOO_MANY_MAILS' },
  { code: 'TOO_MANY_WAITING' },
  { code: 'UNKNOWN_CHANNEL' },
  { code: 'HELD' },
  { code: 'STOPPING' },
]

/** What others answered, also if it begins like a text of the service. */
const foreign = ['connect ECONNREFUSED 127.0.0.1:25', 'The response was 200 OK', 'Messages are held here']

async function contactOf(person: Person): Promise<string> {
  await ntfy.addTopic(person)
  const { body } = await service.call('GET', '/notifications/contacts', { token: person.token })
  return body.data[0].id
}

/** Stores failed deliveries, by the columns given, in their order. */
async function insertFailed(db: Db, contactId: string, rows: Record<string, unknown>[]): Promise<void> {
  for (const [i, row] of rows.entries()) {
    const names = Object.keys(row)
    await db.query(
      `insert into deliveries (id, contact_id, purpose, state, attempts, created_at, ${names.join(', ')})
       values ($1, $2, 'test', 'FAILED', 1, $3, ${names.map((_, n) => `$${n + 4}`).join(', ')})`,
      [randomUUID(), contactId, new Date(service.ctx.now().getTime() + i), ...Object.values(row)],
    )
  }
}

async function listed(userId: string) {
  const query = { userId, sort: 'created_at', order: 'asc', limit: '50' }
  const answer = await service.call('GET', '/admin/deliveries', { token: await service.adminToken(), query })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map(({ error, failure }: Record<string, unknown>) => ({ error, failure }))
}

describe('why a delivery failed', () => {
  test('is stored as a code with its details, and shown as a text as well', async () => {
    assert.deepEqual(
      reasons.map(({ code }) => code),
      Object.keys(sendFailures),
    )
    const rosa: Person = await service.signUp()
    await insertFailed(
      service.ctx.db,
      await contactOf(rosa),
      reasons.map((failure) => ({ failure })),
    )
    assert.deepEqual(
      await listed(rosa.id),
      reasons.map((failure) => ({ error: reasonText(failure), failure })),
    )
  })

  test('is a text if others wrote it, or a process of another version', async () => {
    const rosa: Person = await service.signUp()
    await insertFailed(service.ctx.db, await contactOf(rosa), [
      { error: 'Greylisted' },
      { error: 'The response was 503', failure: { code: 'HELD' } },
      { failure: { code: 'OF_A_NEWER_VERSION', details: { status: 1 } } },
    ])
    assert.deepEqual(await listed(rosa.id), [
      { error: 'Greylisted', failure: null },
      { error: 'The response was 503', failure: null },
      { error: 'OF_A_NEWER_VERSION', failure: null },
    ])
  })

  test('was a text before, which the migration recognises unless others wrote it', async () => {
    const contactId = await contactOf(await service.signUp())
    const rows = await service.ctx.db.session(async (session) => {
      await session.query('begin')
      try {
        await session.query('alter table deliveries drop column failure')
        const texts = [...reasons.map(reasonText), ...foreign]
        await insertFailed(
          session,
          contactId,
          texts.map((error) => ({ error })),
        )
        for (const name of ['0056_delivery_failures', '0058_failures_of_deliveries'])
          await session.query(readFileSync(`migrations/${name}.sql`, 'utf8'))
        return await session.query(
          'select error, failure from deliveries where contact_id = $1 order by created_at',
          [contactId],
        )
      } finally {
        await session.query('rollback')
      }
    })
    assert.deepEqual(rows, [
      ...reasons.map((failure) => ({ error: null, failure })),
      ...foreign.map((error) => ({ error, failure: null })),
    ])
  })
})
