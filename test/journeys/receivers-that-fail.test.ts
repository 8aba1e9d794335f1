import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { until } from '../../harness/until.ts'
import { upsertPolicy } from '../../src/alerting/escalation/policies.store.ts'
import type { Audience } from '../../src/alerting/escalation/policy.ts'
import { advanceIncident } from '../../src/alerting/incidents/advance.ts'
import { createAcknowledgementTokens } from '../../src/alerting/notifications/acknowledge-token.ts'
import { createDeliveryQueue } from '../../src/alerting/notifications/delivery-queue.ts'
import { createSender } from '../../src/alerting/notifications/sender.ts'
import type { Context } from '../../src/platform/context.ts'
import { useAlarms } from '../support/alerting.ts'
import { act, incidentOf } from '../support/incidents.ts'
import type { Person } from '../support/readings.ts'

const alarms = useAlarms()
const createTokens = ({ config, now }: Context) => createAcknowledgementTokens(String(config.jwtSecret), now)

/** Lets the incidents of a patient tell everybody once, so that all further messages are retries. */
async function tellOnce({ id }: Person, tell: Audience[] = [{ who: 'assigned', channels: 'all' }]) {
  const { db, now } = alarms.service.ctx
  const policy = { steps: [{ afterSeconds: 0, tell }], repeat: null, quietAtNight: false }
  // Not by the API, which refuses one that tells webhooks only.
  await upsertPolicy(db, { severity: 'HIGH', patientId: id, policy }, now())
}

/** Lets time pass to each of the seconds, and asserts that something is sent then, and not a second before. */
async function attempts(line: string, ...seconds: number[]) {
  let passed = 0
  for (const second of seconds) {
    if (second - passed > 1) assert.deepEqual(await alarms.after(`${second - passed - 1}s`), [], `${second}`)
    assert.deepEqual(await alarms.after('1s'), [line], `at ${second} s`)
    passed = second
  }
}

/** Holds what the HTTP receivers answer until it is opened. */
function gate() {
  let open = () => {}
  const opened = new Promise<number>((resolve) => {
    open = () => resolve(200)
  })
  alarms.respond = () => opened
  return () => open()
}

const deliveries = (incidentId: string) =>
  alarms.service.ctx.db.query<{ state: string; attempts: number; purpose: string; failure: object | null }>(
    'select state, attempts, purpose, failure from deliveries where incident_id = $1 order by purpose',
    [incidentId],
  )

describe('a receiver that fails', () => {
  test('is tried again after 2, 5, 15, 30 and 60 s, then every minute, with the same identity', async () => {
    const rosa = await alarms.patient()
    await tellOnce(rosa, [{ who: 'webhooks' }])
    await alarms.webhook()
    alarms.respond = () => 500
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['webhook webhook'])
    await attempts('webhook webhook', 2, 7, 22, 52, 112, 172, 232)
    assert.deepEqual(await deliveries(id), [
      {
        ...{ state: 'PENDING', attempts: 8, purpose: 'alert' },
        failure: { code: 'RESPONSE', details: { status: 500 } },
      },
    ])
    alarms.respond = () => 200
    assert.deepEqual(await alarms.after('60s'), ['webhook webhook'])
    assert.deepEqual(await alarms.after('1h'), [])
    const ids = alarms.messages.map(({ deliveryIdentity }) => deliveryIdentity)
    assert.deepEqual([ids.length, new Set(ids).size], [9, 1])
  })

  test('holds up nobody else, and is tried no more once somebody answers', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana')
    await tellOnce(rosa)
    alarms.respond = () => 503
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana mail', 'Ana ntfy', 'Ana push'])
    assert.deepEqual(await alarms.after('2s'), ['Ana ntfy'])
    await act(alarms.service, ana, id, 'acknowledge')
    // Its answers were failures, but the messages may have arrived.
    assert.deepEqual(await alarms.now(), ['Ana ntfy closing', 'Ana push closing'])
    alarms.respond = () => 200
    assert.deepEqual(await alarms.after('2s'), ['Ana ntfy closing'])
    assert.deepEqual(await alarms.after('10m'), [])
  })

  test('does not get closing messages for ever', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    const { id } = await alarms.fall(rosa)
    await alarms.now()
    await act(alarms.service, ana, id, 'acknowledge')
    alarms.respond = () => 503
    let closings = (await alarms.now()).length
    for (let i = 0; i < 25; i++) closings += (await alarms.after('60s')).length
    assert.equal(closings, 14)
  })

  test('with a refusal is tried again, too: it may be misconfigured for a while', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    await tellOnce(rosa)
    alarms.respond = () => 403
    const { id } = await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana ntfy'])
    assert.deepEqual(await alarms.after('2s'), ['Ana ntfy'])
    assert.equal((await deliveries(id))[0]?.state, 'PENDING')
  })
})

