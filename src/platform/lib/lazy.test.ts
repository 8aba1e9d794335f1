import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLazy } from './lazy.ts'

test('a value is created once, when it is first asked for', async () => {
  let created = 0
  const lazy = createLazy(async () => ++created)
  assert.equal(lazy.current(), undefined)
  assert.deepEqual(await Promise.all([lazy.get(), lazy.get()]), [1, 1])
  assert.equal(await lazy.get(), 1)
  assert.equal(lazy.current(), 1)
})

test('a failure is thrown and not remembered', async () => {
  let attempts = 0
  const lazy = createLazy(async () => {
    if (++attempts === 1) throw new Error('not yet')
    return 'there'
  })
  await assert.rejects(lazy.get(), /not yet/)
  assert.equal(await lazy.get(), 'there')
})
