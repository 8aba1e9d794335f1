import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTopicPace } from './topic-pace.ts'

test('a topic has its own pace, and made-up topics take nothing from those that are known', () => {
  let nowMs = 0
  const pace = createTopicPace(() => nowMs)
  const allowed = (topic: string, count: number) =>
    Array.from({ length: count }, () => pace.allows(topic)).filter(Boolean).length
  pace.isKnown('button')
  assert.equal(allowed('lamp', 500), 100)
  assert.equal(
    Array.from({ length: 5000 }, (_, i) => pace.allows(`made-up ${i}`)).filter(Boolean).length,
    500,
  )
  assert.equal(allowed('button', 20), 20)
  assert.equal(allowed('another', 1), 0)
  nowMs = 5000
  assert.equal(allowed('another', 1), 1)
  assert.equal(allowed('lamp', 500), 100)
})

test('calls beyond the pace have one of their own for each topic, and looking for them has an end', () => {
  let nowMs = 0
  const pace = createTopicPace(() => nowMs)
  const count = (allows: () => boolean, times: number) =>
    Array.from({ length: times }, allows).filter(Boolean).length
  const calls = (topic: string, times: number) => count(() => pace.allowsCall(topic), times)
  assert.equal(calls('ward', 500), 50)
  assert.equal(calls('other', 500), 50)
  assert.equal(count(pace.mayLook, 20_000), 10_000)
  nowMs = 5000
  assert.equal(calls('ward', 500), 50)
  assert.equal(count(pace.mayLook, 20_000), 5000)
})
