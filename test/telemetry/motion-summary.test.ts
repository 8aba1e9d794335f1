import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { batchReading, devicesOfUser, type Person, randomMac, sendReading } from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()

const whole = { accel_peak: [3, 4, 38], accel_mean: [0.1, 0.2, 9.8], accel_spread: 0.6 }
const details = { accel_low_share: 0.1, accel_peak_at: 0.5, accel_spread_first: 0.7 }
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))

const sendBatch = ({ token }: Person, readings: unknown[]) =>
  service.call('POST', '/device/sensor-stream/batch', { token, body: { device_id: randomMac(), readings } })

describe('the summary of a second is refused when it', () => {
  let rosa: Person
  before(async () => {
    rosa = await service.signUp()
  })

  const bad: [string, Record<string, unknown>, string[]][] = [
    ['lacks the peak', without('accel_peak'), ['accel_peak']],
    ['lacks the mean', without('accel_mean'), ['accel_mean']],
    ['lacks the spread', without('accel_spread'), ['accel_spread']],
    ['is only a peak', without('accel_mean', 'accel_spread'), ['accel_mean', 'accel_spread']],
    ['is only a spread', without('accel_peak', 'accel_mean'), ['accel_peak', 'accel_mean']],
    ['has a peak of two numbers', { ...whole, accel_peak: [3, 4] }, ['accel_peak']],
    ['has a mean of four numbers', { ...whole, accel_mean: [0, 0, 9.8, 0] }, ['accel_mean']],
    ['has text in a peak', { ...whole, accel_peak: [3, '4', 38] }, ['accel_peak.1']],
    ['has a peak that is too strong', { ...whole, accel_peak: [2000.001, 0, 0] }, ['accel_peak.0']],
    ['has a mean that is too strong', { ...whole, accel_mean: [0, 0, -2000.001] }, ['accel_mean.2']],
    ['has a number for a mean', { ...whole, accel_mean: 9.8 }, ['accel_mean']],
    ['has a negative spread', { ...whole, accel_spread: -0.001 }, ['accel_spread']],
    ['has too large a spread', { ...whole, accel_spread: 2000.001 }, ['accel_spread']],
    ['has a list for a spread', { ...whole, accel_spread: [0.6] }, ['accel_spread']],
    [
      'has only one of its details',
      { ...whole, accel_low_share: 0 },
      ['accel_peak_at', 'accel_spread_first'],
    ],
    ['has details and nothing else', details, ['accel_peak', 'accel_mean', 'accel_spread']],
    ['has a share of more than one', { ...whole, ...details, accel_low_share: 1.001 }, ['accel_low_share']],
    ['has null for a spread', { ...whole, accel_spread: null }, ['accel_spread']],
  ]
  for (const [title, more, places] of bad) {
    test(title, async () => {
      const answer = await sendReading(service, rosa.token, randomMac(), more)
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(Object.keys(answer.body.details).sort(), places.toSorted())
      assert.equal(await devicesOfUser(service, rosa.id), 0)
    })
  }

  test('comes in a batch', async () => {
    // A response describes twenty readings at most.
    for (const part of [bad.slice(0, 10), bad.slice(10)]) {
      const answer = await sendBatch(
        rosa,
        part.map(([, more]) => batchReading(service.ctx.now(), more)),
      )
      assert.equal(answer.status, 400, answer.text)
      const places = part.flatMap(([, , places], i) => places.map((place) => `readings.${i}.${place}`))
      assert.deepEqual(Object.keys(answer.body.details).sort(), places.sort())
    }
    assert.equal(await devicesOfUser(service, rosa.id), 0)
  })

  test('is not whole, and the message says what goes with it', async () => {
    const { body } = await sendReading(service, rosa.token, randomMac(), without('accel_mean'))
    assert.deepEqual(body.details, { accel_mean: 'is required with accel_peak and accel_spread' })
  })
})
