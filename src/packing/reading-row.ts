import { shortestFloat32 } from './float32.ts'
import { type ReadingTable, toDate, type ValueColumn } from './reading-table.ts'

/** ReadingRow is one stored reading, with all of its columns. */
export interface ReadingRow {
  timestamp: Date
  uptime: number
  accel: number[]
  gyro: number[]
  pressure: number | null
  fsr: number | null
  heartRate: number | null
  spo2: number | null
  batteryLevel: number | null
  wifiConnected: boolean | null
  bluetoothConnected: boolean | null
  sensorsInitialized: boolean | null
  fallConfidence: number
  healthScore: number
  samples: Buffer | null
}

/** rowsOf returns the readings of a table one by one, in its order. */
export function rowsOf({ at, values, samples }: ReadingTable): ReadingRow[] {
  const value = (name: ValueColumn, i: number) => values[name]?.[i] ?? null
  const real = (name: ValueColumn, i: number) => {
    const number = value(name, i)
    return number === null ? null : shortestFloat32(number)
  }
  const vector = (names: ValueColumn[], i: number) => names.map((name) => real(name, i) ?? 0)
  const flag = (name: ValueColumn, i: number) => {
    const number = value(name, i)
    return number === null ? null : number === 1
  }
  return at.map((time, i) => ({
    timestamp: toDate(time),
    uptime: value('uptime_ms', i) ?? 0,
    accel: vector(['accel_x', 'accel_y', 'accel_z'], i),
    gyro: vector(['gyro_x', 'gyro_y', 'gyro_z'], i),
    pressure: real('pressure', i),
    fsr: real('fsr', i),
    heartRate: value('heart_rate', i),
    spo2: value('spo2', i),
    batteryLevel: real('battery', i),
    wifiConnected: flag('wifi', i),
    bluetoothConnected: flag('bluetooth', i),
    sensorsInitialized: flag('sensors_initialized', i),
    fallConfidence: real('confidence', i) ?? 0,
    healthScore: value('health_score', i) ?? 0,
    samples: samples?.[i] ?? null,
  }))
}
