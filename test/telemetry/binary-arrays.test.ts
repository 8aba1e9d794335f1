import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type ArrayType,
  arrayOf,
  bigint,
  boolean,
  bytea,
  int,
  real,
  smallint,
  text,
  timestamptz,
} from '../../src/platform/db/binary-arrays.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

/** Each value as PostgreSQL writes it, after it was sent in an array. */
async function arrived<Value>(type: ArrayType<Value>, values: (Value | null)[]): Promise<(string | null)[]> {
  const rows = await service.ctx.db.query<{ value: string | null }>(
    `select value::text as value from unnest($1::${type.name}[]) with ordinality as t (value, place) order by place`,
    [arrayOf(type, values)],
  )
  return rows.map(({ value }) => value)
}

test('every type arrives as it was sent, nulls between', async () => {
  assert.deepEqual(await arrived(boolean, [true, null, false]), ['true', null, 'false'])
  assert.deepEqual(await arrived(smallint, [0, null, -32_768, 32_767]), ['0', null, '-32768', '32767'])
  assert.deepEqual(await arrived(int, [0, -1, 2_147_483_647]), ['0', '-1', '2147483647'])
  assert.deepEqual(await arrived(bigint, [0, -1, null, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 32]), [
    '0',
    '-1',
    null,
    '9007199254740991',
    '-9007199254740991',
    '4294967296',
  ])
  assert.deepEqual(await arrived(real, [0.5, -9.81, 1e-40, null]), ['0.5', '-9.81', '1e-40', null])
  assert.deepEqual(await arrived(text, ['', 'a "b", {c} \\ é 🙂', null]), ['', 'a "b", {c} \\ é 🙂', null])
  assert.deepEqual(await arrived(bytea, [Buffer.from([0, 255, 34]), null, Buffer.alloc(0)]), [
    '\\x00ff22',
    null,
    '\\x',
  ])
})

test('times arrive to the millisecond, before the year 2000 too', async () => {
  const times = ['2026-11-15T08:00:00.123Z', '1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00.000Z']
  const rows = await service.ctx.db.query<{ at: Date }>('select unnest($1::timestamptz[]) as at', [
    arrayOf(
      timestamptz,
      times.map((time) => new Date(time)),
    ),
  ])
  assert.deepEqual(
    rows.map(({ at }) => at.toISOString()),
    times,
  )
})

test('an empty array is one', async () => {
  assert.deepEqual(await arrived(int, []), [])
})

test('a number that does not fit is refused before it is sent', () => {
  assert.throws(() => arrayOf(int, [3_000_000_000]), RangeError)
  assert.throws(() => arrayOf(smallint, [40_000]), RangeError)
})