describe('a subscription that no longer exists', () => {
  const contactsOf = async ({ token }: Person) =>
    (await alarms.service.call('GET', '/notifications/contacts', { token })).body.data

  test('is ended, and its owner learns of it by another contact', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana')
    alarms.expirePush('Ana')
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Ana ntfy', 'Ana ntfy note'])
    const note = alarms.messages.find(({ purpose }) => purpose === 'note')
    assert.equal(note?.title, 'A way to reach you has ended')
    assert.doesNotMatch(String(note?.raw), /Rosa|Ana|Gil/)
    const ended = (await contactsOf(ana)).filter(({ endedAt }: { endedAt: string | null }) => endedAt)
    assert.deepEqual(
      ended.map(({ channel, endReason }: Record<string, string>) => [channel, endReason]),
      [['push', 'The receiver removed it']],
    )
    assert.deepEqual(await alarms.after('60s'), ['Ana mail', 'Ana ntfy'])
  })

  test('of a webhook is ended, too', async () => {
    const rosa = await alarms.patient()
    await tellOnce(rosa, [{ who: 'webhooks' }])
    await alarms.webhook()
    alarms.respond = () => 410
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['webhook webhook'])
    const token = await alarms.service.adminToken()
    const { body } = await alarms.service.call('GET', '/admin/webhooks', { token })
    assert.ok(body.data[0].endedAt)
    assert.deepEqual(await alarms.after('10m'), [])
  })

  test('and was the only one delays nothing: the next step is taken at once', async () => {
    const rosa = await alarms.patient()
    await alarms.caregiver(rosa, 'Ana', { channels: ['push'] })
    await alarms.caregiver(rosa, 'Eva', { priority: 2, channels: ['push'] })
    await alarms.admin(['push'])
    alarms.expirePush('Ana')
    await alarms.fall(rosa)
    assert.deepEqual(await alarms.now(), ['Eva push'])
    await alarms.clear()
    const luis = await alarms.patient()
    await alarms.caregiver(luis, 'Ana', { channels: ['push'] })
    await alarms.admin(['push'])
    alarms.expirePush('Ana')
    await alarms.fall(luis)
    assert.deepEqual(await alarms.now(), ['Admin push'])
  })

  test('and no other contact, do not make the service try again and again', async () => {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
    await alarms.service.ctx.db.query(`update contacts set address = 'http://[::1' where user_id = $1`, [
      ana.id,
    ])
    const { id } = await alarms.fall(rosa)
    const failed = async () => (await deliveries(id)).filter(({ state }) => state === 'FAILED').length
    await alarms.now()
    // The four steps of the first pass, of which the last tells only admins.
    assert.equal(await failed(), 3)
    await alarms.after('9m')
    assert.equal(await failed(), 3)
    await alarms.after('60s')
    assert.equal(await failed(), 4)
    await alarms.after('299s')
    assert.equal(await failed(), 4)
  })
})

