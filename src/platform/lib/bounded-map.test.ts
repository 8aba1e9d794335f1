import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoundedMap } from './bounded-map.ts'

test('a million entries stay within the bound, and the newest half is there', () => {
  const map = createBoundedMap<number, number>(100)
  for (let i = 0; i < 1_000_000; i++) map.set(i, i)
  assert.ok(map.size <= 100)
  for (let i = 999_950; i < 1_000_000; i++) assert.equal(map.get(i), i)
  assert.equal(map.get(0), undefined)
})

test('an entry that is used stays, whatever comes and goes around it', () => {
  const map = createBoundedMap<string, number>(10)
  map.set('used', 1)
  for (let i = 0; i < 1000; i++) {
    map.set(`passing ${i}`, i)
    assert.equal(map.get('used'), 1)
  }
})

test('a changed entry has one value, in whichever generation it was', () => {
  const map = createBoundedMap<string, number>(4)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  assert.equal(map.get('a'), 3)
  map.delete('a')
  assert.equal(map.get('a'), undefined)
})

test('what is not used between two ageings leaves', () => {
  const map = createBoundedMap<string, number>(100)
  map.set('used', 1)
  map.set('idle', 2)
  map.age()
  assert.equal(map.get('used'), 1)
  map.age()
  assert.equal(map.get('used'), 1)
  assert.equal(map.get('idle'), undefined)
})

test('entries can be removed by what they hold, and all at once', () => {
  const map = createBoundedMap<string, number>(4)
  for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 })) map.set(key, value)
  map.deleteWhere((value) => value !== 2)
  assert.deepEqual([map.get('a'), map.get('b'), map.get('c')], [undefined, 2, undefined])
  map.clear()
  assert.equal(map.size, 0)
})
