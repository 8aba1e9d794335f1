// Own process: it starts and kills services.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createCleanup } from '../bench/cleanup.ts'
import { runKills } from '../bench/mqtt-kills.ts'
import { needsMosquitto, startMosquitto } from './support/mosquitto.ts'

const kills = 2

describe('a service that is killed while devices publish', () => {
  const cleanup = createCleanup()
  after(() => cleanup.run())

  test('has everything that it acknowledged, once', async () => {
    const { acknowledged, lost, doubled } = await runKills(cleanup, { kills, devices: 4 })
    assert.ok(acknowledged > kills)
    assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
  })

  test('gets from its broker what it had not acknowledged, and stores it once', needsMosquitto, async () => {
    const mosquitto = await startMosquitto()
    try {
      const brokerUrl = mosquitto.url
      const { acknowledged, lost, doubled } = await runKills(cleanup, { kills, devices: 4, brokerUrl })
      assert.ok(acknowledged > kills)
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 })
    } finally {
      await mosquitto.stop()
    }
  })
})
