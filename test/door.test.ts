import assert from 'node:assert/strict'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import pino from 'pino'
import { keepDoor } from '../src/http/door.ts'
import { noMetrics } from '../src/metrics/metrics.ts'

const lines: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
const server = createServer((incoming, answer) => {
  incoming.resume().on('end', () => answer.end('let in'))
})
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let crowded = false

before(async () => {
  keepDoor(server, { log, metrics: noMetrics }, () => crowded)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
after(() => {
  agent.destroy()
  server.close()
})
beforeEach(() => {
  crowded = true
})

/** All through one connection, which must outlive every refusal. */
function ask(method: string, path: string, body = '') {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; retryAfter: string | undefined; text: string; reused: boolean }>(
    (resolve, reject) => {
      const asked = request({ port, host: '127.0.0.1', method, path, agent }, (answer) => {
        let text = ''
        answer.on('data', (chunk) => {
          text += chunk
        })
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            text,
            reused: asked.reusedSocket,
          }),
        )
      })
      asked.on('error', reject)
      asked.end(body)
    },
  )
}

const readings = '/api/device/sensor-stream'

test('while it is crowded a reading is told to come back, and its connection stays', async () => {
  const first = await ask('POST', readings, 'x'.repeat(50_000))
  assert.deepEqual([first.status, first.retryAfter], [503, '1'])
  assert.deepEqual(JSON.parse(first.text), { success: false, error: 'Too many readings are waiting' })
  const second = await ask('POST', readings, '{}')
  assert.deepEqual([second.status, second.reused], [503, true])
  crowded = false
  const third = await ask('POST', readings, '{}')
  assert.deepEqual([third.status, third.text, third.reused], [200, 'let in', true])
})

test('everything else is let in', async () => {
  for (const [method, path] of [
    ['POST', '/api/falls'],
    ['POST', `${readings}/batch`],
    ['GET', '/api/alerts'],
    ['GET', readings],
  ] as const) {
    assert.equal((await ask(method, path)).text, 'let in', `${method} ${path}`)
  }
})

test('the log tells of it once a second at most', async () => {
  lines.length = 0
  for (let i = 0; i < 20; i++) await ask('POST', readings)
  assert.ok(lines.length <= 2, lines.join(''))
})
