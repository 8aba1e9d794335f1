// Full: press-kills.test.ts presses buttons on every way while the service is killed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allKills, runKills } from '../../bench/alerts/kills.ts'
import { createCleanup } from '../../harness/cleanup.ts'
import { longLimit } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

const cleanup = createCleanup()
after(() => cleanup.run())

const kills = allKills(200)

// The proxy connects to the socket file of PostgreSQL.
test('killed while buttons are pressed, the service loses no call and makes none twice', {
  skip: process.platform === 'win32',
  ...longLimit,
}, async () => {
  const run = await runKills(cleanup, { kills, kinds: ['event'], makeFolder: makeStore, endsLeases: true })
  assert.deepEqual(run.lost, [])
  assert.deepEqual(run.doubled, [])
  assert.equal(run.incidents, kills.length + 1)
})
