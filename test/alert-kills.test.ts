// Quiet: it starts and kills services and servers many times, each of which has to come back in time.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Victim } from '../bench/alerts/kill-target.ts'
import { runKills } from '../bench/alerts/kills.ts'
import { createCleanup } from '../bench/cleanup.ts'
import { makeStore } from './support/store.ts'

const cleanup = createCleanup()
after(() => cleanup.run())

/** One kill for each step of the way of an alert; `npm run bench -- alerts kills` hits every place with every victim. */
const kills: [place: string, victim: Victim][] = [
  ['raise, before the commit', 'service'],
  ['raise, after the commit', 'PostgreSQL'],
  ['advance, before the commit', 'PostgreSQL'],
  ['claim, after it', 'service'],
  ['begin, before the commit', 'both'],
  ['send, push received', 'service'],
  ['send, mail received', 'PostgreSQL'],
  ['record, before the commit', 'PostgreSQL'],
  ['begun, and acknowledged', 'service'],
  ['acknowledge, after the commit', 'service'],
  ['closing, webhook received', 'service'],
]

// The proxy connects to the socket file of PostgreSQL.
test('killed between any two steps, an alert reaches everybody once', {
  skip: process.platform === 'win32',
}, async () => {
  const run = await runKills(cleanup, {
    kills: kills.map(([place, victim]) => ({ place, victim })),
    makeFolder: makeStore,
  })
  assert.deepEqual(run.lost, [])
  assert.deepEqual(run.doubled, [])
  // One incident is not hit.
  assert.equal(run.incidents, kills.length + 1)
  assert.ok(run.repeatedMails <= kills.length, `${run.repeatedMails} mails came again`)
})
