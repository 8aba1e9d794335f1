import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../harness/until.ts'
import type { DetectedFall } from '../../src/alerting/falls/falls.service.ts'
import { createPendingFalls } from '../../src/telemetry/ingest/pending-falls.ts'
import { countWaiting, whileLocked, whileUnavailable } from '../support/locks.ts'
import { addDevice, deviceNumber, fallsOf } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

/** Has a device that detects falls of so many minutes ago. */
async function aWearer() {
  const { id: userId, token } = await service.signUp()
  const { id: deviceId } = await addDevice(service, token)
  const fall = (minutesAgo: number): DetectedFall => ({
    ...{ userId, deviceId, confidence: 0.6, late: false },
    at: new Date(service.ctx.now().getTime() - minutesAgo * 60_000),
    motion: { accel: [30, 20, 10], gyro: [200, 90, 10] },
    evidence: {
      ...{ peakG: 4, turnDegrees: 80, stillSeconds: 0, secondsSince: 1 },
      ...{ gotUpAfterSeconds: null, raisedBy: [] },
    },
  })
  return { userId, deviceId, number: await deviceNumber(service, deviceId), fall }
}

/** Counts the attempts to record falls of a device that have failed. */
const failures = (deviceId: string) =>
  service.logLines.filter((line) => line.includes('could not be recorded') && line.includes(deviceId)).length

const recorded = async (deviceId: string) => (await fallsOf(service, deviceId)).length

test('falls that cannot be recorded keep those of other people waiting no longer than a round', async () => {
  const [rosa, luis] = [await aWearer(), await aWearer()]
  const pendingFalls = createPendingFalls(service.ctx)
  await whileLocked(service, 'select from users where id = $1 for update', [rosa.userId], async () => {
    for (let i = 1; i <= 5; i++) pendingFalls.add(rosa.number, rosa.fall(i))
    pendingFalls.add(luis.number, luis.fall(1))
    // The first of Rosa's waits for longer than this does.
    await until(async () => (await recorded(luis.deviceId)) === 1, 20_000)
    assert.equal(await recorded(rosa.deviceId), 0)
  })
  await until(() => pendingFalls.count() === 0, 20_000)
  assert.equal(await recorded(rosa.deviceId), 5)
  await pendingFalls.stop()
})

test('many people whose falls cannot be recorded do not keep the service from stopping', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, aWearer))
  const pendingFalls = createPendingFalls(service.ctx)
  await whileUnavailable(service, 'lock table falls in access exclusive mode', [], async () => {
    for (const { number, fall } of people) pendingFalls.add(number, fall(1))
    await pendingFalls.stop()
  })
  assert.equal(pendingFalls.count(), 12)
  // It tries two at a time, and gives up after the fourth failure.
  const attempts = people.filter(({ deviceId }) => failures(deviceId) > 0).length
  assert.ok(attempts >= 4 && attempts <= 5, `${attempts} attempts`)
})

test('a fall that becomes surer while it is being recorded is recorded as such', async () => {
  const { deviceId, number, fall } = await aWearer()
  const pendingFalls = createPendingFalls(service.ctx)
  const unsure = fall(1)
  await whileLocked(service, 'select from devices where id = $1 for update', [deviceId], async () => {
    pendingFalls.add(number, unsure)
    await until(async () => (await countWaiting(service)) === 1, 20_000)
    pendingFalls.add(number, { ...unsure, confidence: 0.9 })
  })
  await until(() => pendingFalls.count() === 0, 20_000)
  assert.deepEqual(
    (await fallsOf(service, deviceId)).map(({ confidence }) => confidence),
    [0.9],
  )
  await pendingFalls.stop()
})

test('a fall of the day before yesterday is kept as long as any other', async () => {
  const { deviceId, number, fall } = await aWearer()
  const pendingFalls = createPendingFalls(service.ctx)
  await whileUnavailable(service, 'select from devices where id = $1 for update', [deviceId], async () => {
    pendingFalls.add(number, fall(2 * 24 * 60))
    await until(() => failures(deviceId) >= 2, 20_000)
    assert.equal(pendingFalls.count(), 1)
  })
  await until(async () => (await recorded(deviceId)) === 1, 20_000)
  await pendingFalls.stop()
})
