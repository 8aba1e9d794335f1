import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fallLevel, fallLevels } from '../../src/detection/levels/fall-level.ts'
import {
  addDevice,
  type Fields,
  fallSequence,
  fallsOf,
  impactIndex,
  knock,
  lying,
  motion,
  sampledSecond,
  sendReading,
  standing,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

type Device = Awaited<ReturnType<typeof addDevice>>

/** Sends readings, one a second, from a moment of the device's own clock on. */
async function sendSequence(device: Device, sequence: Fields[], uptime: number) {
  const answers = []
  for (const [i, fields] of sequence.entries()) {
    answers.push(await device.send({ ...fields, uptime_ms: uptime + i * 1000 }))
  }
  return answers
}

describe('a fall that a device detects', () => {
  test('is one event, whose confidence and level only rise', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    let before = { confidence: 0, status: 'NO_FALL' }
    const sequence = [...fallSequence, ...Array<Fields>(20).fill(lying)]
    for (const [i, fields] of sequence.entries()) {
      const answer = await device.send({ ...fields, uptime_ms: 10_000 + i * 1000 })
      const falls = await fallsOf(service, device.id)
      assert.equal(falls.length, i < impactIndex ? 0 : 1)
      const [fall = before] = falls
      assert.ok(fall.confidence >= before.confidence, `${before.confidence} then ${fall.confidence}`)
      assert.ok(levelOf(fall.status) >= levelOf(before.status))
      assert.ok(fall.confidence >= answer.fallConfidence - 0.001)
      assert.equal(answer.fallDetected, answer.fallConfidence > 0.5)
      before = fall
    }
    const [fall] = await fallsOf(service, device.id)
    assert.deepEqual([fall?.status, fall?.late, fall?.accel], ['CONFIRMED', false, [35, 25, 38]])
    assert.equal(fall?.status, fallLevel(fall?.confidence ?? 0))
    assert.ok(before.confidence >= 0.9)
  })

  test('has the owner and the time of its impact, though the assessment came later', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    const answers = await sendSequence(device, fallSequence, 10_000)
    const [row] = await service.ctx.db.query<{ userId: string; createdAt: Date }>(
      'select user_id as "userId", created_at as "createdAt" from falls where device_id = $1',
      [device.id],
    )
    assert.deepEqual([row?.userId, row?.createdAt.toISOString()], [rosa.id, answers[impactIndex].timestamp])
  })

  test('is a suspicion at once, and answered as a fall after the next seconds', async () => {
    const { token } = await service.signUp()
    const device = await addDevice(service, token)
    const soon = await sendSequence(device, fallSequence.slice(0, impactIndex + 1), 10_000)
    assert.ok(soon.slice(0, -1).every(({ fallConfidence }) => fallConfidence === 0))
    const { fallDetected, fallConfidence } = soon.at(-1)
    assert.equal(fallDetected, false)
    assert.ok(fallConfidence > 0.3 && fallConfidence <= 0.5, String(fallConfidence))
    assert.equal((await fallsOf(service, device.id))[0]?.status, 'SUSPICIOUS')
    const later = await sendSequence(device, fallSequence.slice(impactIndex + 1), 10_000 + soon.length * 1000)
    const detectedAt = later.findIndex((answer) => answer.fallDetected)
    assert.ok(detectedAt >= 0 && detectedAt < 3, `after ${detectedAt + 1} s`)
    assert.ok(later.slice(detectedAt).every((answer) => answer.fallDetected))
  })

  test('is found in samples that the readings themselves missed', async () => {
    const { token } = await service.signUp()
    const device = await addDevice(service, token)
    const answers = await sendSequence(device, sampledFall(standing), 10_000)
    assert.ok(answers[impactIndex].fallConfidence > 0.3 && answers[impactIndex].fallConfidence <= 0.5)
    assert.equal(answers.at(-1).fallDetected, true)
    const falls = await fallsOf(service, device.id)
    const hardest = Math.max(
      ...(sampledSecond(0).samples as number[][]).map(([x = 0, y = 0, z = 0]) => Math.hypot(x, y, z)),
    )
    assert.equal(falls.length, 1)
    assert.ok(Math.abs(Math.hypot(...(falls[0]?.accel ?? [])) - hardest) < 0.1)
  })
})

test('a suspicion is recorded, but not called a fall', async () => {
  const { token } = await service.signUp()
  const device = await addDevice(service, token)
  const moving = motion([0, 4, 13], [40, 0, 0])
  const sequence = [standing, motion([0, 0, 28]), moving, moving, moving, moving, moving]
  const answers = await sendSequence(device, sequence, 10_000)
  assert.ok(answers[1].fallConfidence > 0.3 && answers[1].fallConfidence <= 0.5)
  assert.ok(answers.every(({ fallDetected }) => fallDetected === false))
  const falls = await fallsOf(service, device.id)
  assert.deepEqual(
    falls.map(({ status }) => status),
    ['SUSPICIOUS'],
  )
  assert.equal(answers.at(-1).fallConfidence, 0)
  assert.equal((await device.send({ uptime_ms: 60_000 })).healthScore, 100)
})

