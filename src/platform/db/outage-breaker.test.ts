import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unavailable } from '../lib/errors.ts'
import { createOutageBreaker } from './outage-breaker.ts'

/** A call that ends when the test says so. */
function pending() {
  let resolve: (value: string) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<string>((...settle) => {
    ;[resolve, reject] = settle
  })
  return {
    work: () => promise,
    resolve: (value: string) => resolve(value),
    reject: (error: Error) => reject(error),
  }
}

test('after an outage, one call at a time finds out whether the server answers; the others fail at once', async () => {
  const { attempt, isProbing } = createOutageBreaker()
  await assert.rejects(
    attempt(() => Promise.reject(unavailable())),
    { code: 'UNAVAILABLE' },
  )
  assert.equal(isProbing(), false)
  const probe = pending()
  const probing = attempt(probe.work)
  assert.equal(isProbing(), true)
  await assert.rejects(
    attempt(() => assert.fail('it must not be called')),
    { code: 'UNAVAILABLE' },
  )
  probe.reject(unavailable())
  await assert.rejects(probing)
  const next = pending()
  const answered = attempt(next.work)
  next.resolve('rows')
  assert.equal(await answered, 'rows')
  const together = await Promise.all([attempt(async () => 1), attempt(async () => 2)])
  assert.deepEqual(together, [1, 2])
})

test('a statement that fails is no outage', async () => {
  const { attempt, isProbing } = createOutageBreaker()
  await assert.rejects(attempt(() => Promise.reject(new Error('a duplicate'))))
  const first = pending()
  const calls = [attempt(first.work), attempt(async () => 'second')]
  assert.equal(isProbing(), false)
  first.resolve('first')
  assert.deepEqual(await Promise.all(calls), ['first', 'second'])
})
