import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasCode } from '../../src/platform/db/database-errors.ts'
import { useService } from '../support/service.ts'

const service = useService()

test('what goes on beside a statement that has failed writes nothing once the transaction has ended', async () => {
  const { db } = service.ctx
  await db.query('create table written (at timestamptz default now())')
  let goOn = () => {}
  const ended = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let late: Promise<unknown> | undefined
  const transaction = db.transaction(async (tx) => {
    await tx.query('insert into written default values')
    late = ended.then(() => tx.query('insert into written default values'))
    await tx.query('select 1 / 0')
  })
  await assert.rejects(transaction, (error) => hasCode(error, '22012'))
  goOn()
  await assert.rejects(late ?? Promise.resolve(), /the transaction has ended/)
  assert.deepEqual(await db.query('select from written'), [])
})

test('a transaction that runs no statement begins none', async () => {
  const { db } = service.ctx
  const query = await db.transaction(async (tx) => tx.query)
  await assert.rejects(query('select 1'), /the transaction has ended/)
})
