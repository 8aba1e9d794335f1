import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { type HttpReceiver, startHttpReceiver } from '../../harness/http-receiver.ts'
import { type MailServer, startMailServer } from '../../harness/mail-server.ts'
import { personalChannelNames } from '../../src/alerting/notifications/channels/channels.ts'
import { assign, countRows, type Person, times } from '../support/readings.ts'
import { TestService, useSteadyService } from '../support/service.ts'

let receiver: HttpReceiver
/** What the receiver answers. */
let status = 204
let mailServer: MailServer

/** The addresses of its receivers are known only when they listen. */
let service: TestService
const guarded = useSteadyService()

before(async () => {
  receiver = await startHttpReceiver((response) => response.writeHead(status).end())
  mailServer = await startMailServer()
  service = new TestService({
    ALLOW_PRIVATE_TARGETS: 'on',
    NTFY_SERVERS: `https://ntfy.sh,${receiver.url}`,
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Fallwatch <alerts@example.org>',
    PUBLIC_URL: 'https://care.example.org',
  })
  await service.start()
})
after(async () => {
  await service?.stop()
  await receiver?.stop()
  await mailServer?.stop()
})

const contacts = '/notifications/contacts'
const add = ({ token }: Person, body: object, to = service) => to.call('POST', contacts, { token, body })
const list = async ({ token }: Person) => (await service.call('GET', contacts, { token })).body.data
const topic = (name: string) => ({ channel: 'ntfy', url: `${receiver.url}/${name}` })

const subscription = (path: string) => ({
  channel: 'push',
  endpoint: `${receiver.url}/${path}`,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
})

describe('contacts', () => {
  test('are listed without the part that would let others send messages there', async () => {
    const rosa = await service.signUp()
    const { status, body } = await add(rosa, topic('rosa-secret-topic'))
    assert.equal(status, 201)
    const { id, createdAt, ...rest } = body.data
    assert.deepEqual(rest, {
      channel: 'ntfy',
      label: `${new URL(receiver.url).host}/ro…`,
      showDetails: false,
      confirmed: true,
      endedAt: null,
      endReason: null,
      lastSentAt: null,
    })
    await add(rosa, subscription('endpoint-of-rosa'))
    const text = JSON.stringify(await list(rosa))
    assert.doesNotMatch(text, /secret-topic|endpoint-of-rosa|BTBZ/)
    assert.deepEqual(
      (await list(rosa)).map(({ channel }: { channel: string }) => channel),
      ['ntfy', 'push'],
    )
    assert.equal((await list(rosa))[0].id, id)
    assert.ok(Date.parse(createdAt))
  })

  test('are the same ones when they are added again, with the new keys and wishes', async () => {
    const rosa = await service.signUp()
    const first = await add(rosa, subscription('again'))
    const again = await add(rosa, { ...subscription('again'), showDetails: true })
    assert.deepEqual([first.status, again.status], [201, 200])
    assert.equal(again.body.data.id, first.body.data.id)
    assert.equal(again.body.data.showDetails, true)
    assert.equal((await list(rosa)).length, 1)
  })

  test('are five at most that have never received a message, and ten in all, also when many are added at once', async () => {
    const rosa = await service.signUp()
    const addSome = async (count: number, name: string) => {
      const answers = await times(count, (i) => add(rosa, topic(`${name}-${i}`)))
      return answers.map(({ status }) => status).sort()
    }
    assert.deepEqual(await addSome(7, 'first'), [...Array(5).fill(201), ...Array(2).fill(409)])
    const refused = await add(rosa, topic('another'))
    assert.match(refused.body.error, /at most 5 contacts that have never received a message: send a test/)
    for (const { id } of await list(rosa))
      await service.call('POST', `${contacts}/${id}/test`, { token: rosa.token })
    assert.deepEqual(await addSome(5, 'second'), Array(5).fill(201))
    assert.equal((await add(rosa, topic('another'))).status, 409)
    assert.equal((await list(rosa)).length, 10)
  })

  test('of others can be neither tested nor removed', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    const { id } = (await add(rosa, topic('rosa'))).body.data
    for (const [method, path] of [
      ['POST', `${contacts}/${id}/test`],
      ['DELETE', `${contacts}/${id}`],
    ] as const) {
      assert.equal((await service.call(method, path, { token: luis.token })).status, 403)
      assert.equal((await service.call(method, path, { token: await service.adminToken() })).status, 403)
    }
    assert.equal((await service.call('DELETE', `${contacts}/${id}`, { token: rosa.token })).status, 200)
    assert.equal((await service.call('DELETE', `${contacts}/${id}`, { token: rosa.token })).status, 404)
  })

  test('go with the person', async () => {
    const rosa = await service.signUp()
    const { id } = (await add(rosa, topic('leaving'))).body.data
    await service.call('POST', `${contacts}/${id}/test`, { token: rosa.token })
    await service.call('DELETE', '/profile/me', { token: rosa.token, body: { confirmation: true } })
    assert.equal(await countRows(service, 'contacts where id = $1', [id]), 0)
    assert.equal(await countRows(service, 'deliveries where contact_id = $1', [id]), 0)
  })

  const invalid: [string, object | (() => object), string][] = [
    ['an unknown channel', { channel: 'pigeon' }, 'channel'],
    ['no URL', { channel: 'ntfy', url: 'nonsense' }, 'url'],
    [
      'a topic on a server that is not allowed',
      { channel: 'ntfy', url: 'https://ntfy.example.net/x' },
      'url',
    ],
    ['a server without a topic', { channel: 'ntfy', url: 'https://ntfy.sh/' }, 'url'],
    ['an endpoint of nonsense', () => ({ ...subscription('x'), endpoint: 'ftp://x' }), 'endpoint'],
    ['keys of nonsense', () => ({ ...subscription('x'), keys: { p256dh: 'x', auth: 'y' } }), 'keys.p256dh'],
    ['an address that is none', { channel: 'mail', address: 'rosa' }, 'address'],
  ]
  for (const [title, body, field] of invalid) {
    test(`with ${title} are refused, and nothing is stored`, async () => {
      const rosa = await service.signUp()
      const answer = await add(rosa, typeof body === 'function' ? body() : body)
      assert.equal(answer.status, 400, answer.text)
      assert.ok(field in answer.body.details, answer.text)
      assert.deepEqual(await list(rosa), [])
    })
  }

  test('with an unknown channel are told which there are', async () => {
    const answer = await add(await service.signUp(), { channel: 'pigeon' })
    assert.deepEqual(answer.body.details, { channel: `must be one of ${personalChannelNames.join(', ')}` })
  })

  test('in the own network are refused unless they are allowed', async () => {
    const rosa = await guarded.signUp()
    for (const endpoint of [
      'https://127.0.0.1/x',
      'https://10.0.0.1/',
      'https://[::1]/',
      'http://push.example.org/',
    ]) {
      const answer = await add(rosa, { ...subscription('x'), endpoint }, guarded)
      assert.equal(answer.status, 400, endpoint)
      assert.ok(answer.body.details.endpoint)
    }
  })
})

