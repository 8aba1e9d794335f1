import { createHash } from 'node:crypto'
import { normalizeMac } from '../../platform/lib/mac.ts'
import type { Adapter } from './adapter.ts'
import { at, listOf, numberOf, textOf } from './fields.ts'
import { type Measured, motionReadings, type Vector, valuesAt } from './sensor-logger-readings.ts'

const gravityMs2 = 9.80665
const degrees = 180 / Math.PI

/** Beyond what any sensor measures, as readings have it. */
const maxAccel = 2000
const maxGyro = 20_000

const axes = ['x', 'y', 'z']
const named = (prefix: string) => ['X', 'Y', 'Z'].map((axis) => `${prefix}${axis}`)

/** The measurements of one sensor, in the order of their times. */
function seriesOf(entries: unknown[], sensor: string, names: readonly string[], limit: number): Measured[] {
  const measured: Measured[] = []
  for (const entry of entries) {
    const atNs = numberOf(at(entry, 'time'))
    if (at(entry, 'name') !== sensor || atNs === undefined || atNs <= 0) continue
    const value = names.map((name) => numberOf(at(entry, 'values', name)))
    if (value.some((number) => number === undefined || Math.abs(number) > limit)) continue
    measured.push({ atMs: atNs / 1e6, value: value as unknown as Vector })
  }
  return measured.sort((a, b) => a.atMs - b.atMs)
}

const scaled = (series: readonly Measured[], factor: number): Measured[] =>
  series.map(({ atMs, value: [x, y, z] }) => ({ atMs, value: [x * factor, y * factor, z * factor] }))

function sum(series: readonly Measured[], other: readonly Measured[]): Measured[] {
  if (other.length === 0) return []
  const others = valuesAt(
    other,
    series.map(({ atMs }) => atMs),
  )
  return series.map(({ atMs, value }, i) => {
    const [x, y, z] = others[i] as Vector
    return { atMs, value: [value[0] + x, value[1] + y, value[2] + z] }
  })
}

/** A watch and uncalibrated sensors of an iPhone measure in g unless the app is told otherwise; gravity tells which. */
const unitOf = (gravity: readonly Measured[]) =>
  Math.hypot(...(gravity[0]?.value ?? [gravityMs2])) < gravityMs2 / 3 ? gravityMs2 : 1

interface Motion {
  accel: Measured[]
  gyro: Measured[]
}

/** The watch if there is one, as it is worn; otherwise the phone, with gravity in one sensor or in two. */
function motionIn(entries: unknown[]): Motion {
  const wrist = seriesOf(entries, 'wrist motion', named('acceleration'), maxAccel)
  if (wrist.length > 0) {
    const gravity = seriesOf(entries, 'wrist motion', named('gravity'), maxAccel)
    return {
      accel: scaled(sum(wrist, gravity), unitOf(gravity)),
      gyro: scaled(seriesOf(entries, 'wrist motion', named('rotationRate'), maxGyro), degrees),
    }
  }
  const read = (sensor: string) => seriesOf(entries, sensor, axes, maxAccel)
  const gyro = scaled(seriesOf(entries, 'gyroscope', axes, maxGyro / degrees), degrees)
  const total = read('totalacceleration')
  if (total.length > 0) return { accel: total, gyro }
  const accel = sum(read('accelerometer'), read('gravity'))
  if (accel.length > 0) return { accel, gyro }
  const raw = read('accelerometeruncalibrated')
  return { accel: scaled(raw, unitOf(raw)), gyro }
}

/**
 * The app Sensor Logger for iOS and Android and their watches. Its phones have an id that is no MAC address, which
 * readings need: one is made of it, marked as administered locally.
 */
export const sensorLogger: Adapter = {
  name: 'sensor-logger',
  ways: ['webhook'],
  decode({ body }) {
    const phone = textOf(at(body, 'deviceId'))
    if (!phone) return []
    const externalId = normalizeMac(`02${createHash('sha256').update(phone).digest('hex').slice(0, 10)}`)
    const entries = listOf(at(body, 'payload'))
    const { accel, gyro } = motionIn(entries)
    const value = (sensor: string, name: string) =>
      numberOf(
        at(
          entries.findLast((entry) => at(entry, 'name') === sensor),
          'values',
          name,
        ),
      )
    const battery = value('battery', 'batteryLevel')
    const bpm = value('heart rate', 'bpm') ?? value('heartrate', 'bpm')
    const pressure = value('barometer', 'pressure')
    const readings = motionReadings(accel, gyro, {
      ...(battery !== undefined &&
        battery >= 0 &&
        battery <= 1 && { battery_level: Math.round(battery * 100) }),
      ...(bpm !== undefined && bpm > 0 && bpm <= 300 && { heart_rate: Math.round(bpm) }),
      ...(pressure !== undefined && pressure > 300 && pressure < 1200 && { pressure }),
    })
    return readings.length > 0 ? [{ externalId, readings }] : [{ externalId, event: 'alive' }]
  },
}
