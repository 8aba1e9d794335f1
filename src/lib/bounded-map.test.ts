import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoundedMap } from './bounded-map.ts'

test('a full map lets the least recently used entry go', () => {
  const map = createBoundedMap<string, number>(2)
  map.set('a', 1)
  map.set('b', 2)
  assert.equal(map.get('a'), 1)
  map.set('c', 3)
  assert.equal(map.get('b'), undefined)
  assert.equal(map.get('a'), 1)
  assert.equal(map.get('c'), 3)
  assert.equal(map.size, 2)
})

test('entries can be removed by key and by what they hold', () => {
  const map = createBoundedMap<string, number>(10)
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) map.set(key, value)
  map.delete('a')
  map.deleteWhere((value) => value === 3)
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [undefined, 2, undefined])
})
