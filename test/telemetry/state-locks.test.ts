import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../harness/until.ts'
import { countWaiting, whileLocked, whileUnavailable } from '../support/locks.ts'
import {
  addDevice,
  batchReading,
  deviceNumber,
  readingsOfUser,
  sendReading,
  tally,
  times,
} from '../support/readings.ts'
import { useSteadyService } from '../support/service.ts'

const service = useSteadyService({ RATE_LIMIT_GLOBAL: 'off' })

const lockState = 'select from device_states where device = $1 for update'

const aDevice = async () => {
  const person = await service.signUp()
  const device = await addDevice(service, person.token, { uptime_ms: 1000 })
  const number = await deviceNumber(service, device.id)
  const next = (fields = {}) =>
    sendReading(service, person.token, device.mac, { uptime_ms: 2000, battery_level: 55, ...fields })
  return { ...device, person, number, next }
}

const batteryOf = async (number: number) => {
  const sql = 'select battery from device_states where device = $1'
  return (await service.ctx.db.query<{ battery: number | null }>(sql, [number]))[0]?.battery
}

describe('while another transaction holds the state of a device', () => {
  test('readings of the others are stored without waiting for it, and its own once it is free', async () => {
    const [held, ...others] = await times(6, aDevice)
    assert.ok(held)
    let waiting: ReturnType<typeof held.next> | undefined
    await whileLocked(service, lockState, [held.number], async () => {
      waiting = held.next()
      for (let i = 0; i < 3; i++) {
        // Whoever waited for the lock would wait for as long as it is held.
        assert.deepEqual(tally(await Promise.all(others.map(({ next }) => next()))), { 200: 5 })
        service.advance('1s')
      }
      assert.equal(await Promise.race([waiting, sleep(1, 'not answered')]), 'not answered')
      assert.equal(await readingsOfUser(service, held.person.id), 1)
    })
    assert.equal((await waiting)?.status, 200)
    assert.equal(await readingsOfUser(service, held.person.id), 2)
    assert.equal(await batteryOf(held.number), 55)
    for (const { person, number } of others) {
      assert.deepEqual([await readingsOfUser(service, person.id), await batteryOf(number)], [4, 55])
    }
  })

  test('its own reading is refused with 503 in the end, and nothing of it is stored', async () => {
    const held = await aDevice()
    await whileUnavailable(service, lockState, [held.number], async () =>
      assert.equal((await held.next()).status, 503),
    )
    assert.deepEqual([await readingsOfUser(service, held.person.id), await batteryOf(held.number)], [1, null])
    service.advance('1s')
    assert.equal((await held.next()).status, 200)
  })

  test('a batch of it that waits for the state keeps no other reading waiting', async () => {
    const [held, other] = await times(2, aDevice)
    assert.ok(held && other)
    const readings = [batchReading(new Date(service.ctx.now().getTime() - 60_000))]
    let batch: ReturnType<typeof service.call> | undefined
    let own: ReturnType<typeof service.call> | undefined
    await whileLocked(service, lockState, [held.number], async () => {
      const body = { device_id: held.mac, readings }
      batch = service.call('POST', '/device/sensor-stream/batch', { token: held.person.token, body })
      own = held.next()
      assert.equal((await other.next()).status, 200)
      await until(async () => (await countWaiting(service)) > 0, 20_000)
    })
    assert.deepEqual([(await batch)?.status, (await own)?.status], [200, 200])
  })
})
