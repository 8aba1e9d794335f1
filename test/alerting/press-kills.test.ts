import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runPressKills } from '../../bench/alerts/press-kills.ts'
import { createCleanup } from '../../harness/cleanup.ts'
import { needsMosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { isFull, longLimit } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

const cleanup = createCleanup()
after(() => cleanup.run())

const kills = isFull ? 200 : 2

test('killed at any moment, the service loses no press of a button on any way, and makes no call twice', {
  ...needsMosquitto,
  ...longLimit,
}, async () => {
  const broker = await startMosquitto()
  cleanup.add(broker.stop)
  const result = await runPressKills(cleanup, { kills, brokerUrl: broker.url, makeFolder: makeStore })
  assert.deepEqual(result.lost, [])
  assert.deepEqual(result.doubled, [])
  assert.equal(Object.keys(result.acknowledged).length, 5)
  // Each way presses between two kills, and before and after all of them.
  for (const [way, count] of Object.entries(result.acknowledged)) assert.ok(count > kills, `${way}: ${count}`)
})
