import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { mapInTurns } from './in-turns.ts'

test('many items are handled in their order, and others have their turn after every few of them', async () => {
  const items = Array.from({ length: 95 }, (_, i) => i)
  let [handled, mostAtOnce, isDone] = [0, 0, false]
  const mapped = mapInTurns(items, 10, (item) => {
    handled++
    return item * 2
  }).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const before = handled
    await setImmediate()
    mostAtOnce = Math.max(mostAtOnce, handled - before)
  }
  assert.deepEqual(
    await mapped,
    items.map((item) => item * 2),
  )
  assert.equal(mostAtOnce, 10)
})
