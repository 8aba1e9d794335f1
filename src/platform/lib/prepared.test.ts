import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareAll, prepared } from './prepared.ts'

/** Returns what is created when prepared, and how many times that has happened. */
function counted() {
  let count = 0
  const get = prepared(() => ({ number: ++count }))
  return { get, count: () => count }
}

test('nothing is created before it is needed, and then once', () => {
  const { get, count } = counted()
  assert.equal(count(), 0)
  assert.equal(get(), get())
  assert.equal(count(), 1)
})

test('what was not needed yet is created when all is prepared, and what was is not created again', async () => {
  const [needed, other] = [counted(), counted()]
  needed.get()
  await prepareAll()
  assert.deepEqual([needed.count(), other.count()], [1, 1])
  assert.deepEqual(other.get(), { number: 1 })
  await prepareAll()
  assert.deepEqual([needed.count(), other.count()], [1, 1])
})
