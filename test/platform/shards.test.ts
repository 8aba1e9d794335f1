import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashOf } from '../../src/platform/db/shards.ts'
import { useService } from '../support/service.ts'

const service = useService()

test('the hash by which the shard of a device is found is that of PostgreSQL', async () => {
  const numbers = [...Array(1000).keys(), 65_536, 1_000_003, 2 ** 30, 2 ** 31 - 1]
  const rows = await service.ctx.db.query<{ number: number; hash: number }>(
    'select number, hashint4(number) as hash from unnest($1::int[]) as number',
    [numbers],
  )
  assert.equal(rows.length, numbers.length)
  for (const { number, hash } of rows) assert.equal(hashOf(number), hash, String(number))
})
