import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import pino from 'pino'
import { createRandom } from '../../harness/random.ts'
import { until } from '../../harness/until.ts'
import { type AdmissionOptions, createAdmissionControl } from '../../src/platform/http/admission-control.ts'
import { createReadingAdmission, isReading, isUrgent } from '../../src/platform/http/reading-admission.ts'
import { createHttpServers } from '../../src/platform/http/server.ts'
import { noMetrics } from '../../src/platform/metrics/metrics.ts'

const readings = '/api/device/sensor-stream'

interface Answer {
  status: number
  retryAfter: string | undefined
  text: string
  reused: boolean
}

interface Asked {
  call: ClientRequest
  answer: Promise<Answer>
}

type Limits = Omit<AdmissionOptions, 'appliesTo' | 'onRejected'>

/** Has admission control; whose reading is admitted stays there until released, first come first. */
async function openServer(limits: Limits) {
  let rejections = 0
  const admitted: { number: string; response: ServerResponse }[] = []
  const onRejected = () => void rejections++
  const control = createAdmissionControl({ ...limits, appliesTo: isReading, onRejected })
  const servers = createHttpServers({ guard: control.guard })
  const server = servers.create((incoming, response) => {
    if (!isReading(incoming)) response.end('admitted')
    else
      incoming.resume().on('end', () => admitted.push({ number: String(incoming.headers.number), response }))
  })
  const agent = new Agent({ keepAlive: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  after(() => {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })

  function ask(method: string, path: string, { number = 0, body = '', by = agent } = {}): Asked {
    const call = request({ port, host: '127.0.0.1', method, path, agent: by, headers: { number } })
    const answer = new Promise<Answer>((resolve, reject) => {
      call.on('error', reject)
      call.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response
          resolve({ status, retryAfter: headers['retry-after'], text, reused: call.reusedSocket })
        })
      })
    })
    call.end(body)
    // Not every test waits for every answer.
    answer.catch(() => {})
    return { call, answer }
  }

  /** Those that arrived; on a busy machine the first may be rejected before the last one is there. */
  const there = () => control.queueLength() + admitted.length + rejections

  return {
    port,
    control,
    rejections: () => rejections,
    admitted,
    ask,
    there,
    connections: promisify(server.getConnections.bind(server)),
    /** Has so many readings arrive one after the other. */
    async send(count: number): Promise<Asked[]> {
      const asked: Asked[] = []
      for (let number = 0; number < count; number++) {
        asked.push(ask('POST', readings, { number }))
        await until(() => there() === number + 1, 20_000)
      }
      return asked
    },
    /** Has so many readings arrive at once, in any order. */
    async sendTogether(count: number): Promise<Asked[]> {
      const asked = Array.from({ length: count }, (_, number) => ask('POST', readings, { number }))
      await until(() => there() === count, 20_000)
      return asked
    },
    release(): string | undefined {
      const first = admitted.shift()
      first?.response.end('stored')
      return first?.number
    },
  }
}

/** A request as its bytes. */
const raw = (number: number, length = 0) =>
  `POST ${readings} HTTP/1.1\r\nhost: x\r\nnumber: ${number}\r\ncontent-length: ${length}\r\n\r\n`

