import assert from 'node:assert/strict'
import { Agent, type ClientRequest, createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, afterEach, before, test } from 'node:test'
import pino from 'pino'
import { type Door, keepDoor } from '../src/http/door.ts'
import { noMetrics } from '../src/metrics/metrics.ts'
import { until } from './support/until.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
const limits = { inside: 2, patience: 300, refusals: 100 }
const readings = '/api/device/sensor-stream'

/** Who is inside stays there until let go, in the order in which they came in. */
const inside: { number: string; answer: ServerResponse }[] = []
const server = createServer((incoming, answer) => {
  const { url = '', headers } = incoming
  if (url !== readings || incoming.method !== 'POST') answer.end('let in')
  else incoming.resume().on('end', () => inside.push({ number: String(headers.number), answer }))
})
const agent = new Agent({ keepAlive: true })
let door: Door

before(async () => {
  door = keepDoor(server, { log, metrics: noMetrics }, limits)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
after(() => {
  agent.destroy()
  server.close()
})
afterEach(async () => {
  while (inside.length > 0 || door.waiting() > 0) {
    letGo()
    await new Promise(setImmediate)
  }
  lines.length = 0
})

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

function ask(method: string, path: string, { number = 0, body = '', by = agent } = {}): Asked {
  const { port } = server.address() as AddressInfo
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

/** send has so many readings arrive one after the other. */
async function send(count: number): Promise<Asked[]> {
  const asked: Asked[] = []
  for (let number = 0; number < count; number++) {
    asked.push(ask('POST', readings, { number }))
    await until(() => door.waiting() + inside.length === number + 1, 1000)
  }
  return asked
}

/** sendTogether has so many readings arrive at once, in any order. */
async function sendTogether(count: number): Promise<Asked[]> {
  const asked = Array.from({ length: count }, (_, number) => ask('POST', readings, { number }))
  await until(() => door.waiting() + inside.length === count, 1000)
  return asked
}

function letGo(): string | undefined {
  const first = inside.shift()
  first?.answer.end('stored')
  return first?.number
}

test('so many are inside at once; the others wait, and come in one by one as somebody leaves', async () => {
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

test('who has waited long enough is told to come back, and who is inside is not', async () => {
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

test('not all are turned away at once: those who are inside need the time', async () => {
  const asked = await sendTogether(40)
  const answers = asked.map(({ answer }) => answer)
  assert.equal((await Promise.race(answers)).status, 503)
  const left = door.waiting()
  assert.ok(left > 20, `${left} still wait`)
  await until(() => door.waiting() === 0, 2000)
  assert.equal(inside.length, 2)
})

test('a connection outlives a refusal, whatever it carried', async () => {
  const one = new Agent({ keepAlive: true, maxSockets: 1 })
  await send(2)
  const refused = await ask('POST', readings, { body: 'x'.repeat(50_000), by: one }).answer
  const other = await ask('GET', '/api/health', { by: one }).answer
  assert.deepEqual([refused.status, other.status, other.reused], [503, 200, true])
  one.destroy()
})

test('who hangs up while waiting is passed over', async () => {
  const asked = await send(4)
  asked[2]?.call.destroy()
  await new Promise((resolve) => setTimeout(resolve, 20))
  letGo()
  await until(() => inside.length === 2, 1000)
  assert.deepEqual(
    inside.map(({ number }) => number),
    ['1', '3'],
  )
})

test('who hangs up inside makes room', async () => {
  const asked = await send(3)
  asked[0]?.call.destroy()
  await until(() => inside.length === 3, 1000)
  assert.equal(door.waiting(), 0)
})

test('whatever is no reading goes past the line', async () => {
  await send(5)
  for (const [method, path] of [
    ['POST', '/api/falls'],
    ['POST', `${readings}/batch`],
    ['GET', '/api/alerts'],
    ['GET', readings],
  ] as const) {
    assert.equal((await ask(method, path).answer).text, 'let in', `${method} ${path}`)
  }
  assert.deepEqual([inside.length, door.waiting()], [2, 3])
})

test('the log tells of refusals once a second at most', async () => {
  await sendTogether(12)
  await until(() => door.waiting() === 0, 2000)
  assert.ok(lines.length <= 1, lines.join(''))
})