test('standing and walking are recorded as nothing', async () => {
  const { token } = await service.signUp()
  const device = await addDevice(service, token)
  const walk = Array.from({ length: 20 }, (_, i) => motion([0, 3 * Math.sin(i), 9.81 + 4 * Math.cos(i)]))
  const answers = await sendSequence(device, walk, 10_000)
  assert.ok(answers.every(({ fallConfidence }) => fallConfidence === 0))
  assert.equal((await fallsOf(service, device.id)).length, 0)
})

describe('another fall is an event of its own', () => {
  test('five minutes later', async () => {
    const { token } = await service.signUp()
    const device = await addDevice(service, token)
    await sendSequence(device, fallSequence, 10_000)
    service.advance('5m')
    await sendSequence(device, fallSequence, 316_000)
    const statuses = (await fallsOf(service, device.id)).map(({ status }) => status)
    assert.deepEqual(statuses, ['CONFIRMED', 'CONFIRMED'])
  })

  const comebacks: [string, number][] = [
    ['a pause', 616_000],
    ['starting anew', 0],
  ]
  for (const [title, uptime] of comebacks) {
    test(`when it is the first thing a device sends after ${title}, and is weaker than the one before`, async () => {
      const { token } = await service.signUp()
      const device = await addDevice(service, token)
      await sendSequence(device, fallSequence, 10_000)
      service.advance('10m')
      const [answer] = await sendSequence(device, [knock], uptime)
      assert.ok(answer.fallConfidence > 0.3 && answer.fallConfidence <= 0.5)
      const statuses = (await fallsOf(service, device.id)).map(({ status }) => status)
      assert.deepEqual(statuses, ['CONFIRMED', 'SUSPICIOUS'])
    })
  }

  test('of another device, even at the same moment', async () => {
    const { token } = await service.signUp()
    const devices = [await addDevice(service, token), await addDevice(service, token)]
    for (const device of devices) await device.send({ ...knock, uptime_ms: 9000 })
    for (const { id } of devices) assert.equal((await fallsOf(service, id)).length, 1)
  })
})

test('a device that starts anew after an impact causes no second one', async () => {
  const { token } = await service.signUp()
  const device = await addDevice(service, token)
  await sendSequence(device, [standing, knock], 500_000)
  const [before] = await fallsOf(service, device.id)
  const answers = await sendSequence(device, Array<Fields>(6).fill(lying), 0)
  assert.equal(answers.at(-1).fallConfidence, 0)
  const falls = await fallsOf(service, device.id)
  assert.deepEqual(falls, [before])
})

describe('falls of the last 30 days lower the health score', () => {
  const score = async (device: Device) => (await device.send({ uptime_ms: 900_000 })).healthScore

  test('of the device that detected them, the more the more there were', async () => {
    const { token } = await service.signUp()
    const device = await addDevice(service, token)
    const scores = [device.first.healthScore]
    for (let i = 0; i < 2; i++) {
      await sendSequence(device, fallSequence, 10_000)
      service.advance('5m')
      scores.push(await score(device))
    }
    const [before, afterOne, afterTwo] = scores
    assert.ok(before === 100 && afterOne < before && afterTwo < afterOne, scores.join())
  })

  test('of every device of the person, also one that sends already', async () => {
    const { token } = await service.signUp()
    const [device, other] = [await addDevice(service, token), await addDevice(service, token)]
    assert.equal(other.first.healthScore, 100)
    await sendSequence(device, fallSequence, 10_000)
    const newcomer = await addDevice(service, token)
    assert.ok(newcomer.first.healthScore < 100)
    assert.ok((await score(other)) < 100, 'the device that sent before does not know')
  })

  test('and do so no longer when they are older, though the device never stopped sending', async () => {
    const rosa = await service.signUp()
    const device = await addDevice(service, rosa.token)
    await sendSequence(device, fallSequence, 10_000)
    assert.ok((await score(device)) < 100)
    service.advance('31d')
    const token = (await service.logIn(rosa.email)).body.token
    const { data } = (await sendReading(service, token, device.mac, { uptime_ms: 2_000_000 })).body
    assert.equal(data.healthScore, 100)
  })

  test('of nobody else', async () => {
    const [rosa, luis] = [await service.signUp(), await service.signUp()]
    await sendSequence(await addDevice(service, rosa.token), fallSequence, 10_000)
    assert.equal((await addDevice(service, luis.token)).first.healthScore, 100)
  })
})

/** A fall with its motion between the readings, which themselves show nothing. */
const sampledFall = (reading: Fields): Fields[] =>
  Array.from({ length: 12 }, (_, i) => ({ ...reading, ...sampledSecond(i - impactIndex) }))

function levelOf(status: string): number {
  return (fallLevels as readonly string[]).indexOf(status)
}
