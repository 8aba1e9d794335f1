import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
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
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const ended = exitOf(child)
  return {
    lines: (pattern: RegExp) => output.split('\n').filter((line) => pattern.test(line)),
    async stop() {
      killNow(child.pid ?? 0)
      await ended
    },
  }
}

test('the example device sends at its pace, keeps what it feels out of reach, and hands it in afterwards', async () => {
  const { id, token } = await service.signUp()
  const made = await service.call('POST', '/device/keys', { token, body: { name: 'Example' } })
  const mac = randomMac()
  const road = new Road(Number(new URL(await service.app.listen({ host: '127.0.0.1', port: 0 })).port))
  after(() => road.cut())
  await road.open()
  const walker = startDevice(road.port, made.body.data.key, mac)
  try {
    await until(() => walker.lines(/^200 live/).length >= 3, 60_000)
    assert.deepEqual(walker.lines(/^429/), [], 'it waits for its turn')
    road.cut()
    await until(() => walker.lines(/^0 batch/).length >= 1, 60_000)
    await road.open()
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
  assert.ok(seconds >= lived, `${seconds} s of motion were stored of the ${lived} s that it lived`)
  const gathered = walker.lines(/^200 batch/).map((line) => Number(/"stored":(\d+)/.exec(line)?.[1]))
  assert.ok(
    gathered.every((stored) => stored > 5),
    'what was felt out of reach is stored, reading by reading',
  )
})