describe('there is room for two', () => {
  const limits = { maxConcurrent: 2, maxQueueWaitMs: 60_000, maxRejectionsPerSecond: 100 }

  test('the others wait, and are admitted one by one as places are released', async () => {
    const { send, admitted, control, release } = await openServer(limits)
    const asked = await send(5)
    assert.deepEqual([admitted.length, control.queueLength()], [2, 3])
    const left: (string | undefined)[] = []
    for (let i = 0; i < 5; i++) {
      await until(() => admitted.length === Math.min(2, 5 - i), 20_000)
      left.push(release())
    }
    assert.deepEqual(left, ['0', '1', '2', '3', '4'])
    for (const { answer } of asked) assert.equal((await answer).text, 'stored')
  })

  test('a client that hangs up while it waits is passed over', async () => {
    const { send, admitted, connections, release } = await openServer(limits)
    const asked = await send(4)
    asked[2]?.call.destroy()
    await until(async () => (await connections()) === 3, 20_000)
    release()
    await until(() => admitted.length === 2, 20_000)
    assert.deepEqual(
      admitted.map(({ number }) => number),
      ['1', '3'],
    )
  })

  test('a client that hangs up when it was admitted releases its place', async () => {
    const { send, admitted, control } = await openServer(limits)
    const asked = await send(3)
    asked[0]?.call.destroy()
    await until(() => admitted.length === 3, 20_000)
    assert.equal(control.queueLength(), 0)
  })

  test('a connection has one request at a time in the queue, and holds no place after it was closed', async () => {
    const { port, admitted, control, connections, there, release, send } = await openServer(limits)
    const socket = connect(port, '127.0.0.1')
    socket.write(Array.from({ length: 10 }, (_, i) => raw(i)).join(''))
    await until(() => admitted.length === 1, 20_000)
    await sleep(50)
    assert.equal(there(), 1)
    assert.equal(release(), '0')
    await until(() => admitted.length === 1, 20_000)
    socket.destroy()
    await until(async () => (await connections()) === 0, 20_000)
    admitted.length = 0
    await send(3)
    assert.deepEqual([admitted.length, control.queueLength()], [2, 1])
  })

  test('a client that keeps the end of a request back holds no place', async () => {
    const { port, admitted, control, connections, send } = await openServer(limits)
    const slow = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
    for (const socket of slow) socket.write(raw(9, 2))
    await until(async () => (await connections()) === slow.length, 20_000)
    await sleep(50)
    await send(2)
    assert.deepEqual([admitted.length, control.queueLength()], [2, 0])
    for (const socket of slow) socket.write('{}')
    await until(() => admitted.length === 6, 20_000)
    for (const socket of slow) socket.destroy()
  })

  test('whatever is no reading is admitted at once', async () => {
    const { send, ask, admitted, control } = await openServer(limits)
    await send(5)
    for (const [method, path] of [
      ['POST', '/api/falls'],
      ['POST', `${readings}/batch`],
      ['GET', '/api/alerts'],
      ['GET', readings],
    ] as const) {
      assert.equal((await ask(method, path).answer).text, 'admitted', `${method} ${path}`)
    }
    ask('POST', `${readings}?again`)
    await until(() => control.queueLength() === 4, 20_000)
    assert.equal(admitted.length, 2)
  })
})

describe('after the longest wait', () => {
  const limits = { maxConcurrent: 2, maxQueueWaitMs: 300, maxRejectionsPerSecond: 100 }

  test('a request is rejected, unless it was admitted', async () => {
    const { send, admitted, control, release } = await openServer(limits)
    const asked = await send(4)
    for (const { answer } of asked.slice(2)) {
      const { status, retryAfter, text } = await answer
      assert.deepEqual([status, retryAfter], [503, '1'])
      assert.deepEqual(JSON.parse(text), {
        success: false,
        error: 'Too many readings are waiting',
        code: 'READINGS_BUSY',
      })
    }
    assert.deepEqual([admitted.length, control.queueLength()], [2, 0])
    release()
    assert.equal((await asked[0]?.answer)?.text, 'stored')
  })

  test('requests that came all at once are rejected as well', async () => {
    const { port, admitted, control } = await openServer(limits)
    const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    for (const [i, socket] of sockets.entries()) socket.write(raw(i))
    await until(() => admitted.length === 2 && control.queueLength() === 0, 20_000)
    for (const socket of sockets) socket.destroy()
  })

  test('not all are rejected at once: those that were admitted need the time', async () => {
    const { sendTogether, admitted, control } = await openServer({ ...limits, maxQueueWaitMs: 1000 })
    const asked = await sendTogether(40)
    const answers = asked.map(({ answer }) => answer)
    assert.equal((await Promise.race(answers)).status, 503)
    const left = control.queueLength()
    assert.ok(left > 20, `${left} still wait`)
    await until(() => control.queueLength() === 0, 20_000)
    assert.equal(admitted.length, 2)
  })

  test('a connection outlives a rejection, whatever it carried', async () => {
    const { send, ask } = await openServer(limits)
    const one = new Agent({ keepAlive: true, maxSockets: 1 })
    await send(2)
    const refused = await ask('POST', readings, { body: 'x'.repeat(50_000), by: one }).answer
    const other = await ask('GET', '/api/health', { by: one }).answer
    assert.deepEqual([refused.status, other.status, other.reused], [503, 200, true])
    one.destroy()
  })

  test('each rejection is counted', async () => {
    const { sendTogether, control, rejections } = await openServer(limits)
    await sendTogether(12)
    await until(() => control.queueLength() === 0, 20_000)
    assert.equal(rejections(), 10)
  })
})

