import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { runKills } from '../../bench/mqtt-kills.ts'
import { createCleanup } from '../../harness/cleanup.ts'
import { needsMosquitto, startMosquitto } from '../../harness/mosquitto.ts'
import { isFull, often } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

const options = { kills: often(1, 10), devices: 4, makeFolder: makeStore }

describe('a service that is killed while devices publish', () => {
  const cleanup = createCleanup()
  after(() => cleanup.run())

  // With a broker, half of the devices publish to the service itself in the same run.
  if (isFull || needsMosquitto.skip) {
    test('has everything that it acknowledged, once', async () => {
      const { acknowledged, lost, doubled } = await runKills(cleanup, options)
      assert.ok(acknowledged > options.kills)
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
    })
  }

  test('has everything that it acknowledged, and gets from its broker what it had not, all of it once', {
    ...needsMosquitto,
  }, async () => {
    const mosquitto = await startMosquitto()
    try {
      const brokerUrl = mosquitto.url
      const run = await runKills(cleanup, { ...options, brokerUrl, isMixed: true })
      const { acknowledged, lost, doubled } = run
      assert.ok(acknowledged > options.kills)
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
    } finally {
      await mosquitto.stop()
    }
  })
})
