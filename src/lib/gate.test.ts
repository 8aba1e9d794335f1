import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from './gate.ts'

function heldWork() {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { work: () => held, release }
}

test('two run, one waits, the fourth is refused; a freed place goes to the one who waits', async () => {
  const gate = createGate({ running: 2, waiting: 1, refuse: () => new Error('full') })
  const [first, second] = [heldWork(), heldWork()]
  const running = [gate.run(first.work), gate.run(second.work)]
  let thirdRan = false
  const third = gate.run(async () => {
    thirdRan = true
  })
  await assert.rejects(gate.run(first.work), /full/)
  assert.equal(thirdRan, false)
  first.release()
  await third
  assert.equal(thirdRan, true)
  second.release()
  await Promise.all(running)
})

test('a failing piece of work frees its place', async () => {
  const gate = createGate({ running: 1, waiting: 0, refuse: () => new Error('full') })
  await assert.rejects(
    gate.run(async () => {
      throw new Error('broken')
    }),
    /broken/,
  )
  assert.equal(await gate.run(async () => 'free'), 'free')
})
