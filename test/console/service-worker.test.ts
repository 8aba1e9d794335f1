import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import catalogue from '../../web/src/i18n/en.json' with { type: 'json' }
import { acknowledge } from '../../web/src/service-worker/acknowledge.ts'
import { isScreen } from '../../web/src/service-worker/app-routes.ts'
import { outcomeNotification } from '../../web/src/service-worker/outcome-message.ts'
import {
  notificationOf,
  type PushMessage,
  parsePush,
  pathOf,
} from '../../web/src/service-worker/push-message.ts'

const texts = catalogue.push
const id = '8a6e0f4c-2b1d-4c3e-9f5a-0123456789ab'
const alert: PushMessage = {
  tag: `incident-${id}`,
  title: 'Somebody may have fallen',
  text: 'Open Fallwatch to see who.',
  purpose: 'alert',
  acknowledgeUrl: 'https://example.org/acknowledge#the-token',
}

describe('what the service worker shows', () => {
  it('shows an alert until it is answered, with its actions in the language of the person', () => {
    const { title, options } = notificationOf(alert, { ...texts, onIt: 'Me encargo', open: 'Abrir' })
    assert.equal(title, alert.title)
    assert.equal(options.requireInteraction, true)
    assert.equal(options.renotify, true)
    assert.deepEqual(options.actions, [
      { action: 'acknowledge', title: 'Me encargo' },
      { action: 'open', title: 'Abrir' },
    ])
  })

  it('lets the closing message take the place of the alert, quietly', () => {
    const { options } = notificationOf({ ...alert, purpose: 'closing' }, texts)
    assert.equal(options.tag, notificationOf(alert, texts).options.tag)
    assert.deepEqual([options.silent, options.renotify, options.requireInteraction], [true, false, false])
    assert.deepEqual(options.actions, [])
  })

  it('reads only what the service sends', () => {
    assert.deepEqual(parsePush(JSON.stringify({ ...alert, severity: 'HIGH', url: 'x' })), alert)
    for (const text of ['', 'null', '[]', '{"title":"x"}', JSON.stringify({ ...alert, purpose: 'other' })])
      assert.equal(parsePush(text), undefined, text)
  })

  it('leads to the incident, and never to another site', () => {
    assert.equal(pathOf(alert), `/incidents/${id}`)
    assert.equal(pathOf({ ...alert, tag: 'incident-//evil.example' }), '/')
    assert.equal(pathOf({ ...alert, tag: 'test-1', purpose: 'test' }), '/me/notifications')
  })

  it('serves the page for screens only', () => {
    for (const path of ['/', '/incidents/1', '/me/profile', '/apis', '/invitation'])
      assert.ok(isScreen(path), path)
    for (const path of ['/api/me', '/docs', '/docs/json', '/acknowledge', '/metrics', '/sw.js', '/icon.svg'])
      assert.ok(!isScreen(path), path)
  })
})

interface Sent {
  path: string
  body: unknown
}

/** Makes a fetch that answers each request in turn, and notes what was sent. */
function answer(...responses: (Response | Error)[]) {
  const sent: Sent[] = []
  const fetch = async (path: string, init: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(init.body)) })
    const response = responses[sent.length - 1]
    if (!response || response instanceof Error) throw response ?? new Error('Too many requests')
    return response
  }
  return { sent, fetch }
}

const byToken = { path: '/api/incidents/acknowledge', body: { token: 'the-token' } }
const bySession = { path: `/api/incidents/${id}/acknowledge`, body: {} }
const refusal = (status: number, details: object = {}) => Response.json({ error: 'x', details }, { status })

describe('acknowledging from a notification', () => {
  it('uses the token of the message', async () => {
    const { sent, fetch } = answer(Response.json({ success: true }))
    assert.deepEqual(await acknowledge(alert, fetch), { outcome: 'accepted' })
    assert.deepEqual(sent, [byToken])
  })

  it('tells a relative that staff are alerted all the same', async () => {
    const byLink = answer(Response.json({ data: { state: 'OPEN', effect: 'ATTENDING' } }))
    assert.deepEqual(await acknowledge(alert, byLink.fetch), { outcome: 'attending' })
    const bySignIn = answer(refusal(401), Response.json({ data: { state: 'OPEN' } }))
    assert.deepEqual(await acknowledge(alert, bySignIn.fetch), { outcome: 'attending' })
  })

  it('tells a second person that whoever is on it knows of them', async () => {
    const { fetch } = answer(Response.json({ data: { state: 'ACKNOWLEDGED', effect: 'JOINING' } }))
    assert.deepEqual(await acknowledge(alert, fetch), { outcome: 'joined' })
  })

  it('uses the session if there is no token, or one that no longer holds', async () => {
    const without = answer(Response.json({ success: true }))
    assert.deepEqual(await acknowledge({ ...alert, acknowledgeUrl: undefined }, without.fetch), {
      outcome: 'accepted',
    })
    assert.deepEqual(without.sent, [bySession])
    for (const old of [refusal(401), refusal(409)]) {
      const { sent, fetch } = answer(old, Response.json({ success: true }))
      assert.deepEqual(await acknowledge(alert, fetch), { outcome: 'accepted' })
      assert.deepEqual(sent, [byToken, bySession])
    }
  })

  it('says who is on it, and that it has ended', async () => {
    const handled = await acknowledge(alert, answer(refusal(409, { handledBy: '$& Ben' })).fetch)
    assert.deepEqual(handled, { outcome: 'handled', by: '$& Ben' })
    assert.equal(outcomeNotification(alert, handled, texts).options.body, '$& Ben is on it already.')
    const ended = await acknowledge(alert, answer(refusal(409, { resolvedBy: null })).fetch)
    assert.deepEqual(ended, { outcome: 'ended' })
  })

  it('remains an alert if nobody has learned of it', async () => {
    for (const response of [new TypeError('Failed to fetch'), refusal(503), refusal(429)]) {
      const result = await acknowledge(alert, answer(response).fetch)
      assert.deepEqual(result, { outcome: 'failed' })
      const { title, options } = outcomeNotification(alert, result, texts)
      assert.equal(title, texts.failedTitle)
      assert.equal(options.requireInteraction, true)
      assert.deepEqual(options.data.acknowledgeUrl, alert.acknowledgeUrl)
      assert.equal(options.actions.length, 2)
    }
    const refused = await acknowledge(alert, answer(refusal(401), refusal(401)).fetch)
    assert.deepEqual(refused, { outcome: 'refused' })
    const { options } = outcomeNotification(alert, refused, texts)
    assert.deepEqual(
      options.actions.map(({ action }) => action),
      ['open'],
    )
  })
})