describe('an e-mail address', () => {
  const lastMail = () => mailServer.mails.at(-1)
  const codeSent = () => /code is (\d{6})/.exec(lastMail()?.text ?? '')?.[1] ?? ''
  const confirm = ({ token }: Person, id: string, code: string) =>
    service.call('POST', `${contacts}/${id}/confirm`, { token, body: { code } })

  async function addAddress(person: Person) {
    const answer = await add(person, { channel: 'mail', address: `${person.id}@example.org` })
    return { id: answer.body.data.id as string, status: answer.status, code: codeSent() }
  }

  test('is confirmed by the code that was sent there, and can be tested then', async () => {
    const rosa = await service.signUp()
    const { id, code } = await addAddress(rosa)
    assert.deepEqual(lastMail()?.to, [`${rosa.id}@example.org`])
    assert.equal((await list(rosa))[0].confirmed, false)
    assert.equal((await service.call('POST', `${contacts}/${id}/test`, { token: rosa.token })).status, 409)
    const confirmed = await confirm(rosa, id, code)
    assert.deepEqual([confirmed.status, confirmed.body.data.confirmed], [200, true])
    assert.equal((await confirm(rosa, id, '000000')).status, 200, 'again: nothing changes')
    const tested = await service.call('POST', `${contacts}/${id}/test`, { token: rosa.token })
    assert.equal(tested.body.data.state, 'SENT')
    assert.equal(lastMail()?.subject, 'Test message')
  })

  test('has five attempts for a code, and another code when it is added again', async () => {
    const rosa = await service.signUp()
    const { id, code } = await addAddress(rosa)
    const wrong = code === '111111' ? '222222' : '111111'
    for (let i = 0; i < 5; i++) assert.equal((await confirm(rosa, id, wrong)).status, 400)
    assert.match((await confirm(rosa, id, code)).body.details.code, /expired/)
    const again = await addAddress(rosa)
    assert.deepEqual([again.status, again.id], [200, id])
    assert.equal((await confirm(rosa, id, again.code)).status, 200)
  })

  test('has 15 minutes for a code', async () => {
    const rosa = await service.signUp()
    const { id, code } = await addAddress(rosa)
    service.advance('16m')
    assert.equal((await confirm(rosa, id, code)).status, 400)
  })

  test('is refused where no mail is sent', async () => {
    const rosa = await guarded.signUp()
    const answer = await add(rosa, { channel: 'mail', address: 'rosa@example.org' }, guarded)
    assert.equal(answer.status, 400)
    assert.ok(answer.body.details.channel)
  })
})

