import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { exitOf, killNow } from '../../harness/service-process.ts'
import { until } from '../../harness/until.ts'
import { builtFile } from '../runner/built-file.ts'
import { randomMac } from '../support/readings.ts'
import { useService } from '../support/service.ts'

const service = useService()
const device = builtFile('examples/node-device/device.ts')

/**
 * Loaded before the device: it prints how long the device is about to wait, and when it measures a second. Both take no
 * longer than WAIT_AT_MOST and MEASURE_EVERY: what the device does is known without waiting.
 */
const observer = `
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
const { setTimeout: sleep } = timers
const { setInterval: repeat } = globalThis
const { WAIT_AT_MOST = 'Infinity', MEASURE_EVERY = '1000' } = process.env
timers.setTimeout = (ms) => {
  if (ms > 20) console.log('waits ' + Math.round(ms))
  return sleep(Math.min(ms, Number(WAIT_AT_MOST)))
}
globalThis.setInterval = (act) =>
  repeat(() => {
    console.log('measures at ' + performance.now())
    act()
  }, Number(MEASURE_EVERY))
syncBuiltinESMExports()`

/** The way from a device to the service, which can be cut and mended. */
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

function startDevice(port: number, key: string, more: Record<string, string> = {}) {
  const { PATH } = process.env
  const settings = {
    FALLWATCH_API: `http://127.0.0.1:${port}/api`,
    FALLWATCH_KEY: key,
    FALLWATCH_MAC: randomMac(),
    ...more,
  }
  const preload = `data:text/javascript,${encodeURIComponent(observer)}`
  const child = spawn(process.execPath, ['--import', preload, device], { env: { PATH, ...settings } })
  let output = ''
  const seen: string[] = []
  const collect = (chunk: Buffer) => {
    const lines = (output + chunk).split('\n')
    output = lines.pop() ?? ''
    seen.push(...lines)
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = exitOf(child)
  const lines = (pattern: RegExp) => seen.filter((line) => pattern.test(line))
  return {
    lines,
    /** For how many milliseconds it waits after the lines of this kind. */
    waitsAfter: (pattern: RegExp) =>
      seen.flatMap((line, i) => {
        const next = seen.slice(i + 1).find((other) => other.startsWith('waits '))
        return pattern.test(line) && next ? [Number(next.slice(6))] : []
      }),
    /** How many seconds of motion the lines of this kind tell of. */
    seconds: (pattern: RegExp) => lines(pattern).reduce((sum, line) => sum + Number(line.split(' ')[2]), 0),
    async stop() {
      killNow(child.pid ?? 0)
      await ended
    },
  }
}

test('the example device sends at its pace, keeps what it measures offline, and backfills it afterwards', async () => {
  const { id, token } = await service.signUp()
  const made = await service.call('POST', '/device/keys', { token, body: { name: 'Example' } })
  const road = new Road(Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port))
  after(() => road.cut())
  await road.open()
  const walker = startDevice(road.port, made.body.data.key, { MEASURE_EVERY: '250' })
  const untilLines = (pattern: RegExp, count: number) =>
    until(() => walker.lines(pattern).length >= count, 60_000, `${count} lines like ${pattern}`)
  try {
    await untilLines(/^200 live/, 2)
    assert.deepEqual(walker.lines(/^429/), [], 'it waits for its slot')
    road.cut()
    await untilLines(/^0 batch/, 1)
    await road.open()
    await untilLines(/^200 batch/, 1)
    assertBacksOff(walker.waitsAfter(/^0 /))
    await untilLines(/^200 live/, walker.lines(/^200 live/).length + 1)
  } finally {
    await walker.stop()
  }
  const [found] = await service.ctx.db.query<{ id: string }>('select id from devices where user_id = $1', [
    id,
  ])
  const answer = await service.call('GET', `/device/${found?.id}/readings?samples=true&limit=100`, { token })
  assert.equal(answer.status, 200, answer.text)
  const readings: { uptime: number; samples: { rateHz: number; values: number[][] } }[] = answer.body.data
  const stored = readings.reduce((sum, { samples }) => sum + samples.values.length / samples.rateHz, 0)
  const acknowledged = walker.seconds(/^200 /)
  assert.ok(
    stored >= acknowledged,
    `${stored} s of motion were stored, and ${acknowledged} s acknowledged:\n${walker.lines(/^\d+ (live|batch)/).join('\n')}`,
  )
  // The uptime is rounded, and a little later than the line.
  const last = Math.max(...readings.map(({ uptime }) => uptime)) + 1
  const measured = walker.lines(/^measures at /).filter((line) => Number(line.split(' ')[2]) <= last).length
  assert.equal(stored, measured, 'every second until the last one that was stored is there, once')
  const batchSizes = walker.lines(/^200 batch/).map((line) => Number(/"stored":(\d+)/.exec(line)?.[1]))
  assert.ok(
    batchSizes.every((stored) => stored > 5),
    'what was measured offline is stored, reading by reading',
  )
})

/** Checks waits that begin with a second and double, and a quarter more at most. */
function assertBacksOff(waits: number[]): void {
  assert.ok(waits.length >= 1)
  for (const [i, wait] of waits.entries()) {
    const least = 1000 * 2 ** Math.min(i, 4)
    assert.ok(wait >= least && wait <= least * 1.25, `it waited for ${waits} ms`)
  }
}

describe('the example device does not press a service that cannot take its readings', {
  concurrency: true,
}, () => {
  const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()
  const until30s = (waits: number[]) =>
    // The date has no fractions of a second, and a busy machine takes some time to read it.
    assert.ok(
      waits.every((wait) => wait > 15_000 && wait <= 37_500),
      `it waited for ${waits} ms`,
    )
  const cases: [
    title: string,
    status: number,
    retryAfter: () => string | undefined,
    check: (waits: number[]) => void,
  ][] = [
    ['which does not say when to come back', 503, () => undefined, assertBacksOff],
    ['which says so with a date', 503, () => soon(30), until30s],
    ['which says so with a date that is over', 503, () => soon(-30), assertBacksOff],
    ['which says something else', 503, () => 'soon', assertBacksOff],
    [
      'which asks for more time than a timer can hold',
      503,
      () => '99999999',
      (waits) => assert.deepEqual(new Set(waits), new Set([600_000])),
    ],
    [
      'which counts without saying when to come back',
      429,
      () => undefined,
      (waits) => assert.deepEqual(new Set(waits), new Set([1000])),
    ],
    ['which counts and says when, with a date', 429, () => soon(30), until30s],
  ]
  for (const [title, status, retryAfter, check] of cases) {
    test(title, async () => {
      const server = createHttpServer((request, response) => {
        const header = retryAfter()
        request.resume()
        response.writeHead(status, header === undefined ? {} : { 'retry-after': header }).end()
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const walker = startDevice(port, 'fwk_none', { WAIT_AT_MOST: '50', MEASURE_EVERY: '50' })
      const waits = () => walker.waitsAfter(new RegExp(`^${status} `))
      try {
        await until(() => waits().length >= 4, 60_000, 'four attempts')
        check(waits())
      } finally {
        await walker.stop()
        server.close()
      }
    })
  }
})
