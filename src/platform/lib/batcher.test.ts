import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { createBatcher } from './batcher.ts'

test('what is asked in one round is asked together, and each gets its own answer', async () => {
  const asked: number[][] = []
  const square = createBatcher(3, async (numbers: number[]) => {
    asked.push(numbers)
    return numbers.map((number) => number * number)
  })
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(square)), [1, 4, 9, 16, 25])
  assert.deepEqual(asked, [
    [1, 2, 3],
    [4, 5],
  ])
  const sixth = square(6)
  await nextRound()
  const seventh = square(7)
  assert.deepEqual(await Promise.all([sixth, seventh]), [36, 49])
  assert.deepEqual(asked.slice(2), [[6], [7]])
})

test('what fails, fails for those who were asked about together, and for nobody else', async () => {
  const ask = createBatcher(2, async (words: string[]) => {
    if (words.includes('bad')) throw new Error('no answer')
    return words
  })
  const outcomes = await Promise.allSettled(['good', 'bad', 'better', 'best'].map(ask))
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.equal(await ask('again'), 'again')
})
