import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { until } from '../../harness/until.ts'
import { hasCode } from '../../src/platform/db/database-errors.ts'
import { queryAfter } from '../../src/platform/db/query-after.ts'
import { countWaiting } from '../support/locks.ts'
import { useService } from '../support/service.ts'

const service = useService()
const lock = 'select pg_advisory_xact_lock(77)'
const first = { text: 'select pg_advisory_xact_lock($1)', values: ['77'], name: 'lock' }
const statement = {
  text: 'select count(*)::int as count from noted where $1',
  values: [true],
  name: 'count-noted',
}

describe('a statement after a lock', () => {
  let holder: pg.Client
  let client: pg.Client

  before(async () => {
    holder = new pg.Client(service.databaseUrl)
    client = new pg.Client(service.databaseUrl)
    await holder.connect()
    await client.connect()
    await holder.query('create table noted (at timestamptz default now())')
  })
  after(async () => {
    await holder.end()
    await client.end()
  })

  async function isIdle(): Promise<boolean> {
    const { rows } = await client.query('select now() = statement_timestamp() as "isIdle"')
    return rows[0].isIdle
  }

  // The first time, the statement is not prepared yet, and goes another way.
  for (const time of ['the first time', 'the second time']) {
    test(`a lock that times out in front of the statement leaves no transaction open: ${time}`, async () => {
      await client.query(`set lock_timeout = '50ms'`)
      await holder.query(`begin; ${lock}`)
      await assert.rejects(queryAfter(client, first, statement), (error) => hasCode(error, '55P03'))
      assert.equal(await isIdle(), true)
      await holder.query('rollback')
      assert.equal((await queryAfter(client, first, statement)).rows.length, 1)
      assert.equal(await isIdle(), true)
      // The lock ended with the transaction.
      await holder.query(`begin; set local lock_timeout = '10s'; ${lock}; rollback`)
    })
  }

  test('the statement sees what was committed while the first one waited', async () => {
    await client.query('set lock_timeout = 0')
    const { rows } = await queryAfter(client, first, statement)
    await holder.query(`begin; ${lock}`)
    await holder.query('insert into noted default values')
    const waiting = queryAfter(client, first, statement)
    await until(async () => (await countWaiting(service)) > 0, 20_000, 'the statement to wait')
    await holder.query('commit')
    assert.equal((await waiting).rows[0].count, rows[0].count + 1)
  })
})
