import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type HttpReceiver, startHttpReceiver } from '../../harness/http-receiver.ts'
import type { Notification } from '../../src/alerting/notifications/channels/channel.ts'
import { createHttpPost } from '../../src/alerting/notifications/channels/http-post.ts'
import { createNtfy, findTopicProblem } from '../../src/alerting/notifications/channels/ntfy.ts'
import { expected, fallNotification, withoutText } from '../support/notification.ts'

const channel = createNtfy(createHttpPost({ allowPrivateTargets: true }))

describe('a message to an ntfy topic', () => {
  let receiver: HttpReceiver
  before(async () => {
    receiver = await startHttpReceiver()
  })
  after(() => receiver.stop())

  async function receive(changes: Partial<Notification> = {}, topic = 'rosa_care-1') {
    const sent = await channel.send({ ...fallNotification, ...changes }, `${receiver.url}/${topic}`)
    assert.deepEqual(sent, { ok: true })
    const request = receiver.requests.at(-1)
    assert.ok(request)
    return { ...request, message: JSON.parse(String(request.body)) }
  }

  test('is published as JSON', async () => {
    const { method, path, message } = await receive()
    assert.equal(method, 'POST')
    assert.equal(path, '/')
    const { sequence_id, ...rest } = message
    assert.match(sequence_id, /^[-_A-Za-z0-9]{1,64}$/)
    assert.deepEqual(rest, {
      topic: 'rosa_care-1',
      title: fallNotification.title,
      message: fallNotification.text,
      priority: 5,
      tags: ['rotating_light'],
      click: fallNotification.url,
      actions: [
        { action: 'view', label: "I'm on it", url: fallNotification.acknowledgeUrl },
        { action: 'view', label: 'Open', url: fallNotification.url },
      ],
    })
  })

  test('keeps the access token in the query of the URL', async () => {
    const { path, message } = await receive({}, 'rosa?auth=QmVhcmVyIHRrXzE')
    assert.equal(path, '/?auth=QmVhcmVyIHRrXzE')
    assert.equal(message.topic, 'rosa')
  })

  test('replaces an earlier one with the same tag', async () => {
    const first = (await receive()).message
    const closing = (await receive({ purpose: 'closing', deliveryId: 'delivery-4712' })).message
    const other = (await receive({ tag: 'incident:other' })).message
    assert.equal(closing.sequence_id, first.sequence_id)
    assert.notEqual(other.sequence_id, first.sequence_id)
  })

  const cases: [title: string, changes: Partial<Notification>, priority: number, emoji: string][] = [
    ['HIGH', { severity: 'HIGH' }, 4, 'rotating_light'],
    ['MEDIUM', { severity: 'MEDIUM' }, 3, 'warning'],
    ['LOW', { severity: 'LOW' }, 2, 'warning'],
    ['closing', { purpose: 'closing' }, 2, 'white_check_mark'],
    ['test', { purpose: 'test' }, 5, 'information_source'],
  ]
  for (const [title, changes, priority, emoji] of cases) {
    test(`${title} has the priority ${priority} and the emoji ${emoji}`, async () => {
      const { message } = await receive(changes)
      assert.equal(message.priority, priority)
      assert.deepEqual(message.tags, [emoji])
    })
  }

  test('that closes has no actions', async () => {
    assert.equal('actions' in (await receive({ purpose: 'closing' })).message, false)
  })

  test('has no links if the public address of the service is unknown', async () => {
    const { message } = await receive({ url: undefined, acknowledgeUrl: undefined })
    assert.deepEqual(message.actions, [])
    assert.equal('click' in message, false)
  })

  test('that is too long for a server is shortened', async () => {
    const { body, message } = await receive({ text: '"🚨'.repeat(5_000), title: 'a'.repeat(5_000) })
    assert.match(message.message, /…$/)
    assert.ok(body.length < 8_192)
  })

  test('to no topic is not sent', async () => {
    for (const url of ['nonsense', receiver.url, `${receiver.url}/a/b`, `${receiver.url}/a%20b`]) {
      assert.deepEqual(withoutText(await channel.send(fallNotification, url)), expected(true), url)
    }
  })
})

describe('the URL of a topic', () => {
  const noTopic = 'must be the URL of a topic, such as https://ntfy.sh/my-topic'
  const cases: [url: string, problem: string | undefined][] = [
    ['https://ntfy.sh/rosa_care-1', undefined],
    ['https://ntfy.sh/rosa?auth=QmVhcmVyIHRrXzE', undefined],
    ['https://ntfy.sh/', noTopic],
    ['https://ntfy.sh/a/b', noTopic],
    ['https://ntfy.sh/a.b', noTopic],
    [`https://ntfy.sh/${'a'.repeat(65)}`, noTopic],
    ['https://127.0.0.1/rosa', 'must not be an address in a private network'],
    ['nonsense', 'must be a URL'],
  ]
  for (const [url, problem] of cases) {
    test(`${url} ${problem ?? 'is accepted'}`, () => {
      assert.equal(findTopicProblem(url, { allowPrivateTargets: false }), problem)
    })
  }
})
