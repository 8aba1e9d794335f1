import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { advanceIncident } from '../../src/alerting/incidents/advance.ts'
import { createAcknowledgementTokens } from '../../src/alerting/notifications/acknowledge-token.ts'
import {
  failure,
  type Notification,
  type SendResult,
} from '../../src/alerting/notifications/channels/channel.ts'
import type { Contact } from '../../src/alerting/notifications/contact.ts'
import { claimDeliveries } from '../../src/alerting/notifications/delivery-queue.store.ts'
import { createDeliveryQueue } from '../../src/alerting/notifications/delivery-queue.ts'
import { insertStepDeliveries } from '../../src/alerting/notifications/incident-deliveries.ts'
import { assign, countRows, type Person } from '../support/readings.ts'
import { countRowsRead } from '../support/rows-read.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

/** The attempts that have begun and not ended. */
let open: { address: string; end: (result: SendResult) => void }[] = []
/** The addresses of all attempts. */
let begun: string[] = []
/** What they are about. */
let tags: string[] = []

const sender = {
  prepare: async () => {},
  send: ({ address }: Contact, { tag }: Notification) => {
    begun.push(address)
    tags.push(tag)
    return new Promise<SendResult>((resolve) => open.push({ address, end: resolve }))
  },
}

let queue: ReturnType<typeof newQueue>

/** Takes each attempt that fails for one without an answer if they are slow after 0 ms. */
function newQueue(slowMs?: number, ctx = service.ctx) {
  const tokens = createAcknowledgementTokens(String(ctx.config.jwtSecret), ctx.now)
  return createDeliveryQueue(ctx, sender, tokens, slowMs)
}

beforeEach(async () => {
  await service.ctx.db.query('delete from incidents')
  await service.ctx.db.query('delete from contacts')
  open = []
  begun = []
  tags = []
  queue = newQueue()
})
afterEach(async () => {
  // Nobody is told any more, and what hangs ends.
  await service.ctx.db.query(`update incidents set state = 'RESOLVED', due_at = null`)
  await endAll(() => true, failure('The test is over'))
  await queue.idle()
})

async function inTurn<T>(count: number, act: (i: number) => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let i = 0; i < count; i++) results.push(await act(i))
  return results
}

/** Adds a caregiver with contacts at the given addresses. */
async function caregiver(addresses: string[], isPrompt = false): Promise<Person> {
  const person: Person = await service.signUp({ role: 'CAREGIVER' })
  await service.ctx.db.query(
    `insert into contacts (id, user_id, channel, address, created_at, confirmed_at, accepted_at, is_prompt)
     select gen_random_uuid(), $1, 'push', address, $3, $3, case when $4 then $3::timestamptz end, $4
     from unnest($2::text[]) as address`,
    [person.id, addresses, service.ctx.now(), isPrompt],
  )
  return person
}

/** Lets a patient of these caregivers call for help, and queues the messages of the first step; it returns the incident. */
async function call(caregivers: Person[]): Promise<string> {
  const patient: Person = await service.signUp()
  for (const { id } of caregivers) await assign(service, id, patient.id)
  const answer = await service.call('POST', '/sos', { token: patient.token })
  assert.equal(answer.status, 201, answer.text)
  await advanceIncident(service.ctx, answer.body.data.id)
  return answer.body.data.id
}

/** Queues further messages about an incident to all contacts, as by somebody who calls again and again. */
async function callAgain(incidentId: string, times: number): Promise<void> {
  const contacts = await service.ctx.db.query<{ id: string }>('select id from contacts')
  const contactIds = contacts.map(({ id }) => id)
  for (let step = 1; step <= times; step++) {
    const deliveries = { incidentId, round: 1, step, contactIds, at: service.ctx.now() }
    await service.ctx.db.transaction((tx) => insertStepDeliveries(tx, deliveries))
  }
}

/** Begins as much as can begin. */
async function startAll(): Promise<void> {
  let count = 0
  const settled = open.length
  for (let claimed = await queue.start(); claimed > 0; claimed = await queue.start()) count += claimed
  await until(() => open.length >= settled + count)
}

