import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextIteration } from 'node:timers/promises'
import { type PushReceiver, startPushReceiver } from '../../harness/push-receiver.ts'
import type { Notification, Transport } from '../../src/alerting/notifications/channels/channel.ts'
import { createHttpPost } from '../../src/alerting/notifications/channels/http-post.ts'
import {
  createWebPush,
  generateVapidKeys,
  type PushSubscription,
} from '../../src/alerting/notifications/channels/web-push.ts'
import { msPerMinute } from '../../src/platform/lib/duration.ts'
import { expected, fallNotification, withoutText } from '../support/notification.ts'

const keys = generateVapidKeys()
const subject = 'mailto:admin@example.org'
const post = createHttpPost({ allowPrivateTargets: true })

describe('a web push', () => {
  let service: PushReceiver
  let channel: Transport<PushSubscription>
  before(async () => {
    service = await startPushReceiver(keys.publicKey)
    channel = createWebPush({ post, keys, subject })
  })
  after(() => service.stop())

  async function receive(changes: Partial<Notification> = {}) {
    const subscription = service.subscribe()
    assert.deepEqual(await channel.send({ ...fallNotification, ...changes }, subscription), { ok: true })
    const message = service.messages.at(-1)
    assert.ok(message)
    assert.equal(message.endpoint, subscription.endpoint)
    return message
  }

  test('is decrypted by the browser', async () => {
    const { payload } = await receive()
    const { tag, title, text, url, acknowledgeUrl, purpose, severity } = fallNotification
    const actions = [
      { action: 'acknowledge', title: "I'm on it" },
      { action: 'open', title: 'Open' },
    ]
    assert.deepEqual(payload, { tag, title, text, url, acknowledgeUrl, purpose, severity, actions })
  })

  test('is signed by the service', async () => {
    const { sender, endpoint } = await receive()
    assert.equal(sender.sub, subject)
    assert.equal(sender.aud, new URL(endpoint).origin)
  })

  test('has the same signature as others to its push service within an hour', async (t) => {
    const expiryOf = async () => (await receive()).sender.exp
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    channel = createWebPush({ post, keys, subject })
    const first = await expiryOf()
    t.mock.timers.tick(59 * msPerMinute)
    assert.equal(await expiryOf(), first)
    t.mock.timers.tick(msPerMinute)
    assert.equal(Number(await expiryOf()) - Number(first), 60 * 60)
  })

  test('leaves room for other work after ten of them', async () => {
    let posted = 0
    const counted = createWebPush({
      post: async () => {
        posted++
        return { ok: true }
      },
      keys,
      subject,
    })
    const subscription = service.subscribe()
    // Runs before what the messages wait for.
    let iteration = nextIteration()
    const sent = Array.from({ length: 25 }, () => counted.send(fallNotification, subscription))
    const seen: number[] = []
    while (posted < sent.length) {
      await iteration
      seen.push(posted)
      iteration = nextIteration()
    }
    await Promise.all(sent)
    assert.deepEqual(seen, [10, 20, 25])
  })

  test('is kept for a day for a device that is off', async () => {
    assert.equal((await receive()).ttl, 86_400)
  })

  for (const [severity, urgency] of [
    ['CRITICAL', 'high'],
    ['HIGH', 'high'],
    ['MEDIUM', 'normal'],
    ['LOW', 'normal'],
  ] as const) {
    test(`of severity ${severity} has the urgency ${urgency}`, async () => {
      assert.equal((await receive({ severity })).urgency, urgency)
    })
  }

  test('replaces an earlier one with the same tag', async () => {
    const first = await receive()
    const closing = await receive({ purpose: 'closing', deliveryId: 'delivery-4712' })
    const other = await receive({ tag: 'incident:other' })
    assert.ok(first.topic)
    assert.equal(closing.topic, first.topic)
    assert.notEqual(other.topic, first.topic)
  })

  for (const purpose of ['closing', 'test', 'note'] as const) {
    test(`has no actions if it is a ${purpose}`, async () => {
      const { payload } = await receive({ purpose })
      assert.equal(Object.hasOwn(payload as object, 'actions'), false)
    })
  }

  test('has no links if the public address of the service is unknown', async () => {
    const payload = (await receive({ url: undefined, acknowledgeUrl: undefined })).payload as object
    assert.equal('url' in payload || 'acknowledgeUrl' in payload, false)
  })

  for (const character of ['a', '"', '🚨', '\n']) {
    test(`fits into a message if the text is ${JSON.stringify(character)} ten thousand times`, async () => {
      const long = character.repeat(10_000)
      const payload = (await receive({ title: long, text: long })).payload as Notification
      assert.match(payload.text, /…$/)
      assert.match(payload.title, /…$/)
    })
  }

  test('to an expired subscription fails, and the contact is gone', async () => {
    const subscription = service.subscribe()
    service.expire(subscription)
    assert.deepEqual(withoutText(await channel.send(fallNotification, subscription)), expected(true, true))
  })

  test('to an unknown subscription fails, and the contact is gone', async () => {
    const subscription = service.subscribe()
    const unknown = { ...subscription, endpoint: `${subscription.endpoint}x` }
    assert.deepEqual(withoutText(await channel.send(fallNotification, unknown)), expected(true, true))
  })

  test('signed with other keys than those of the subscription is refused', async () => {
    const other = createWebPush({ post, keys: generateVapidKeys(), subject })
    assert.deepEqual(withoutText(await other.send(fallNotification, service.subscribe())), expected(false))
  })

  describe('with an invalid subscription is a permanent failure:', () => {
    const offCurve = Buffer.alloc(65, 7).fill(4, 0, 1).toString('base64url')
    const changes: [title: string, change: (valid: PushSubscription) => PushSubscription][] = [
      ['no endpoint', (valid) => ({ ...valid, endpoint: '' })],
      ['an endpoint that is no URL', (valid) => ({ ...valid, endpoint: 'nonsense' })],
      ['an endpoint of another protocol', (valid) => ({ ...valid, endpoint: 'file:///etc/passwd' })],
      ['no keys', ({ endpoint }) => ({ endpoint, keys: { p256dh: '', auth: '' } })],
      ['a short key', ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, p256dh: 'AAAA' } })],
      ['a key that is no point of the curve', withKey(offCurve)],
      ['a key of zeros', withKey(Buffer.alloc(65).toString('base64url'))],
      ['a key that is no base64', withKey('ñ'.repeat(87))],
      ['a short secret', ({ endpoint, keys }) => ({ endpoint, keys: { ...keys, auth: 'AAAA' } })],
      ['nothing', ({ endpoint }) => ({ endpoint }) as PushSubscription],
    ]
    for (const [title, change] of changes) {
      test(title, async () => {
        const before = service.messages.length
        const result = await channel.send(fallNotification, change(service.subscribe()))
        assert.deepEqual(withoutText(result), expected(true))
        assert.equal(service.messages.length, before)
      })
    }
  })

  test('to a private address fails unless that is allowed', async () => {
    const guarded = createWebPush({ post: createHttpPost({ allowPrivateTargets: false }), keys, subject })
    const subscription = { ...service.subscribe(), endpoint: 'https://127.0.0.1/push' }
    assert.deepEqual(await guarded.send(fallNotification, subscription), {
      ...expected(true),
      error: 'The URL must not be an address in a private network',
      reason: null,
    })
  })
})

describe('the keys of the service', () => {
  test('are different each time', () => {
    assert.notEqual(generateVapidKeys().privateKey, generateVapidKeys().privateKey)
  })

  test('and the subject are checked at once', () => {
    assert.throws(() => createWebPush({ post, keys: { ...keys, privateKey: 'short' }, subject }))
    assert.throws(() => createWebPush({ post, keys, subject: 'http://localhost:3000' }))
  })
})

function withKey(p256dh: string) {
  return ({ endpoint, keys }: PushSubscription) => ({ endpoint, keys: { ...keys, p256dh } })
}
