import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPostponedIncidents } from './postponed-incidents.ts'

test('an incident that another transaction has waits for a moment, one that fails longer each time', () => {
  let nowMs = 0
  const postponed = createPostponedIncidents(() => nowMs)
  postponed.locked('locked')
  postponed.failed('broken')
  assert.deepEqual(postponed.ids(), ['locked', 'broken'])
  assert.equal(postponed.untilNextMs(), 100)
  nowMs = 100
  assert.deepEqual(postponed.ids(), ['broken'])
  nowMs = 1000
  assert.deepEqual(postponed.ids(), [])
  assert.equal(postponed.untilNextMs(), Number.POSITIVE_INFINITY)
  const waits = Array.from({ length: 7 }, () => {
    postponed.failed('broken')
    const begunMs = nowMs
    while (postponed.ids().length > 0) nowMs += 500
    return nowMs - begunMs
  })
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  postponed.forget('broken')
  postponed.failed('broken')
  nowMs += 1000
  assert.deepEqual(postponed.ids(), [])
})

test('of more than a thousand incidents, those that were postponed first are tried again', () => {
  const postponed = createPostponedIncidents(() => 0)
  for (let i = 0; i < 1001; i++) postponed.failed(String(i))
  const ids = postponed.ids()
  assert.deepEqual([ids.length, ids[0]], [1000, '1'])
})