/** Ends the attempts to some addresses, and waits until that is recorded. */
async function endAll(isChosen: (address: string) => boolean, result: SendResult): Promise<void> {
  const chosen = open.filter(({ address }) => isChosen(address))
  open = open.filter(({ address }) => !isChosen(address))
  for (const { end } of chosen) end(result)
  await until(
    async () => (await countRows(service, `deliveries where state = 'SENDING'`, [])) === open.length,
  )
}

const holes = (owner: number, count = 10, host = 'hole.example') =>
  Array.from({ length: count }, (_, i) => `https://${host}/${owner}-${i}`)

const toAna = 'https://push.example.org/ana'

describe('the first message of another patient is sent while', () => {
  test('all contacts of five accounts hang, with a hundred calls', async () => {
    const attackers = await inTurn(5, (i) => caregiver(holes(i)))
    await inTurn(20, () => call(attackers))
    await startAll()
    assert.ok(open.length > 0)
    await call([await caregiver([toAna])])
    await startAll()
    assert.ok(begun.includes(toAna))
  })

  test('the contacts of forty accounts hang, each with its own host, if its receiver has answered before', async () => {
    const attackers = await inTurn(40, (i) => caregiver(holes(i, 5, `hole-${i}.example`)))
    await call(attackers)
    await startAll()
    await call([await caregiver([toAna], true)])
    await startAll()
    assert.ok(begun.includes(toAna))
  })

  for (const [accounts, isPrompt, what] of [
    [70, true, 'although all receivers have answered before'],
    [40, false, 'and no receiver has ever answered'],
  ] as const)
    test(`all contacts of ${accounts} accounts hang, each with its own host, ${what}`, async () => {
      queue = newQueue(200)
      const attackers = await inTurn(accounts, (i) => caregiver(holes(i, 3, `hole-${i}.example`), isPrompt))
      await call(attackers)
      await startAll()
      const slots = isPrompt ? 64 : 32
      assert.ok(open.length >= slots, `${open.length} attempts hang`)
      await call([await caregiver([toAna], isPrompt)])
      await until(async () => {
        await startAll()
        return begun.includes(toAna)
      })
      const hanging = open.filter(({ address }) => address !== toAna).length
      assert.equal(hanging, begun.length - 1, 'none of the others has ended')
    })

  test('more retries are due than there are slots', async () => {
    const attackers = await inTurn(20, (i) => caregiver(holes(i, 5, `hole-${i}.example`)))
    await call(attackers)
    await service.ctx.db.query('update deliveries set attempts = 1')
    await startAll()
    await call([await caregiver([toAna])])
    await startAll()
    assert.ok(begun.includes(toAna))
  })

  test('a push service hangs that had always answered', async () => {
    const others = await inTurn(10, (i) => caregiver(holes(i), true))
    await inTurn(3, () => call(others))
    await startAll()
    await call([await caregiver([toAna])])
    await startAll()
    assert.ok(begun.includes(toAna))
  })
})

describe('a destination that does not answer', () => {
  test('gets one attempt at a time, and all that waits once it answers', async () => {
    queue = newQueue(0)
    const people = await inTurn(4, (i) => caregiver(holes(i, 1), true))
    await call(people)
    await startAll()
    assert.equal(open.length, 4)
    await endAll(() => true, failure('No response'))
    service.advance('3s')
    await call(people)
    await startAll()
    assert.equal(open.length, 1, 'one attempt finds out whether it answers')
    await call([await caregiver([toAna], true)])
    await startAll()
    assert.deepEqual(open.map(({ address }) => address === toAna).toSorted(), [false, true])

    await endAll(() => true, { ok: true })
    await startAll()
    assert.ok(open.length > 1)
  })

  test('does not hold up another contact of the same person', async () => {
    queue = newQueue(0)
    const eva = await caregiver([...holes(0, 4), 'https://other.example.org/eva'])
    await inTurn(4, () => call([eva]))
    await startAll()
    for (let i = 0; i < 3; i++) {
      await endAll((address) => address.includes('hole'), failure('No response'))
      await startAll()
    }
    assert.ok(begun.includes('https://other.example.org/eva'))
  })
})

