import assert from 'node:assert/strict'
import { Agent, type ClientRequest, createServer, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { type DoorLimits, keepDoor } from '../src/http/door.ts'
import { noMetrics } from '../src/metrics/metrics.ts'
import { until } from './support/until.ts'

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

/** openHouse is a server with a door; whose reading is inside stays there until let go, first come first. */
async function openHouse(limits: DoorLimits) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const inside: { number: string; answer: ServerResponse }[] = []
  const server = createServer((incoming, answer) => {
    const { url = '', headers, method } = incoming
    if (!url.startsWith(readings) || url.includes('batch') || method !== 'POST') answer.end('let in')
    else incoming.resume().on('end', () => inside.push({ number: String(headers.number), answer }))
  })
  const agent = new Agent({ keepAlive: true })
  const door = keepDoor(server, { log, metrics: noMetrics }, limits)
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

  const there = () => door.waiting() + inside.length

  return {
    port,
    door,
    inside,
    lines,
    ask,
    there,
    /** Has so many readings arrive one after the other. */
    async send(count: number): Promise<Asked[]> {
      const asked: Asked[] = []
      for (let number = 0; number < count; number++) {
        asked.push(ask('POST', readings, { number }))
        await until(() => there() === number + 1, 1000)
      }
      return asked
    },
    /** Has so many readings arrive at once, in any order. */
    async sendTogether(count: number): Promise<Asked[]> {
      const asked = Array.from({ length: count }, (_, number) => ask('POST', readings, { number }))
      await until(() => there() === count, 1000)
      return asked
    },
    letGo(): string | undefined {
      const first = inside.shift()
      first?.answer.end('stored')
      return first?.number
    },
  }
}

/** raw is a request as its bytes. */
const raw = (number: number, length = 0) =>
  `POST ${readings} HTTP/1.1\r\nhost: x\r\nnumber: ${number}\r\ncontent-length: ${length}\r\n\r\n`

describe('there is room for two', () => {
  const limits = { inside: 2, patience: 60_000, refusals: 100 }

  test('the others wait, and come in one by one as somebody leaves', async () => {
    const { send, inside, door, letGo } = await openHouse(limits)
    const asked = await send(5)
    assert.deepEqual([inside.length, door.waiting()], [2, 3])
    const left: (string | undefined)[] = []
    for (let i = 0; i < 5; i++) {
      await until(() => inside.length === Math.min(2, 5 - i), 1000)
      left.push(letGo())
    }
    assert.deepEqual(left, ['0', '1', '2', '3', '4'])
    for (const { answer } of asked) assert.equal((await answer).text, 'stored')
  })

  test('who hangs up while waiting is passed over', async () => {
    const { send, inside, letGo } = await openHouse(limits)
    const asked = await send(4)
    asked[2]?.call.destroy()
    await sleep(50)
    letGo()
    await until(() => inside.length === 2, 1000)
    assert.deepEqual(
      inside.map(({ number }) => number),
      ['1', '3'],
    )
  })

  test('who hangs up inside makes room', async () => {
    const { send, inside, door } = await openHouse(limits)
    const asked = await send(3)
    asked[0]?.call.destroy()
    await until(() => inside.length === 3, 1000)
    assert.equal(door.waiting(), 0)
  })

  test('who sends several at once over one connection has one in line, and takes no place by hanging up', async () => {
    const { port, inside, door, there, letGo, send } = await openHouse(limits)
    const socket = connect(port, '127.0.0.1')
    socket.write(Array.from({ length: 10 }, (_, i) => raw(i)).join(''))
    await until(() => inside.length === 1, 1000)
    await sleep(50)
    assert.equal(there(), 1)
    assert.equal(letGo(), '0')
    await until(() => inside.length === 1, 1000)
    socket.destroy()
    await sleep(50)
    inside.length = 0
    await send(3)
    assert.deepEqual([inside.length, door.waiting()], [2, 1])
  })

  test('who keeps the end of a request back takes no place', async () => {
    const { port, inside, door, send } = await openHouse(limits)
    const slow = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'))
    for (const socket of slow) socket.write(raw(9, 2))
    await sleep(50)
    await send(2)
    assert.deepEqual([inside.length, door.waiting()], [2, 0])
    for (const socket of slow) socket.write('{}')
    await until(() => inside.length === 6, 1000)
    for (const socket of slow) socket.destroy()
  })

  test('whatever is no reading goes past the line', async () => {
    const { send, ask, inside, door } = await openHouse(limits)
    await send(5)
    for (const [method, path] of [
      ['POST', '/api/falls'],
      ['POST', `${readings}/batch`],
      ['GET', '/api/alerts'],
      ['GET', readings],
    ] as const) {
      assert.equal((await ask(method, path).answer).text, 'let in', `${method} ${path}`)
    }
    ask('POST', `${readings}?again`)
    await until(() => door.waiting() === 4, 1000)
    assert.equal(inside.length, 2)
  })
})

describe('patience ends', () => {
  const limits = { inside: 2, patience: 300, refusals: 100 }

  test('who has waited long enough is told to come back, and who is inside is not', async () => {
    const { send, inside, door, letGo } = await openHouse(limits)
    const asked = await send(4)
    for (const { answer } of asked.slice(2)) {
      const { status, retryAfter, text } = await answer
      assert.deepEqual([status, retryAfter], [503, '1'])
      assert.deepEqual(JSON.parse(text), { success: false, error: 'Too many readings are waiting' })
    }
    assert.deepEqual([inside.length, door.waiting()], [2, 0])
    letGo()
    assert.equal((await asked[0]?.answer)?.text, 'stored')
  })

  test('also of those who came all at once', async () => {
    const { port, inside, door } = await openHouse(limits)
    const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
    for (const [i, socket] of sockets.entries()) socket.write(raw(i))
    await until(() => inside.length === 2 && door.waiting() === 0, 2000)
    for (const socket of sockets) socket.destroy()
  })

  test('not all are turned away at once: those who are inside need the time', async () => {
    const { sendTogether, inside, door } = await openHouse(limits)
    const asked = await sendTogether(40)
    const answers = asked.map(({ answer }) => answer)
    assert.equal((await Promise.race(answers)).status, 503)
    const left = door.waiting()
    assert.ok(left > 20, `${left} still wait`)
    await until(() => door.waiting() === 0, 2000)
    assert.equal(inside.length, 2)
  })

  test('a connection outlives a refusal, whatever it carried', async () => {
    const { send, ask } = await openHouse(limits)
    const one = new Agent({ keepAlive: true, maxSockets: 1 })
    await send(2)
    const refused = await ask('POST', readings, { body: 'x'.repeat(50_000), by: one }).answer
    const other = await ask('GET', '/api/health', { by: one }).answer
    assert.deepEqual([refused.status, other.status, other.reused], [503, 200, true])
    one.destroy()
  })

  test('the log tells of it once a second at most', async () => {
    const { sendTogether, door, lines } = await openHouse(limits)
    await sendTogether(12)
    await until(() => door.waiting() === 0, 2000)
    assert.equal(lines.length, 1, lines.join(''))
  })
})