test('clients that never read their answers hold no place', async () => {
  const limits = { maxConcurrent: 2, maxQueueWaitMs: 60_000, maxRejectionsPerSecond: 100 }
  const { port, admitted, control, send } = await openServer(limits)
  const large = 'x'.repeat(20_000_000)
  const silent = Array.from({ length: 6 }, () => connect(port, '127.0.0.1').pause())
  for (const [i, socket] of silent.entries()) {
    socket.write(raw(i))
    await until(() => admitted.length === 1, 20_000)
    // More than the buffers of both ends take: the answer cannot be handed over whole.
    admitted.shift()?.response.end(large)
  }
  await send(2)
  assert.deepEqual([admitted.length, control.queueLength()], [2, 0])
  for (const socket of silent) socket.destroy()
})

test('the log reports rejected readings once a second at most', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const control = createReadingAdmission(
    { log, metrics: noMetrics },
    { maxConcurrent: 0, maxQueueWaitMs: 50 },
  )
  const server = createHttpServers({ guard: control.guard }).create((_request, response) => response.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const { port } = server.address() as AddressInfo
  const post = () => fetch(`http://127.0.0.1:${port}${readings}`, { method: 'POST' })
  const answers = await Promise.all(Array.from({ length: 12 }, post))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [503])
  assert.equal(lines.length, 1, lines.join(''))
})

describe('a reading is recognized by what the router makes of its URL:', () => {
  const app = Fastify({ exposeHeadRoutes: false })
  app.post(readings, async () => 'reading')
  app.setNotFoundHandler(async () => 'other')
  const routed = async (url: string) => (await app.inject({ method: 'POST', url })).body === 'reading'
  /** inject would clean the URL up first, and the router must see it as it came. */
  const routedRaw = (url: string) => {
    const path = url.startsWith('http') ? new URL(url) : undefined
    return routed(path ? path.pathname + path.search : url)
  }
  const recognized = (url: string) => isReading({ method: 'POST', url } as IncomingMessage)

  const spellings: [string, boolean][] = [
    [readings, true],
    [`${readings}?a=1`, true],
    [`${readings}#a`, true],
    ['/api/device/sensor%2Dstream', true],
    ['/%61pi/device/%73ensor-stream', true],
    [`http://fallwatch.example.org${readings}`, true],
    [`https://x${readings}?y`, true],
    ['http://x/api/device/sensor%2dstream', true],
    [`${readings}/`, false],
    [`${readings}/batch`, false],
    ['/api/device/sensor%252Dstream', false],
    ['/api%2Fdevice/sensor-stream', false],
    ['/API/device/sensor-stream', false],
    ['/api/falls?/api/device/sensor-stream', false],
  ]
  for (const [url, expected] of spellings) {
    test(url, async () => {
      assert.equal(recognized(url), expected)
      assert.equal(await routedRaw(url), expected)
    })
  }

  test('any mix of encoded characters', async () => {
    const random = createRandom(7)
    const encode = (character: string) => {
      const hex = character.charCodeAt(0).toString(16)
      return `%${random() < 0.5 ? hex : hex.toUpperCase()}`
    }
    for (let round = 0; round < 500; round++) {
      const share = random() * 0.3
      const url = [...readings].map((c, i) => (i > 0 && random() < share ? encode(c) : c)).join('')
      if (await routed(url)) assert.ok(recognized(url), url)
    }
  })
})

