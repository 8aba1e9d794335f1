import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairQueue } from './fair-queue.ts'

test('keys take turns, and the items of one come in their order', () => {
  const queue = createFairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.slice(0, 1), item)
  assert.equal(queue.length, 6)
  const order: (string | undefined)[] = []
  while (queue.length > 0) order.push(queue.shift())
  assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  assert.equal(queue.shift(), undefined)
})

test('who comes late does not wait for all who were there', () => {
  const queue = createFairQueue<number>()
  for (let i = 0; i < 1000; i++) queue.push('flood', i)
  queue.push('late', -1)
  assert.deepEqual([queue.shift(), queue.shift()], [0, -1])
})
