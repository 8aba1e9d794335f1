import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { type MailServer, type MailServerOptions, startMailServer } from '../../harness/mail-server.ts'
import { until } from '../../harness/until.ts'
import type { Notification } from '../../src/alerting/notifications/channels/channel.ts'
import { createMailer, type Mailer } from '../../src/alerting/notifications/channels/mailer.ts'
import { expected, fallNotification, withoutText } from '../support/notification.ts'
import { drip, startTcpReceiver } from '../support/tcp-receiver.ts'

const from = 'Fallwatch <alerts@care.example.org>'
const address = 'rosa@example.org'

describe('a mail', () => {
  let server: MailServer
  let mailer: Mailer
  before(async () => {
    server = await startMailServer()
    mailer = createMailer({ smtpUrl: server.url, from })
  })
  after(async () => {
    mailer.close()
    await server.stop()
  })

  async function receive(changes: Partial<Notification> = {}, to = address) {
    assert.deepEqual(await mailer.send({ ...fallNotification, ...changes }, to), { ok: true })
    const mail = server.mails.at(-1)
    assert.ok(mail)
    return mail
  }

  test('has the title as its subject, and is sent to the contact alone', async () => {
    const mail = await receive()
    assert.equal(mail.subject, fallNotification.title)
    assert.equal(mail.from, 'alerts@care.example.org')
    assert.deepEqual(mail.to, [address])
    assert.equal(mail.headers.get('from'), from)
    assert.equal(mail.headers.get('to'), address)
  })

  test('has a plain text', async () => {
    const { text } = await receive()
    assert.equal(
      text.replaceAll('\r\n', '\n').trimEnd(),
      [
        fallNotification.text,
        `I'm on it: ${fallNotification.acknowledgeUrl}`,
        `Open: ${fallNotification.url}`,
      ].join('\n\n'),
    )
  })

  test('has the same in HTML, in which nothing but our own tags is a tag', async () => {
    const { html } = await receive({
      title: '<script>alert(1)</script>',
      text: `<b>"Rosa" & 'Ana'</b>\nfell`,
    })
    assert.ok(html.includes('<h1 style="font-size:20px">&lt;script&gt;alert(1)&lt;/script&gt;</h1>'))
    assert.ok(html.includes('<p>&lt;b&gt;&quot;Rosa&quot; &amp; &#39;Ana&#39;&lt;/b&gt;<br>fell</p>'))
    assert.ok(html.includes(`<a href="${fallNotification.acknowledgeUrl}"`))
    assert.ok(html.includes('<a href="https://care.example.org/incidents/8a6e?a=1&amp;b=2"'))
  })

  test('that closes has no button to acknowledge', async () => {
    const { html, text } = await receive({ purpose: 'closing' })
    assert.doesNotMatch(html + text, /on it|acknowledge/)
    assert.match(html + text, /incidents\/8a6e/)
  })

  test('has no links if the public address of the service is unknown', async () => {
    const { html, text } = await receive({ url: undefined, acknowledgeUrl: undefined })
    assert.doesNotMatch(html + text, /https?:|<a /)
  })

  test('has the same id when it is sent again, and another in another delivery', async () => {
    const ids: (string | undefined)[] = []
    for (const deliveryId of ['delivery-1', 'delivery-1', 'delivery-2']) {
      ids.push((await receive({ deliveryId })).headers.get('message-id'))
    }
    assert.match(ids[0] ?? '', /^<[-\w]{32}@care\.example\.org>$/)
    assert.equal(ids[1], ids[0])
    assert.notEqual(ids[2], ids[0])
  })

  test('belongs to the conversation of its incident', async () => {
    const first = await receive()
    const closing = await receive({ purpose: 'closing', deliveryId: 'delivery-4712' })
    const other = await receive({ tag: 'incident:other' })
    const conversation = first.headers.get('references')
    assert.match(conversation ?? '', /^<[-\w]{32}@care\.example\.org>$/)
    assert.equal(first.headers.get('in-reply-to'), conversation)
    assert.equal(closing.headers.get('references'), conversation)
    assert.notEqual(other.headers.get('references'), conversation)
  })

  test('is important if it is urgent, and marked as automatic', async () => {
    const urgent = await receive({ severity: 'HIGH' })
    const other = await receive({ severity: 'MEDIUM' })
    assert.equal(urgent.headers.get('importance'), 'High')
    assert.notEqual(other.headers.get('importance'), 'High')
    assert.equal(other.headers.get('auto-submitted'), 'auto-generated')
  })

  test('with line breaks in its title has no other headers', async () => {
    const { headers, subject } = await receive({ title: 'Fall\r\nBcc: eve@example.org' })
    assert.equal(subject, 'Fall Bcc: eve@example.org')
    assert.equal(headers.has('bcc'), false)
  })

  test('is never sent to a list of addresses', async () => {
    const before = server.mails.length
    await mailer.send(fallNotification, 'rosa@example.org, eve@example.org')
    for (const { to } of server.mails.slice(before)) assert.ok(to.length <= 1)
  })

  test('uses the connection of an earlier one', async () => {
    await receive()
    const before = server.connections()
    await receive()
    await receive()
    assert.equal(server.connections(), before)
  })

  test('waits for a connection if there are many', async () => {
    const before = server.mails.length
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => mailer.send({ ...fallNotification, deliveryId: `${i}` }, address)),
    )
    assert.deepEqual(new Set(results.map(({ ok }) => ok)), new Set([true]))
    assert.equal(server.mails.length, before + 30)
    assert.ok(server.connections() <= 5)
  })
})

