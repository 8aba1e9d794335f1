import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decode } from '../../../test/support/recorded-messages.ts'
import { batchBody } from '../ingest/ingest.schemas.ts'
import { isReading } from './adapters.ts'
import { sensorLogger } from './sensor-logger.ts'

const startNs = 1_795_003_200_000_000_000
const g = 9.80665

/** A message as PUSHING.md of tszheichoi/awesome-sensor-logger has it; times are in nanoseconds. */
const push = (payload: object[]) => ({
  messageId: 0,
  sessionId: 'c1f0',
  deviceId: 'f7645058-fe8c-11e6',
  payload,
})

const series = (name: string, hz: number, seconds: number, values: (t: number) => object) =>
  Array.from({ length: Math.round(hz * seconds) + 1 }, (_, i) => ({
    name,
    time: startNs + (i * 1e9) / hz,
    values: values(i / hz),
  }))

const still = (x: number, y: number, z: number) => () => ({ x, y, z })

function readingsOf(payload: object[]) {
  const [decoded] = decode(sensorLogger, { body: push(payload) })
  assert.ok(decoded && isReading(decoded))
  // As the service takes them.
  batchBody.parse({ device_id: decoded.externalId, readings: decoded.readings })
  return decoded.readings
}

test('a second of an Android phone is a reading with samples', () => {
  const [reading, ...rest] = readingsOf([
    ...series('totalacceleration', 100, 1, still(0.1, 0.2, g)),
    ...series('gyroscope', 50, 1, still(0, Math.PI / 180, 0)),
    {
      name: 'battery',
      time: startNs,
      values: { batteryLevel: 0.81, batteryState: 'unplugged', lowPowerMode: false },
    },
    { name: 'heart rate', time: startNs, values: { bpm: 71.6 } },
    { name: 'barometer', time: startNs, values: { relativeAltitude: 0, pressure: 1013.2 } },
  ])
  assert.ok(reading)
  assert.equal(rest.length, 0)
  assert.equal(reading.sample_rate_hz, 50)
  assert.equal(reading.samples?.length, 50)
  assert.deepEqual(reading.samples?.[0], [0.1, 0.2, 9.8067, 0, 1, 0])
  assert.equal(reading.battery_level, 81)
  assert.equal(reading.heart_rate, 72)
  assert.equal(reading.pressure, 1013.2)
})

test('an iPhone has gravity apart, and a sensor of its own rate', () => {
  const [reading] = readingsOf([
    ...series('accelerometer', 50, 1, still(0, 0, 1)),
    ...series('gravity', 30, 1, still(0, 0, -g)),
    ...series('gyroscope', 50, 1, still(0, 0, 0)),
  ])
  assert.deepEqual(reading?.samples?.[10], [0, 0, -8.8066, 0, 0, 0])
})

test('an uncalibrated iPhone and a watch measure in g', () => {
  const [phone] = readingsOf(series('accelerometeruncalibrated', 25, 1, still(0, 0, -1)))
  assert.deepEqual(phone?.samples?.[3]?.slice(0, 3), [0, 0, -9.8066])
  const watch = (t: number) => ({
    ...{ rotationRateX: 0, rotationRateY: 0, rotationRateZ: 0, gravityX: 0, gravityY: -1, gravityZ: 0 },
    ...{ accelerationX: t, accelerationY: 0, accelerationZ: 0, quaternionW: 1 },
  })
  const [wrist] = readingsOf([
    ...series('wrist motion', 50, 1, watch),
    ...series('totalacceleration', 50, 1, still(0, 0, 3)),
  ])
  assert.deepEqual(wrist?.samples?.[25]?.slice(0, 3), [4.9033, -9.8066, 0])
})

test('three seconds are three readings, one after the other', () => {
  const readings = readingsOf(series('totalacceleration', 50, 3, (t) => ({ x: t, y: 0, z: g })))
  assert.deepEqual(
    readings.map(({ samples }) => samples?.length),
    [50, 50, 50],
  )
  assert.deepEqual(
    readings.map(({ uptime_ms }, i) => uptime_ms - (readings[i - 1]?.uptime_ms ?? uptime_ms)),
    [0, 1000, 1000],
  )
})

test('the same phone always has the same address, and another one another', () => {
  const addressOf = (deviceId: string) =>
    decode(sensorLogger, { body: { ...push([]), deviceId } })[0]?.externalId
  assert.match(addressOf('a') ?? '', /^02(:[0-9A-F]{2}){5}$/)
  assert.equal(addressOf('a'), addressOf('a'))
  assert.notEqual(addressOf('a'), addressOf('b'))
})

test('what cannot be motion is no reading', () => {
  for (const payload of [
    series('totalacceleration', 5, 1, still(0, 0, g)),
    series('totalacceleration', 20, 200, still(0, 0, g)),
    series('totalacceleration', 50, 1, still(0, 0, 1e9)),
    [{ name: 'totalacceleration', time: 'now', values: null }],
    [null, 1, 'x', []] as object[],
  ]) {
    const [decoded] = decode(sensorLogger, { body: push(payload) })
    assert.equal(decoded?.['event' as never], 'alive')
  }
})