describe('what is no reading', () => {
  /** The order in which requests are admitted that come in one round of the event loop. */
  function openControl(bounds: Partial<AdmissionOptions> = {}) {
    const order: string[] = []
    const control = createAdmissionControl({
      ...{ maxConcurrent: 10, maxQueueWaitMs: 60_000, maxRejectionsPerSecond: 100, maxOthersPerIteration: 2 },
      appliesTo: isReading,
      isUrgent,
      ...bounds,
    })
    const listener = control.guard((request) => void order.push(`${request.url}`))
    const send = (method: string, url: string, remoteAddress: string, headers = {}) => {
      const request = { method, url, headers, complete: true, socket: { remoteAddress } }
      const response = Object.assign(new EventEmitter(), { destroyed: false })
      listener(request as unknown as IncomingMessage, response as unknown as ServerResponse)
      return response
    }
    const round = () => new Promise(setImmediate)
    return { control, order, send, round }
  }
  const signedIn = { authorization: 'Bearer x' }

  test('comes a few in a round of the event loop, from each address in turn, after the readings', async () => {
    const { control, order, send, round } = openControl({ anonymousSpacingMs: 60_000 })
    for (let i = 0; i < 5; i++) send('GET', `/flood${i}`, '192.0.2.1')
    send('GET', '/honest', '192.0.2.2')
    send('POST', readings, '192.0.2.1')
    send('POST', '/api/falls', '192.0.2.1', signedIn)
    send('GET', '/api/caregivers/alerts?status=all', '192.0.2.1', signedIn)
    assert.deepEqual(order, ['/api/falls', '/api/caregivers/alerts?status=all'], 'at once')
    await round()
    assert.deepEqual(order.slice(2), [readings, '/flood0', '/honest'])
    await round()
    assert.deepEqual(order.slice(5), ['/flood1', '/flood2'])
    control.onConnection()
    await round()
    assert.deepEqual(order.slice(7), [], 'more connections may wait to be accepted in the next round')
    await round()
    assert.deepEqual(order.slice(7), ['/flood3', '/flood4'])
  })

  test('comes one in a round while connections arrive if it has a credential, which leaves room for others', async () => {
    const { control, order, send, round } = openControl({
      anonymousSpacingMs: 60_000,
      maxOthersPerIteration: 4,
    })
    for (let i = 0; i < 8; i++) send('GET', `/known${i}`, '192.0.2.1', signedIn)
    for (let i = 0; i < 8; i++) send('GET', `/unknown${i}`, '192.0.2.1')
    const admitted = async () => {
      await round()
      return order.splice(0)
    }
    assert.deepEqual(await admitted(), ['/known0', '/known1', '/known2', '/known3', '/unknown0', '/unknown1'])
    control.onConnection()
    assert.deepEqual(await admitted(), ['/known4'])
    control.onConnection()
    assert.deepEqual(await admitted(), ['/known5'])
    assert.deepEqual(await admitted(), ['/known6', '/known7', '/unknown2', '/unknown3'])
    assert.deepEqual(await admitted(), ['/unknown4', '/unknown5', '/unknown6', '/unknown7'])
  })

  test('takes turns by the /64 of an IPv6 address', async () => {
    const { order, send, round } = openControl()
    for (let i = 0; i < 5; i++) send('GET', `/flood${i}`, `2001:db8::${i}`)
    send('GET', '/honest', '2001:db8:0:1::1')
    await round()
    assert.deepEqual(order, ['/flood0', '/honest'])
  })

  test('takes no turn when its client has hung up', async () => {
    const { order, send, round } = openControl()
    for (let i = 0; i < 100; i++) send('GET', `/gone${i}`, '192.0.2.1').destroyed = true
    send('GET', '/one', '192.0.2.1')
    send('GET', '/other', '192.0.2.1')
    await round()
    assert.deepEqual(order, ['/one', '/other'])
  })

  for (const [credentials, headers, expected] of [
    ['no credentials', {}, false],
    ['a token', signedIn, true],
    ['a cookie', { cookie: 'session=x' }, true],
  ] as const) {
    test(`is ${expected ? '' : 'not '}urgent with ${credentials}, where somebody may have fallen`, () => {
      const isUrgentAt = (method: string, url: string) =>
        isUrgent({ method, url, headers } as unknown as IncomingMessage)
      assert.equal(isUrgentAt('POST', '/api/falls'), expected)
      assert.equal(isUrgentAt('GET', '/api/caregivers/alerts?status=all'), expected)
      assert.equal(isUrgentAt('POST', '/api/caregivers/alerts/1/acknowledge'), expected)
      for (const path of ['/api/sos', '/api/incidents/1/help', '/api/incidents/1/ok'])
        assert.equal(isUrgentAt('POST', path), expected, path)
      assert.equal(isUrgentAt('GET', '/api/falls'), false)
      assert.equal(isUrgentAt('POST', '/api/incidents/1/notes'), false)
      assert.equal(isUrgentAt('GET', '/api/caregivers/alertsX'), false)
      assert.equal(isUrgentAt('DELETE', '/api/caregivers/alerts'), false)
    })
  }

  test('is urgent at a webhook in, whose secret is in the path', () => {
    const isUrgentAt = (method: string, url: string) =>
      isUrgent({ method, url, headers: {} } as unknown as IncomingMessage)
    const secret = `fwi_${'x'.repeat(43)}`
    assert.ok(isUrgentAt('POST', `/api/intake/${secret}?event=up`))
    assert.ok(!isUrgentAt('GET', `/api/intake/${secret}`))
    for (const path of ['x', 'fwi_', `${secret}x`, `${secret}/a`])
      assert.ok(!isUrgentAt('POST', `/api/intake/${path}`))
  })

  test('is admitted alone in a round if it is urgent and large, from each address in turn', async () => {
    const { control, order, send, round } = openControl({ largeSpacingMs: 60_000 })
    const event = (name: string, address: string, headers: object) =>
      send('POST', `/api/device/events?${name}`, address, { ...signedIn, ...headers })
    const large = { 'content-length': '5000' }
    for (let i = 0; i < 3; i++) event(`first${i}`, '192.0.2.1', large)
    event('other', '192.0.2.2', { 'transfer-encoding': 'chunked' })
    event('small', '192.0.2.1', { 'content-length': '200' })
    const admitted = async () => {
      await round()
      return order.splice(0).map((url) => url.split('?')[1])
    }
    assert.deepEqual(await admitted(), ['small', 'first0'])
    assert.deepEqual(await admitted(), ['other'])
    control.onConnection()
    assert.deepEqual(await admitted(), [], 'more connections may wait to be accepted')
    assert.deepEqual(await admitted(), ['first1'])
    assert.deepEqual(await admitted(), ['first2'])
    assert.deepEqual(await admitted(), [])
  })

  test('is urgent so many times a round for each address; the rest come first in the next rounds', async () => {
    const { order, send, round } = openControl({ maxUrgentPerIteration: 3 })
    const fall = (name: string, address: string) => send('POST', `/api/falls?${name}`, address, signedIn)
    const names = () => order.splice(0).map((url) => url.replace('/api/falls?', ''))
    for (let i = 0; i < 8; i++) fall(`flood${i}`, '2001:db8::1').destroyed = i === 4
    fall('honest', '192.0.2.2')
    send('POST', readings, '192.0.2.2')
    assert.deepEqual(names(), ['flood0', 'flood1', 'flood2', 'honest'])
    await round()
    assert.deepEqual(names(), ['flood3', 'flood5', 'flood6', readings])
    fall('late', '2001:db8::2')
    assert.deepEqual(names(), [], 'its neighbours have had their share of this round')
    await round()
    assert.deepEqual(names(), ['flood7', 'late'])
    for (let i = 0; i < 3; i++) await round()
    for (let i = 0; i < 4; i++) fall(`again${i}`, '2001:db8::1')
    assert.deepEqual(names(), ['again0', 'again1', 'again2'])
  })
})
