import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Principal } from '../../platform/context.ts'
import { sessionsChannel } from '../../platform/db/channels.ts'
import { createCredentialCache } from './credential-cache.ts'

const session = 'session-1'
const rosa: Principal = { actor: { id: 'rosa', role: 'PATIENT' }, sessionId: session }

/** A heartbeat that notifies and is lost as the test says, and a database that holds one principal or none. */
function open() {
  const events = new EventEmitter()
  const heartbeat = {
    alive: true,
    notify: (text: string) => events.emit('notification', sessionsChannel, text),
    lose: () => events.emit('lost'),
    onNotification: (listener: (channel: string, text: string) => void) =>
      void events.on('notification', listener),
    onConnectionLost: (listener: () => void) => void events.on('lost', listener),
    stop: async () => {},
  }
  const credentials = createCredentialCache(heartbeat)
  const database = { holder: undefined as Principal | undefined, statements: 0 }
  async function lookUp() {
    database.statements++
    const { holder } = database
    await new Promise(setImmediate)
    return holder
  }
  /** Answers the id of the caller, or the status of the refusal. */
  const ask = async (provenUserId?: string) => {
    try {
      return (await credentials.get(session, lookUp, provenUserId)).actor.id
    } catch (error) {
      return (error as { status: number }).status
    }
  }
  return { heartbeat, credentials, database, ask }
}

test('a session that has ended is looked up once, however often and however many at once ask', async () => {
  const { database, ask } = open()
  const together = await Promise.all(Array.from({ length: 100 }, () => ask('rosa')))
  assert.deepEqual(new Set(together), new Set([401]))
  for (let i = 0; i < 100; i++) assert.equal(await ask('rosa'), 401)
  assert.equal(database.statements, 1)
})

test('a credential that proves nothing is looked up again', async () => {
  const { database, ask } = open()
  assert.deepEqual([await ask(), await ask()], [401, 401])
  assert.equal(database.statements, 2)
})

for (const [change, happens] of Object.entries({
  'a change of the account here': ({ credentials }) => credentials.invalidate('rosa'),
  'a change of the session here': ({ credentials }) => credentials.invalidate('rosa', session),
  'a change of the account elsewhere': ({ heartbeat }) => heartbeat.notify('rosa'),
  'a change of the session elsewhere': ({ heartbeat }) => heartbeat.notify(`rosa ${session}`),
  'a lost connection': ({ heartbeat }) => heartbeat.lose(),
} satisfies Record<string, (parts: ReturnType<typeof open>) => void>)) {
  test(`after ${change}, an ended session is looked up anew`, async () => {
    const parts = open()
    assert.equal(await parts.ask('rosa'), 401)
    parts.database.holder = rosa
    assert.equal(await parts.ask('rosa'), 401)
    happens(parts)
    assert.equal(await parts.ask('rosa'), 'rosa')
  })

  test(`nobody who asks after ${change} gets an answer from before it`, async () => {
    const parts = open()
    parts.database.holder = rosa
    const before = parts.ask('rosa')
    parts.database.holder = undefined
    happens(parts)
    const after = parts.ask('rosa')
    assert.deepEqual([await before, await after, await parts.ask('rosa')], ['rosa', 401, 401])
  })
}

test('a change of another account leaves an ended session ended', async () => {
  const { credentials, database, ask } = open()
  await ask('rosa')
  credentials.invalidate('ana')
  await ask('rosa')
  assert.equal(database.statements, 1)
})

test('while notifications of changes cannot be received, nothing is cached or shared', async () => {
  const { heartbeat, database, ask } = open()
  heartbeat.alive = false
  assert.deepEqual(await Promise.all([ask('rosa'), ask('rosa')]), [401, 401])
  database.holder = rosa
  assert.equal(await ask('rosa'), 'rosa')
  assert.equal(database.statements, 3)
})

test('what was looked up before notifications could be received again is not cached either', async () => {
  const { heartbeat, database, ask } = open()
  heartbeat.alive = false
  database.holder = rosa
  const before = ask('rosa')
  database.holder = undefined
  heartbeat.alive = true
  assert.deepEqual([await before, await ask('rosa')], ['rosa', 401])
})
