import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitLookups } from './limited-lookup.ts'

test('a few names are resolved at a time, and each answer reaches its own request', async () => {
  const waiting: (() => void)[] = []
  let running = 0
  let most = 0
  const lookup = limitLookups((hostname, _options, callback) => {
    most = Math.max(most, ++running)
    waiting.push(() => {
      running--
      if (hostname === 'broken') callback(new Error('no such name'), '')
      else callback(null, `10.0.0.${hostname}`, 4)
    })
  })
  const resolve = (name: string) =>
    new Promise<string>((done) =>
      lookup(name, {}, (error, address) => done(error ? error.message : String(address))),
    )
  const answers = Promise.all(['1', '2', 'broken', '4', '5'].map(resolve))
  for (let i = 0; i < 5; i++) {
    await new Promise(setImmediate)
    waiting.shift()?.()
  }
  assert.deepEqual(await answers, ['10.0.0.1', '10.0.0.2', 'no such name', '10.0.0.4', '10.0.0.5'])
  assert.equal(most, 2)
})
