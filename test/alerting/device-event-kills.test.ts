import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Victim } from '../../bench/alerts/kill-target.ts'
import { allKills, type KillOptions, runKills } from '../../bench/alerts/kills.ts'
import { createCleanup } from '../../harness/cleanup.ts'
import { isFull, longLimit } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

const cleanup = createCleanup()
after(() => cleanup.run())

/** A kill at the step of an event after which a call is most easily lost, or made twice; alert-kills.test.ts has others. */
const decisive: { place: string; victim: Victim }[] = [{ place: 'raise, after the commit', victim: 'both' }]
const kills: KillOptions['kills'] = isFull ? allKills(200) : decisive

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
