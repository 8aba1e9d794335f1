import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  addDevice,
  batchReading,
  type Fields,
  randomMac,
  readingsOfUser,
  sendReading,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService()
const second = 1000
const hour = 3600 * second
const day = 24 * hour

let invented = 0
/** So many readings that were never sent before, of a day ago. */
const readings = (count: number, fields: Fields = {}) =>
  Array.from({ length: count }, () =>
    batchReading(new Date(service.ctx.now().getTime() - day + ++invented * 7), fields),
  )

/** Sends batches, one a second, until one is refused or there is nothing left; it gives the last answer. */
async function backfill(token: string, mac: string, batches: number, fields: Fields = {}) {
  let stored = 0
  for (let i = 0; i < batches; i++) {
    const body = { device_id: mac, readings: readings(100, fields) }
    const answer = await service.call('POST', '/device/sensor-stream/batch', { token, body })
    if (answer.status !== 200) return { stored, refused: answer }
    stored += answer.body.data.stored
    service.advance('1s')
  }
  return { stored, refused: undefined }
}

describe('a device can backfill what it can have collected, and half as much again:', () => {
  test('for an hour before its first reading', async () => {
    const { token } = await service.signUp()
    const { stored, refused } = await backfill(token, randomMac(), 50)
    assert.ok(stored >= 3600 && stored < 4000, `${stored} were stored`)
    assert.equal(refused?.status, 429)
  })

  test('of a silence, also when it is live again before it backfills', async () => {
    const { token } = await service.signUp()
    const { mac } = await addDevice(service, token)
    await backfill(token, mac, 50)
    service.advance('20m')
    assert.equal((await sendReading(service, token, mac)).status, 200)
    service.advance('1s')
    const { stored, refused } = await backfill(token, mac, 40)
    assert.ok(stored >= 1800 && stored < 2200, `${stored} were stored`)
    const { retryAfter } = refused?.body ?? {}
    assert.ok(Number.isInteger(retryAfter) && retryAfter > 0, `retryAfter ${retryAfter}`)
    assert.ok(Number(refused?.headers['retry-after']) >= 1)
    service.advance(`${Math.ceil(retryAfter / 1000)}s`)
    assert.equal((await backfill(token, mac, 1)).stored, 100, 'after retryAfter')
  })

  test('by the time that its samples take', async () => {
    const { token } = await service.signUp()
    const samples = Array.from({ length: 250 }, () => [0, 0, 9.81, 0, 0, 0])
    const { stored } = await backfill(token, randomMac(), 12, { samples, sample_rate_hz: 50 })
    assert.ok(stored >= 700 && stored <= 800, `${stored} were stored`)
  })

  test('and live readings go on when its backfill is refused', async () => {
    const { token } = await service.signUp()
    const mac = randomMac()
    assert.equal((await backfill(token, mac, 50)).refused?.status, 429)
    assert.equal((await sendReading(service, token, mac)).status, 200)
  })

  test('and what was refused is stored nowhere', async () => {
    const { id, token } = await service.signUp()
    const { stored } = await backfill(token, randomMac(), 50)
    assert.equal(await readingsOfUser(service, id), stored)
  })
})

test('a restart does not give a device its credit anew', async () => {
  const { token } = await service.signUp()
  const mac = randomMac()
  await backfill(token, mac, 50)
  const [row] = await service.ctx.db.query<{ credit: number }>(
    `select backfill_credit_ms as credit from device_states join devices on number = device where mac = $1`,
    [mac],
  )
  assert.ok((row?.credit ?? Number.NaN) < 200 * second, `${row?.credit} ms are left`)
})

describe('the devices of a person', () => {
  const few = useSteadyService({ RATE_LIMIT_BACKFILL: '250/1d' })

  test('have a quota for a day, all together', async () => {
    const [rosa, luis] = [await few.signUp(), await few.signUp()]
    const send = (token: string, count: number) =>
      few.call('POST', '/device/sensor-stream/batch', {
        token,
        body: { device_id: randomMac(), readings: readings(count) },
      })
    assert.deepEqual(tally([await send(rosa.token, 100), await send(rosa.token, 100)]), { 200: 2 })
    const refused = await send(rosa.token, 100)
    assert.equal(refused.status, 429)
    assert.ok(refused.body.retryAfter > hour)
    assert.equal((await send(luis.token, 100)).status, 200)
  })
})

test('one account has one batch under way, and those of others do not wait for it', async () => {
  const [flooder, rosa] = [await service.signUp(), await service.signUp()]
  const order: string[] = []
  const padding = 'x'.repeat(600_000)
  const send = (who: string, token: string, more: Fields = {}) =>
    service
      .call('POST', '/device/sensor-stream/batch', {
        token,
        body: { device_id: randomMac(), readings: readings(1), ...more },
      })
      .then((answer) => {
        order.push(who)
        return answer
      })
  const flood = times(8, () => send('flooder', flooder.token, { padding }))
  assert.equal((await send('rosa', rosa.token)).status, 200)
  assert.ok(order.indexOf('rosa') <= 2, order.join())
  assert.deepEqual(tally(await flood), { 200: 8 })
})