describe('a test message', () => {
  const sendTest = ({ token }: Person, id: string) =>
    service.call('POST', `${contacts}/${id}/test`, { token })

  test('arrives, and has neither the name nor the address of anybody', async () => {
    const rosa = await service.signUp()
    for (const body of [topic('private'), { ...topic('open'), showDetails: true }]) {
      const { id } = (await add(rosa, body)).body.data
      receiver.requests.length = 0
      assert.equal((await sendTest(rosa, id)).body.data.state, 'SENT')
      const sent = String(receiver.requests[0]?.body)
      assert.match(sent, /This is a test/)
      assert.doesNotMatch(sent, new RegExp(`Rosa|Marín|${rosa.email}|${rosa.id}`))
    }
  })

  test('that is refused says why, and an admin can send it again', async () => {
    const rosa = await service.signUp()
    const { id } = (await add(rosa, topic('refused'))).body.data
    status = 500
    const failed = (await sendTest(rosa, id)).body.data
    status = 204
    assert.equal(failed.state, 'FAILED')
    assert.equal(failed.error, 'The response was 500')
    assert.deepEqual(failed.failure, { code: 'RESPONSE', details: { status: 500 } })
    const token = await service.adminToken()
    const listed = await service.call('GET', '/admin/deliveries', {
      token,
      query: { state: 'FAILED', userId: rosa.id },
    })
    assert.deepEqual(
      listed.body.data.map((delivery: { id: string }) => delivery.id),
      [failed.deliveryId],
    )
    assert.deepEqual(listed.body.data[0].person, { id: rosa.id, name: 'Rosa Marín' })
    assert.doesNotMatch(listed.text, /refused"/)
    const retry = () => service.call('POST', `/admin/deliveries/${failed.deliveryId}/retry`, { token })
    const retried = await retry()
    assert.deepEqual([retried.status, retried.body.data.state, retried.body.data.attempts], [200, 'SENT', 2])
    assert.equal(retried.body.data.failure, null)
    const again = await retry()
    assert.deepEqual([again.status, again.body.code], [409, 'DELIVERY_ACCEPTED'])
  })

  test('to a subscription that is gone ends the contact', async () => {
    const rosa = await service.signUp()
    const { id } = (await add(rosa, subscription('gone'))).body.data
    status = 410
    assert.equal((await sendTest(rosa, id)).body.data.state, 'FAILED')
    status = 204
    assert.ok((await list(rosa))[0].endedAt)
    assert.equal((await sendTest(rosa, id)).status, 409)
    await add(rosa, subscription('gone'))
    assert.equal((await sendTest(rosa, id)).body.data.state, 'SENT')
  })

  test('is one of 30 an hour', async () => {
    const rosa = await service.signUp()
    const { id } = (await add(rosa, topic('often'))).body.data
    const answers = await times(32, () => sendTest(rosa, id))
    assert.equal(answers.filter(({ status }) => status === 429).length, 2)
    for (let i = 0; i < 3; i++) assert.equal((await add(rosa, topic('often'))).status, 200)
  })
})

test('the key for web push is the same for everybody, and stays', async () => {
  const keys = await times(5, async () => {
    const { token } = await service.signUp()
    return (await service.call('GET', '/notifications/push-key', { token })).body.data.publicKey
  })
  assert.equal(new Set(keys).size, 1)
  assert.equal(Buffer.from(keys[0], 'base64url').length, 65)
})

describe('webhooks', () => {
  const call = async (method: string, path: string, body?: object) =>
    service.call(method, `/admin/webhooks${path}`, { token: await service.adminToken(), body })

  test('are signed with a secret that is shown once, and with both while it is replaced', async () => {
    const made = await call('POST', '', { url: `${receiver.url}/hook` })
    assert.equal(made.status, 201, made.text)
    const { id, secret } = made.body.data
    assert.match(secret, /^whsec_/)
    assert.doesNotMatch((await call('GET', '')).text, /whsec/)
    const rotated = await call('POST', `/${id}/rotate`)
    assert.notEqual(rotated.body.data.secret, secret)
    receiver.requests.length = 0
    assert.equal((await call('POST', `/${id}/test`)).body.data.state, 'SENT')
    const [sent] = receiver.requests
    assert.ok(sent)
    for (const one of [secret, rotated.body.data.secret])
      assert.deepEqual(
        (
          new Webhook(one).verify(String(sent.body), sent.headers as Record<string, string>) as {
            type: string
          }
        ).type,
        'test',
      )
    service.advance('25h')
    receiver.requests.length = 0
    await call('POST', `/${id}/test`)
    const [later] = receiver.requests
    assert.equal(
      String(later?.headers['webhook-signature']).split(' ').length,
      1,
      'the old one is over after a day',
    )
    assert.equal((await call('DELETE', `/${id}`)).status, 200)
    assert.equal((await call('POST', `/${id}/test`)).status, 404)
  })

  test('receive the events that they want', async () => {
    const hooks = { all: undefined, opened: ['incident.opened'], closed: ['incident.closed'] }
    for (const [name, events] of Object.entries(hooks)) {
      const { status, body } = await call('POST', '', { url: `${receiver.url}/${name}`, events })
      assert.deepEqual([status, body.data.events], [201, events ?? null])
    }
    for (const events of [[], ['fall'], 'incident.opened'])
      assert.equal((await call('POST', '', { url: `${receiver.url}/bad`, events })).status, 400)
    const rosa = await service.signUp()
    const ana = await service.signUp({ role: 'CAREGIVER' })
    await assign(service, ana.id, rosa.id)
    receiver.requests.length = 0
    const sos = await service.call('POST', '/sos', { token: rosa.token })
    await service.engine.runDue()
    service.advance('3m')
    await service.engine.runDue()
    await service.call('POST', `/incidents/${sos.body.data.id}/acknowledge`, { token: ana.token })
    await service.engine.runDue()
    const received = receiver.requests.map(({ path, body }) => [path, JSON.parse(String(body)).type])
    assert.deepEqual(received.sort(), [
      ['/all', 'incident.closed'],
      ['/all', 'incident.opened'],
      ['/closed', 'incident.closed'],
      ['/opened', 'incident.opened'],
    ])
    const { data } = (await call('GET', '')).body
    for (const { id } of data) await call('DELETE', `/${id}`)
  })

  test('and deliveries are for admins alone', async () => {
    const people = [await service.signUp(), await service.signUp({ role: 'CAREGIVER' })]
    const id = '00000000-0000-4000-8000-000000000000'
    for (const [method, path] of [
      ['GET', '/admin/webhooks'],
      ['POST', '/admin/webhooks'],
      ['DELETE', `/admin/webhooks/${id}`],
      ['POST', `/admin/webhooks/${id}/rotate`],
      ['POST', `/admin/webhooks/${id}/test`],
      ['GET', '/admin/deliveries'],
      ['POST', `/admin/deliveries/${id}/retry`],
    ] as const) {
      const body = { url: 'https://example.org/hook' }
      for (const { token } of people)
        assert.equal((await service.call(method, path, { token, body })).status, 403, `${method} ${path}`)
      assert.equal((await service.call(method, path, { body })).status, 401, `${method} ${path}`)
    }
  })

  test('cannot be two with one URL', async () => {
    const url = `${receiver.url}/twice`
    const answers = await times(3, () => call('POST', '', { url }))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  })

  for (const url of [
    'https://127.0.0.1/',
    'http://example.org/',
    'https://0x7f.1/',
    'https://a:b@example.org/',
    'x',
  ]) {
    test(`to ${url} are refused`, async () => {
      const token = await guarded.adminToken()
      const answer = await guarded.call('POST', '/admin/webhooks', { token, body: { url } })
      assert.equal(answer.status, 400)
      assert.ok(answer.body.details.url)
    })
  }
})
