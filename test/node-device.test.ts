import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitOf, killNow } from './support/process.ts'
import { randomMac } from './support/readings.ts'
import { useService } from './support/service.ts'
import { until } from './support/until.ts'

const service = useService()
const device = join(import.meta.dirname, '../examples/node-device/device.ts')
/** Road is the way from a device to the service, which can be cut and mended. */
class Road {
  private readonly servicePort: number
  private server: Server | undefined
  private readonly travellers = new Set<Socket>()
  port = 0

  constructor(servicePort: number) {
    this.servicePort = servicePort
  }

  async open(): Promise<void> {
    const server = createServer((from) => {
      const to = connect(this.servicePort, '127.0.0.1')
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        this.travellers.add(one)
        one.on('error', () => {}).on('close', () => other.destroy())
        one.pipe(other)
      }
    })
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.address() as AddressInfo).port
    this.server = server
  }

  cut(): void {
    this.server?.close()
    for (const traveller of this.travellers) traveller.destroy()
    this.travellers.clear()
  }
}

function startDevice(port: number, key: string, mac: string) {
  const { PATH } = process.env
  const settings = {
    FALLWATCH_API: `http://127.0.0.1:${port}/api`,
    FALLWATCH_KEY: key,
    FALLWATCH_MAC: mac,
  }
  const child = spawn(process.execPath, ['--import', 'tsx', device], { env: { PATH, ...settings } })
  let output = ''
  const seen: { line: string; at: number }[] = []
  const collect = (chunk: Buffer) => {
    const lines = (output + chunk).split('\n')
    output = lines.pop() ?? ''
    seen.push(...lines.map((line) => ({ line, at: performance.now() })))
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = exitOf(child)
  return {
    lines: (pattern: RegExp) => seen.map(({ line }) => line).filter((line) => pattern.test(line)),
    /** The milliseconds between one line of these and the next. */
    pauses(pattern: RegExp): number[] {
      const times = seen.filter(({ line }) => pattern.test(line)).map(({ at }) => at)
      return times.slice(1).map((at, i) => at - (times[i] ?? 0))
    },
    async stop() {
      killNow(child.pid ?? 0)
      await ended
    },
  }
}

test('the example device sends at its pace, keeps what it measures offline, and backfills it afterwards', async () => {
  const { id, token } = await service.signUp()
  const made = await service.call('POST', '/device/keys', { token, body: { name: 'Example' } })
  const mac = randomMac()
  const road = new Road(Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port))
  after(() => road.cut())
  await road.open()
  const walker = startDevice(road.port, made.body.data.key, mac)
  try {
    await until(() => walker.lines(/^200 live/).length >= 3, 60_000)
    assert.deepEqual(walker.lines(/^429/), [], 'it waits for its slot')
    road.cut()
    await until(() => walker.lines(/^0 batch/).length >= 1, 60_000)
    await road.open()
    assertBacksOff(walker.pauses(/^0 /))
    await until(() => walker.lines(/^200 batch/).length >= 1, 60_000)
    const liveBefore = walker.lines(/^200 live/).length
    await until(() => walker.lines(/^200 live/).length > liveBefore, 60_000)
  } finally {
    await walker.stop()
  }
  const [found] = await service.ctx.db.query<{ id: string }>('select id from devices where user_id = $1', [
    id,
  ])
  const answer = await service.call('GET', `/device/${found?.id}/readings?samples=true&limit=100`, { token })
  assert.equal(answer.status, 200, answer.text)
  const readings: { uptime: number; samples: { rateHz: number; values: number[][] } }[] = answer.body.data
  const seconds = readings.reduce((sum, { samples }) => sum + samples.values.length / samples.rateHz, 0)
  const uptimes = readings.map(({ uptime }) => uptime)
  const lived = (Math.max(...uptimes) - Math.min(...uptimes)) / 1000
  // On a busy machine the timer that measures once a second is late a little each time.
  assert.ok(seconds >= lived * 0.95, `${seconds} s of motion were stored of the ${lived} s that it lived`)
  const batchSizes = walker.lines(/^200 batch/).map((line) => Number(/"stored":(\d+)/.exec(line)?.[1]))
  assert.ok(
    batchSizes.every((stored) => stored > 5),
    'what was measured offline is stored, reading by reading',
  )
})

/** assertBacksOff checks pauses that begin with a second and double, and a quarter more at most, whatever the machine adds. */
function assertBacksOff(pauses: number[]): void {
  for (const [i, pause] of pauses.entries()) {
    const least = 1000 * 2 ** i
    // Lines are noticed a little later than they were written.
    assert.ok(pause > least - 300, `attempts came after ${pauses.map(Math.round)} ms`)
    assert.ok(pause < least * 1.25 + 2000, `attempts came after ${pauses.map(Math.round)} ms`)
  }
  assert.ok(pauses.length >= 1)
}

describe('the example device does not press a service that cannot take its readings', {
  concurrency: true,
}, () => {
  const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()
  const cases: [title: string, status: number, retryAfter: () => string | undefined, atMost: number][] = [
    ['which does not say when to come back', 503, () => undefined, 3],
    ['which says so with a date', 503, () => soon(30), 1],
    ['which says so with a date that is over', 503, () => soon(-30), 3],
    ['which says something else', 503, () => 'soon', 3],
    ['which asks for more time than a timer can hold', 503, () => '99999999', 1],
    ['which counts without saying when to come back', 429, () => undefined, 6],
    ['which counts and says when, with a date', 429, () => soon(30), 1],
  ]
  for (const [title, status, retryAfter, atMost] of cases) {
    test(title, async () => {
      let attempts = 0
      const server = createHttpServer((request, response) => {
        attempts++
        const header = retryAfter()
        request.resume()
        response.writeHead(status, header === undefined ? {} : { 'retry-after': header }).end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const walker = startDevice((server.address() as AddressInfo).port, 'fwk_none', randomMac())
      try {
        await until(() => attempts > 0, 60_000)
        await sleep(5000)
        assert.ok(attempts <= atMost, `${attempts} attempts in five seconds`)
      } finally {
        await walker.stop()
        server.close()
      }
    })
  }
})
