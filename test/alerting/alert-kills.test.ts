// Long: it waits for restarts and retries.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Victim } from '../../bench/alerts/kill-target.ts'
import { runKills } from '../../bench/alerts/kills.ts'
import { createCleanup } from '../../harness/cleanup.ts'
import { isFull } from '../support/full.ts'
import { makeStore } from '../support/store.ts'

const cleanup = createCleanup()
after(() => cleanup.run())

/** A kill at the step after which a message is most easily sent twice. */
const decisive: [place: string, victim: Victim][] = [['send, push received', 'both']]

/** The other steps; `npm run bench -- alerts kills` hits every place with every victim. */
const others: [place: string, victim: Victim][] = [
  ['raise, after the commit', 'PostgreSQL'],
  ['record, before the commit', 'PostgreSQL'],
  ['raise, before the commit', 'service'],
  ['advance, before the commit', 'PostgreSQL'],
  ['claim, after it', 'service'],
  ['begin, before the commit', 'both'],
  ['send, push received', 'service'],
  ['send, mail received', 'PostgreSQL'],
  ['begun, and acknowledged', 'service'],
  ['acknowledge, after the commit', 'service'],
  ['closing, webhook received', 'service'],
]
const kills = isFull ? [...decisive, ...others] : decisive

// The proxy connects to the socket file of PostgreSQL.
test('killed between any two steps, an alert reaches everybody once', {
  skip: process.platform === 'win32',
}, async () => {
  const run = await runKills(cleanup, {
    kills: kills.map(([place, victim]) => ({ place, victim })),
    makeFolder: makeStore,
    endsLeases: !isFull,
  })
  assert.deepEqual(run.lost, [])
  assert.deepEqual(run.doubled, [])
  // One incident is not hit.
  assert.equal(run.incidents, kills.length + 1)
  // A kill hits a mail of each incident at most, and only those come again.
  const mostRepeated = kills.length * run.incidents
  assert.ok(run.repeatedMails <= mostRepeated, `${run.repeatedMails} mails came again`)
})