test('many receivers that time out together do not take all connections of the database', async () => {
  const { db } = service.ctx
  const atOnce = { now: 0, most: 0 }
  const transaction: typeof db.transaction = (work) => {
    atOnce.most = Math.max(atOnce.most, ++atOnce.now)
    return db.transaction(work).finally(() => atOnce.now--)
  }
  queue = newQueue(undefined, { ...service.ctx, db: { ...db, transaction } })
  const people = await inTurn(30, (i) => caregiver(holes(i, 1, `hole-${i}.example`), true))
  await inTurn(2, () => call(people))
  await startAll()
  assert.equal(open.length, 60)
  await endAll(() => true, failure('No response'))
  await queue.idle()
  assert.ok(atOnce.most > 1 && atOnce.most <= 5, `${atOnce.most} transactions at once`)
})

test('one account has few attempts under way, of all its contacts together', async () => {
  await call([await caregiver(holes(0), true), await caregiver(holes(1))])
  await startAll()
  assert.deepEqual(
    [0, 1].map((owner) => open.filter(({ address }) => address.includes(`/${owner}-`)).length),
    [8, 2],
  )
})

test('of what waits for contacts that do not answer, only what may be sent next is read', async () => {
  const { db, now } = service.ctx
  await inTurn(4, (i) => caregiver(holes(i, 5, `hole-${i}.example`)))
  await db.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, due_at)
     select gen_random_uuid(), id, 'note', 'PENDING', $1, $1 from contacts, generate_series(1, 500)`,
    [now()],
  )
  // The plan of a real table has statistics; those of a test come when autovacuum finds the time.
  await db.query('analyze deliveries')
  const slots = { all: 64, doubtful: 32, retries: 16 }
  const claim = { now: now(), leaseUntil: now(), token: randomUUID(), silentDestinations: [] }
  const read = await countRowsRead(db, 'deliveries', (tx) =>
    claimDeliveries(tx, { ...claim, mails: slots, others: slots }),
  )
  // Twenty contacts, two deliveries of each, and eight that are claimed.
  assert.ok(read > 20 && read <= 20 + 40 + 3 * 8, `${read} of 10,000 rows were read`)
})

describe('somebody who is told of one incident again and again', () => {
  const waiting = (incidentId: string) =>
    countRows(service, 'deliveries where incident_id = $1 and due_at is not null', [incidentId])

  test('is told of another one at once', async () => {
    const eva = await caregiver([toAna], true)
    await callAgain(await call([eva]), 30)
    service.advance('1s')
    const other = await call([eva])
    await startAll()
    const isAboutOther = (tag: string) => tag.includes(other)
    assert.deepEqual([tags.length, tags.filter(isAboutOther).length], [8, 1])
  })

  test('has few messages waiting about it, and is told of another one however many wait', async () => {
    const eva = await caregiver([toAna], true)
    const first = await call([eva])
    await callAgain(first, 30)
    assert.equal(await waiting(first), 20)
    await service.ctx.db.query(
      `insert into deliveries (id, contact_id, purpose, state, created_at, due_at)
       select gen_random_uuid(), id, 'note', 'PENDING', $1, $1 from contacts, generate_series(1, 480)`,
      [service.ctx.now()],
    )
    const other = await call([eva])
    await callAgain(other, 1)
    assert.equal(await waiting(other), 1)
  })
})

test('a contact that does not answer has at most fifty messages waiting, and the incident goes on without it', async () => {
  const eva = await caregiver(holes(0, 1))
  const [contact] = await service.ctx.db.query<{ id: string }>('select id from contacts')
  await service.ctx.db.query(
    `insert into deliveries (id, contact_id, purpose, state, created_at, due_at)
     select gen_random_uuid(), $1, 'note', 'PENDING', $2, $2 from generate_series(1, 50)`,
    [contact?.id, service.ctx.now()],
  )
  await call([eva])
  const [alert] = await service.ctx.db.query(
    `select state, failure, due_at as "dueAt" from deliveries where purpose = 'alert'`,
  )
  const failure = { code: 'TOO_MANY_WAITING' }
  assert.deepEqual(alert, { state: 'FAILED', failure, dueAt: null })
  assert.equal(await countRows(service, 'incidents where due_at <= $1', [service.ctx.now()]), 1)
})
