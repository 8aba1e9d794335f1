import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTopicRoom } from './topic-room.ts'

test('neither a topic nor made-up ones take the room of others', () => {
  const room = createTopicRoom({ ofTopic: 3, ofUnknown: 5, total: 10 })
  const left = Array.from({ length: 5 }, () => room.enter('flapping', true))
  assert.deepEqual(
    left.map((leave) => leave !== undefined),
    [true, true, true, false, false],
  )
  const made = Array.from({ length: 9 }, (_, i) => room.enter(`made-up ${i}`, false))
  assert.equal(made.filter(Boolean).length, 5)
  const press = room.enter('button', true)
  assert.ok(press)
  assert.equal(room.size, 9)
  for (const leave of [...left, ...made, press]) leave?.()
  assert.equal(room.size, 0)
  assert.ok(room.enter('flapping', true))
})

test('all topics together have a limit', () => {
  const room = createTopicRoom({ ofTopic: 3, ofUnknown: 5, total: 2 })
  assert.ok(room.enter('a', true) && room.enter('b', true))
  assert.equal(room.enter('c', true), undefined)
})
