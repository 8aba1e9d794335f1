import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { type HttpReceiver, type ReceivedRequest, startHttpReceiver } from '../../harness/http-receiver.ts'
import { createHttpPost } from '../../src/alerting/notifications/channels/http-post.ts'
import { createWebhooks, generateWebhookSecret } from '../../src/alerting/notifications/channels/webhook.ts'
import { expected, fallNotification, withoutText } from '../support/notification.ts'

const channel = createWebhooks(createHttpPost({ allowPrivateTargets: true }))

describe('a webhook', () => {
  let receiver: HttpReceiver
  let status: number
  before(async () => {
    receiver = await startHttpReceiver((response) => response.writeHead(status).end())
  })
  after(() => receiver.stop())
  beforeEach(() => {
    status = 204
  })

  async function receive(secrets: string[]): Promise<ReceivedRequest> {
    const sent = await channel.send(fallNotification, { url: `${receiver.url}/hook?key=1`, secrets })
    assert.deepEqual(sent, { ok: true })
    const request = receiver.requests.at(-1)
    assert.ok(request)
    return request
  }

  const verify = (secret: string, { body, headers }: ReceivedRequest) =>
    new Webhook(secret).verify(body, headers as Record<string, string>)

  test('is the event, signed with the secret', async () => {
    const secret = generateWebhookSecret()
    const request = await receive([secret])
    assert.deepEqual(verify(secret, request), {
      type: 'incident.opened',
      timestamp: '2026-03-03T04:05:06.789Z',
      data: { incidentId: '8a6e', patientName: 'Rosa Marín' },
    })
    assert.equal(request.method, 'POST')
    assert.equal(request.path, '/hook?key=1')
    assert.equal(request.headers['content-type'], 'application/json')
    assert.equal(request.headers['webhook-id'], fallNotification.deliveryId)
  })

  test('is signed with both secrets during a rotation', async () => {
    const secrets = [generateWebhookSecret(), generateWebhookSecret()]
    const request = await receive(secrets)
    for (const secret of secrets) assert.ok(verify(secret, request))
    assert.match(String(request.headers['webhook-signature']), /^v1,\S+ v1,\S+$/)
    assert.throws(() => verify(generateWebhookSecret(), request), WebhookVerificationError)
  })

  test('is not valid if it was changed', async () => {
    const secret = generateWebhookSecret()
    const request = await receive([secret])
    const body = Buffer.from(String(request.body).replace('8a6e', '8a6f'))
    assert.throws(() => verify(secret, { ...request, body }), WebhookVerificationError)
  })

  test('has the same id when it is sent again', async () => {
    const secrets = [generateWebhookSecret()]
    const ids = [await receive(secrets), await receive(secrets)].map(({ headers }) => headers['webhook-id'])
    assert.equal(ids[0], ids[1])
  })

  const statuses: [status: number, result: object][] = [
    [200, { ok: true }],
    [404, expected(false)],
    [410, expected(true, true)],
    [500, expected(false)],
  ]
  for (const [answered, result] of statuses) {
    test(`answered with ${answered}: ${JSON.stringify(result)}`, async () => {
      status = answered
      const sent = await channel.send(fallNotification, {
        url: receiver.url,
        secrets: [generateWebhookSecret()],
      })
      assert.deepEqual(withoutText(sent), result)
    })
  }

  const invalid: [title: string, secrets: string[], event: typeof fallNotification.event][] = [
    ['no secret', [], fallNotification.event],
    ['an empty secret', ['whsec_'], fallNotification.event],
    ['a secret that is no base64', ['whsec_ñ'], fallNotification.event],
    ['no event', [generateWebhookSecret()], undefined],
  ]
  for (const [title, secrets, event] of invalid) {
    test(`with ${title} is not sent`, async () => {
      const before = receiver.requests.length
      const sent = await channel.send({ ...fallNotification, event }, { url: receiver.url, secrets })
      assert.deepEqual(withoutText(sent), expected(true))
      assert.equal(receiver.requests.length, before)
    })
  }
})
