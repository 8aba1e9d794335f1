import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolvesWithin } from './resolves-within.ts'

const block = (ms: number) => {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('what resolves in time is true, what rejects is false', async () => {
  assert.equal(await resolvesWithin(1000, sleep(10)), true)
  assert.equal(await resolvesWithin(1000, Promise.reject(new Error('no'))), false)
})

test('what never resolves is false after the timeout', async () => {
  const startedAt = performance.now()
  assert.equal(await resolvesWithin(120, new Promise(() => {})), false)
  assert.ok(performance.now() - startedAt >= 119)
})

test('time for which the process stood still does not count', async () => {
  // The response comes 100 ms after the process goes on.
  const response = sleep(1).then(() => sleep(100))
  const result = resolvesWithin(400, response)
  block(600)
  assert.equal(await result, true)
})