describe('a process that dies', () => {
  /** Does to the deliveries of an incident what a process does before it sends, and then nothing. */
  const claim = (incidentId: string) =>
    alarms.service.ctx.db.query(
      `update deliveries set state = 'SENDING', attempts = attempts + 1, lease_token = gen_random_uuid(), due_at = $2
       where incident_id = $1 and purpose = 'alert'`,
      [incidentId, new Date(alarms.service.ctx.now().getTime() + 15_000)],
    )

  async function household() {
    const rosa = await alarms.patient()
    const ana = await alarms.caregiver(rosa, 'Ana')
    await tellOnce(rosa, [{ who: 'assigned', channels: 'all' }, { who: 'webhooks' }])
    await alarms.webhook()
    const { id } = await alarms.fall(rosa)
    const all = ['Ana mail', 'Ana ntfy', 'Ana push', 'webhook webhook']
    return { rosa, ana, id, all }
  }

  test('between claim and send, or send and record, is replaced after its lease, with the same identity', async () => {
    const { id, all } = await household()
    assert.deepEqual(await alarms.now(), all)
    const before = [...alarms.messages]
    await claim(id)
    assert.deepEqual(await alarms.after('14s'), [])
    assert.deepEqual(await alarms.after('1s'), all)
    assert.deepEqual(await alarms.after('1h'), [])
    for (const { to, channel, identity, deliveryIdentity } of alarms.messages.slice(before.length)) {
      const first = before.find((message) => message.to === to && message.channel === channel)
      assert.deepEqual([identity, deliveryIdentity], [first?.identity, first?.deliveryIdentity], channel)
    }
    const found = await deliveries(id)
    assert.deepEqual(new Set(found.map(({ state, attempts }) => `${state} ${attempts}`)), new Set(['SENT 3']))
  })

  test('and whose incident is acknowledged meanwhile sends no alert, and a closing message comes after its lease', async () => {
    const { ana, id } = await household()
    await alarms.now()
    await claim(id)
    await alarms.after('5s')
    await act(alarms.service, ana, id, 'acknowledge')
    assert.deepEqual(await alarms.now(), [])
    assert.deepEqual(await alarms.after('10s'), [
      'Ana ntfy closing',
      'Ana push closing',
      'webhook webhook closing',
    ])
  })

  test('before it could record what it had begun is followed by the closing message, too', async () => {
    const { ana, id } = await household()
    await alarms.now()
    await claim(id)
    const { db } = alarms.service.ctx
    await db.query('update deliveries set attempts = 1, begun_at = null where incident_id = $1', [id])
    await act(alarms.service, ana, id, 'acknowledge')
    // Of many that are due at once, alerts and closing messages may be claimed one after the other.
    await db.query(
      `update deliveries set due_at = due_at + interval '1 second' where incident_id = $1 and purpose = 'closing'`,
      [id],
    )
    assert.deepEqual(await alarms.after('15s'), [
      'Ana ntfy closing',
      'Ana push closing',
      'webhook webhook closing',
    ])
  })

  test('in the view of the others, but is only slow, changes nothing that they have recorded', async () => {
    const rosa = await alarms.patient()
    await tellOnce(rosa, [{ who: 'webhooks' }])
    await alarms.webhook()
    const { id } = await alarms.fall(rosa)
    const open = gate()
    const slow = alarms.service.engine.runDue()
    await until(() => alarms.http.requests.length === 1, 20_000)
    alarms.service.advance('15s')
    const { ctx } = alarms.service
    const other = createDeliveryQueue(ctx, createSender(ctx, alarms.service.app.hold), createTokens(ctx))
    alarms.respond = () => 200
    assert.equal(await other.start(), 1)
    await other.idle()
    const recorded = await deliveries(id)
    open()
    await slow
    assert.deepEqual(await deliveries(id), recorded)
    assert.deepEqual(
      recorded.map(({ state, attempts }) => [state, attempts]),
      [['SENT', 2]],
    )
    alarms.collect()
    const ids = alarms.messages.map(({ deliveryIdentity }) => deliveryIdentity)
    assert.deepEqual([ids.length, new Set(ids).size], [2, 1])
  })
})

test('an acknowledgement while a message is on its way is followed by the closing message', async () => {
  const rosa = await alarms.patient()
  const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
  const { id } = await alarms.fall(rosa)
  const open = gate()
  const sending = alarms.service.engine.runDue()
  await until(() => alarms.http.requests.length === 1, 20_000)
  assert.equal((await act(alarms.service, ana, id, 'acknowledge')).status, 200)
  open()
  await sending
  assert.deepEqual(await alarms.now(), ['Ana ntfy', 'Ana ntfy closing'])
  assert.deepEqual(
    alarms.messages.map(({ purpose }) => purpose),
    ['alert', 'closing'],
  )
  const { deliveries: shown } = await incidentOf(alarms.service, ana, id)
  assert.deepEqual(
    shown.map(({ purpose, state }: Record<string, string>) => `${purpose} ${state}`).toSorted(),
    ['alert SENT', 'closing SENT'],
  )
})

test('an acknowledgement before a claimed message is on its way leaves nothing to send, and nothing to take back', async () => {
  const rosa = await alarms.patient()
  const ana = await alarms.caregiver(rosa, 'Ana', { channels: ['ntfy'] })
  const { id } = await alarms.fall(rosa)
  const { ctx } = alarms.service
  await advanceIncident(ctx, id)
  let begin = () => {}
  const mayBegin = new Promise<void>((resolve) => {
    begin = resolve
  })
  // The process claims deliveries without a transaction, and is held up before the one in which it begins to send.
  const transaction: typeof ctx.db.transaction = async (work) => {
    await mayBegin
    return ctx.db.transaction(work)
  }
  const db = Object.create(ctx.db, { transaction: { value: transaction } })
  const queue = createDeliveryQueue(
    { ...ctx, db },
    createSender(ctx, alarms.service.app.hold),
    createTokens(ctx),
  )
  assert.equal(await queue.start(), 1)
  assert.equal((await act(alarms.service, ana, id, 'acknowledge')).status, 200)
  begin()
  await queue.idle()
  assert.deepEqual(await alarms.now(), [])
  assert.deepEqual(await alarms.after('20m'), [])
  assert.deepEqual(
    (await deliveries(id)).map(({ purpose, state }) => `${purpose} ${state}`),
    ['alert CANCELLED', 'closing CANCELLED'],
  )
})