describe('a mail that is refused', () => {
  async function send(options: MailServerOptions, to = address) {
    const server = await startMailServer(options)
    const mailer = createMailer({ smtpUrl: server.url, from })
    try {
      return await mailer.send(fallNotification, to)
    } finally {
      mailer.close()
      await server.stop()
    }
  }

  test('for its recipient is a permanent failure', async () => {
    assert.deepEqual(withoutText(await send({ refuseRecipient: () => 550 })), expected(true))
  })

  test('for its recipient for now may be sent again', async () => {
    assert.deepEqual(withoutText(await send({ refuseRecipient: () => 451 })), expected(false))
  })

  test('for its sender may be sent again when the setting is corrected', async () => {
    assert.deepEqual(withoutText(await send({ refuseSender: () => 550 })), expected(false))
  })

  for (const to of ['', 'nonsense\r\nRCPT TO:<eve@example.org>']) {
    test(`for the address ${JSON.stringify(to)} is a failure`, async () => {
      assert.equal((await send({ refuseRecipient: () => 550 }, to)).ok, false)
    })
  }

  test('after others does not prevent the next one', async () => {
    const server = await startMailServer({ refuseRecipient: (to) => (to === address ? 550 : undefined) })
    const mailer = createMailer({ smtpUrl: server.url, from, maxConnections: 1 })
    assert.equal((await mailer.send(fallNotification, address)).ok, false)
    assert.deepEqual(await mailer.send(fallNotification, 'ana@example.org'), { ok: true })
    mailer.close()
    await server.stop()
  })
})

describe('a mail server cannot hold a mail', () => {
  const timeoutMs = 500
  const cases: [title: string, behave: (socket: Socket) => void][] = [
    ['that never greets', () => {}],
    ['that drips its greeting', (socket) => drip(socket, '220 ')],
    ['that greets, and then drips', (socket) => drip(socket, '220 mail.example.org ESMTP\r\n250-')],
    ['that greets, and says no more', (socket) => socket.write('220 mail.example.org ESMTP\r\n')],
    ['that closes', (socket) => socket.end()],
  ]
  for (const [title, behave] of cases) {
    test(title, async () => {
      const server = await startTcpReceiver(behave)
      const mailer = createMailer({
        smtpUrl: `smtp://127.0.0.1:${server.port}`,
        from,
        timeoutMs,
        maxConnections: 2,
      })
      try {
        const results = await Promise.all([1, 2, 3, 4, 5].map(() => mailer.send(fallNotification, address)))
        for (const result of results) assert.deepEqual(withoutText(result), expected(false))
        await until(() => server.openConnections() === 0, 20_000)
      } finally {
        mailer.close()
        await server.stop()
      }
    })
  }

  test('whose connection was about to be opened when time ran out', async () => {
    const server = await startTcpReceiver((socket) => drip(socket, '220 mail.example.org ESMTP\r\n250-'))
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${server.port}`, from, timeoutMs: 20 })
    for (let turns = 0; turns < 20; turns++) {
      const result = send(mailer, `${turns}`)
      for (let turn = 0; turn < turns; turn++) await setImmediate()
      standStill(30)
      assert.deepEqual(withoutText(await result), expected(false))
      await setTimeout(50)
      await until(() => server.openConnections() === 0, 20_000)
    }
    mailer.close()
    await server.stop()
  })

  test('that is not there', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from, timeoutMs })
    assert.deepEqual(withoutText(await mailer.send(fallNotification, address)), expected(false))
    mailer.close()
  })

  test('that recovers gets the next mail, and none that was too late', async () => {
    const stalled = await startTcpReceiver(() => {})
    const { port } = stalled
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, timeoutMs, maxConnections: 1 })
    const results = await Promise.all(['1', '2', '3'].map((deliveryId) => send(mailer, deliveryId)))
    for (const result of results) assert.deepEqual(withoutText(result), expected(false))
    await stalled.stop()

    const server = await startMailServer({ port })
    assert.deepEqual(await send(mailer, '4'), { ok: true })
    assert.equal(server.mails.length, 1)
    mailer.close()
    await server.stop()
  })
})

test('a closed mailer sends nothing', async () => {
  const server = await startMailServer()
  const mailer = createMailer({ smtpUrl: server.url, from })
  await mailer.send(fallNotification, address)
  mailer.close()
  assert.deepEqual(withoutText(await mailer.send(fallNotification, address)), expected(false))
  assert.equal(server.mails.length, 1)
  await server.stop()
})

const send = (mailer: Mailer, deliveryId: string) => mailer.send({ ...fallNotification, deliveryId }, address)

function standStill(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
