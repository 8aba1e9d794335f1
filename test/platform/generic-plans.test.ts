import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimDeliveries } from '../../src/alerting/notifications/delivery-queue.store.ts'
import type { Database, Db } from '../../src/platform/db/database.ts'
import { useService } from '../support/service.ts'

const service = useService()

type Plan = { 'QUERY PLAN': string }[]

/** Returns the plan of a statement for the values that are given. */
async function planOf(db: Db, sql: string, values: unknown[], name?: string): Promise<string> {
  const lines = await db.query<Plan[number]>(`explain ${sql}`, values, name)
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

/** Returns the plan for any values of the statement that `work` runs, as a transaction keeps it. */
function keptPlanOf(db: Database, work: (db: Db) => Promise<unknown>): Promise<string> {
  return db.transaction(async (tx) => {
    let lines: Plan = []
    await work({
      ...tx,
      async query(sql: string, values: readonly unknown[] = []) {
        await tx.query(`prepare kept as ${sql}`)
        lines = await tx.query(`explain execute kept (${values.map(() => 'null')})`)
        await tx.query('deallocate kept')
        return []
      },
    })
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  })
}

test('a plan that is kept uses an index even while the table is small, and that of a list does not', async () => {
  const { db } = service.ctx
  await db.query('create table small (id int primary key)')
  await db.query('insert into small values (1)')
  await db.query('analyze small')
  const find = 'select from small where id = $1'
  assert.match(await planOf(db, find, [1], 'find-small'), /Index Only Scan using small_pkey/)
  assert.match(await db.transaction((tx) => planOf(tx, find, [1])), /Index Only Scan using small_pkey/)
  assert.match(await planOf(db, find, [1]), /Seq Scan on small/)
})

test('a claim of deliveries reads those that can be sent, however many wait', async () => {
  const { db } = service.ctx
  const now = service.ctx.now()
  // As many as when the first alarm of an installation has just begun, which is when the plan is made.
  const contacts = await db.query<{ id: string }>(
    `insert into contacts (id, channel, address, created_at, confirmed_at)
     select gen_random_uuid(), 'webhook', 'https://receiver.example/' || n, $1, $1 from generate_series(1, 9) as n
     returning id`,
    [now],
  )
  await db.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, due_at)
     select gen_random_uuid(), contact, 'note', 'PENDING', at, at
     from unnest($1::uuid[]) as contact, generate_series(1, 3) as n,
       lateral (select $2::timestamptz - random() * interval '1 minute' as at) as queued`,
    [contacts.map(({ id }) => id), now],
  )
  await db.query('analyze deliveries, contacts')
  const slots = { all: 64, doubtful: 32, retries: 16 }
  const claim = {
    ...{ now, leaseUntil: now, token: '00000000-0000-4000-8000-000000000000', silentDestinations: [] },
    ...{ mails: slots, others: slots },
  }
  const plan = await keptPlanOf(db, (db) => claimDeliveries(db, claim))
  assert.match(plan, /Index Scan using deliveries_waiting_of_contact/)
  assert.doesNotMatch(plan, /Seq Scan on deliveries|deliveries_due/)
})
