import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDeviceLogWriter } from '../../src/telemetry/devices/device-logs.service.ts'
import { createBatchSlots } from '../../src/telemetry/ingest/batch-slots.ts'
import { createDeviceCache } from '../../src/telemetry/ingest/device-cache.ts'
import type { DeviceRateLimiter, MissedReading } from '../../src/telemetry/ingest/device-rate-limiter.ts'
import { toReading } from '../../src/telemetry/ingest/ingest.schemas.ts'
import { createPendingFalls } from '../../src/telemetry/ingest/pending-falls.ts'
import { type IngestParts, ingestReading } from '../../src/telemetry/ingest/pipeline.ts'
import { openWriter } from '../support/reading-writer.ts'
import {
  addDevice,
  batchReading,
  type Fields,
  fallSequence,
  fallsOf,
  goodReading,
  impactIndex,
  lying,
  randomMac,
  sampledSecond,
  standing,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

/** Somebody stands for a while, falls and lies there. */
const sequence = [...Array<Fields>(10).fill(standing), ...fallSequence, ...Array<Fields>(5).fill(lying)]
const impactAt = 10 + impactIndex

/** Gives a reading of the sequence its motion as samples, too. */
const sampled = (fields: Fields, i: number): Fields => ({ ...fields, ...sampledSecond(i - impactAt) })

const clockLines = async (deviceId: string) =>
  service.ctx.db.query<{ type: string; message: string }>(
    `select type, message from device_logs join devices on number = device
     where devices.id = $1 and message like 'Device clock%'`,
    [deviceId],
  )

const clocks: [title: string, clock: (n: number) => number][] = [
  ['is always 0', () => 0],
  ['never advances', () => 987_654],
  ['counts seconds', (n) => 100 + n],
  ['counts microseconds', (n) => 5_000_000 + n * 1_000_000],
  ['jumps back each time', (n) => 50_000_000 - n * 7],
  ['starts anew with every reading', (n) => 340 + ((n * 37) % 23)],
]

for (const [title, clock] of clocks) {
  for (const [kind, fieldsOf] of [
    ['peaks', (fields: Fields, _: number) => fields],
    ['samples', sampled],
  ] as const) {
    test(`the fall of a device is detected whose clock ${title}, by its ${kind}`, async () => {
      const rosa = await service.signUp()
      const device = await addDevice(service, rosa.token, { ...fieldsOf(standing, 0), uptime_ms: clock(0) })
      const answers = []
      for (const [i, fields] of sequence.entries()) {
        answers.push(await device.send({ ...fieldsOf(fields, i), uptime_ms: clock(i + 1) }))
      }
      assert.ok(
        answers.slice(0, impactAt).every(({ fallDetected }) => !fallDetected),
        'nothing before the impact',
      )
      assert.ok(
        answers.slice(impactAt).some(({ fallDetected }) => fallDetected),
        JSON.stringify(answers.map(({ fallConfidence }) => fallConfidence)),
      )
      const falls = await fallsOf(service, device.id)
      assert.equal(falls.length, 1)
      const impactTime = Date.parse(answers[impactAt]?.timestamp)
      assert.ok(Math.abs((falls[0]?.createdAt.getTime() ?? 0) - impactTime) < 1500)
      const lines = await clockLines(device.id)
      assert.deepEqual(
        lines.map(({ type }) => type),
        ['WARNING'],
        'one line, however long it goes on',
      )
      const { body } = await service.call('GET', `/device/${device.id}/status`, { token: rosa.token })
      assert.equal(body.data.uptime, clock(sequence.length), 'what is kept is what was submitted')
    })
  }
}

describe('of a device whose clock is wrong', () => {
  test('a silence is no new episode, and a clock that is set right and fails again is one', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token, { uptime_ms: 7 })
    const send = async (count: number, clock: (n: number) => number) => {
      for (let n = 0; n < count; n++) await device.send({ ...standing, uptime_ms: clock(n) })
    }
    await send(8, () => 7)
    assert.equal((await clockLines(device.id)).length, 1)
    service.advance('10m')
    await send(8, () => 7)
    assert.equal((await clockLines(device.id)).length, 1)
    await send(15, (n) => 1000 + n * 1000)
    await send(8, () => 7)
    assert.equal((await clockLines(device.id)).length, 2)
  })

  test('the fall of a batch is detected by the times that it gave its readings', async () => {
    const rosa = await service.signUp()
    const begunAt = service.ctx.now().getTime() - 3_600_000
    const readings = sequence.map((fields, i) =>
      batchReading(new Date(begunAt + i * 1000), { ...fields, uptime_ms: 0 }),
    )
    const body = { device_id: randomMac(), readings }
    const answer = await service.call('POST', '/device/sensor-stream/batch', { token: rosa.token, body })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.data.fallDetected, true)
    const [fall] = await fallsOf(service, answer.body.data.deviceId)
    assert.equal(fall?.createdAt.getTime(), begunAt + impactAt * 1000)
  })
})

test('a reading that was sent again is no motion, of a device whose clock is right', async () => {
  const rosa = await service.signUp()
  const device = await addDevice(service, rosa.token, { uptime_ms: 1000 })
  for (let n = 2; n < 12; n++) await device.send({ ...standing, uptime_ms: n * 1000 })
  const { fallConfidence } = await device.send({ ...fallSequence[impactIndex], uptime_ms: 11_000 })
  assert.equal(fallConfidence, 0)
  assert.deepEqual(await clockLines(device.id), [])
})

test('processes that a device sends to in turn find the same fall, and write one line', async () => {
  const rosa = await service.signUp()
  const mac = randomMac()
  const shared: MissedReading[] = []
  // What Redis does: each process gets the readings that the others received since its last request.
  const rateLimiter: DeviceRateLimiter = {
    async acquire(_key, now, lastSequence, [one]) {
      const missed = shared.slice(lastSequence)
      if (one) shared.push({ ...one, receivedAtMs: now.getTime() })
      const sequence = shared.length
      return {
        nextAllowedAt: now,
        receivedAtMs: now.getTime(),
        previousSequence: sequence - 1,
        sequence,
        missed,
      }
    },
    release: async () => {},
  }
  const { ctx, store } = service
  const writer = openWriter(service)
  const pendingFalls = createPendingFalls(ctx)
  const processes = Array.from(
    { length: 3 },
    (): IngestParts => ({
      ...{ ctx, rateLimiter, writer, pendingFalls, backfillQuota: undefined, intervalMs: 1000 },
      batchSlots: createBatchSlots(),
      writeLog: createDeviceLogWriter(ctx.db),
      endSilence: async () => {},
      devices: createDeviceCache(ctx, store.heartbeat),
    }),
  )
  const detected: boolean[] = []
  let deviceId = ''
  for (const [i, fields] of sequence.entries()) {
    const process = processes[i % processes.length] as IngestParts
    const body = goodReading(mac, { ...fields, uptime_ms: 0 }) as unknown as Parameters<typeof toReading>[0]
    const answer = await ingestReading(process, rosa.id, mac, toReading(body))
    detected.push(answer.fallDetected)
    deviceId = answer.deviceId
    service.advance('1s')
  }
  for (const { devices } of processes) devices.stop()
  await pendingFalls.stop()
  assert.ok(detected.slice(impactAt).includes(true))
  assert.equal((await fallsOf(service, deviceId)).length, 1)
  assert.equal((await clockLines(deviceId)).length, 1)
})
