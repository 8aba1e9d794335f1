import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimDeliveries } from '../../src/alerting/notifications/delivery-queue.store.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { useService } from '../support/service.ts'

const service = useService()

/** Returns the plans of the statements that `work` runs. */
async function plansOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<string> {
  const lines: string[] = []
  await work({
    ...db,
    async query(sql: string, values?: readonly unknown[], name?: string) {
      const rows = await db.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values, name)
      lines.push(...rows.map((row) => row['QUERY PLAN']))
      return []
    },
  })
  return lines.join('\n')
}

test('a plan that is kept uses an index even while the table is small, and that of a list does not', async () => {
  const { db } = service.ctx
  await db.query('create table small (id int primary key)')
  await db.query('insert into small values (1)')
  await db.query('analyze small')
  const find = (name?: string) => (db: Db) => db.query('select from small where id = $1', [1], name)
  assert.match(await plansOf(db, find('find-small')), /Index Only Scan using small_pkey/)
  assert.match(await db.transaction((tx) => plansOf(tx, find())), /Index Only Scan using small_pkey/)
  assert.match(await plansOf(db, find()), /Seq Scan on small/)
})

test('a claim of deliveries reads those that can be sent, however many wait', async () => {
  const { db } = service.ctx
  await db.query('analyze deliveries, contacts')
  const now = service.ctx.now()
  const slots = { all: 64, doubtful: 32, retries: 16 }
  const claim = {
    ...{ now, leaseUntil: now, token: '00000000-0000-4000-8000-000000000000', silentDestinations: [] },
    ...{ mails: slots, others: slots },
  }
  const plan = await plansOf(db, (db) => claimDeliveries(db, claim))
  assert.match(plan, /Index Scan using deliveries_waiting_of_contact/)
  assert.doesNotMatch(plan, /Seq Scan on deliveries/)
})
