import { type ReadingTable, toDate, type ValueColumn } from './reading-table.ts'

/** One stored reading, with all of its columns. */
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

/** Returns the readings of a table one by one, in its order. */
export function rowsOf({ at, values, samples }: ReadingTable): ReadingRow[] {
  // Column by column: looking each value up by the name of its column took twice as long.
  const column = (name: ValueColumn) => values[name] ?? []
  const reals = (name: ValueColumn) =>
    column(name).map((value) => (value === null ? null : shortestFloat32(value)))
  const flags = (name: ValueColumn) => column(name).map((value) => (value === null ? null : value === 1))
  const uptimes = column('uptime_ms')
  const [accelX, accelY, accelZ] = [reals('accel_x'), reals('accel_y'), reals('accel_z')]
  const [gyroX, gyroY, gyroZ] = [reals('gyro_x'), reals('gyro_y'), reals('gyro_z')]
  const [pressures, forces, batteries] = [reals('pressure'), reals('fsr'), reals('battery')]
  const [heartRates, spo2s, healthScores] = [column('heart_rate'), column('spo2'), column('health_score')]
  const [wifi, bluetooth, sensors] = [flags('wifi'), flags('bluetooth'), flags('sensors_initialized')]
  const confidences = reals('confidence')
  return at.map((time, i) => ({
    timestamp: toDate(time),
    uptime: uptimes[i] ?? 0,
    accel: [accelX[i] ?? 0, accelY[i] ?? 0, accelZ[i] ?? 0],
    gyro: [gyroX[i] ?? 0, gyroY[i] ?? 0, gyroZ[i] ?? 0],
    pressure: pressures[i] ?? null,
    fsr: forces[i] ?? null,
    heartRate: heartRates[i] ?? null,
    spo2: spo2s[i] ?? null,
    batteryLevel: batteries[i] ?? null,
    wifiConnected: wifi[i] ?? null,
    bluetoothConnected: bluetooth[i] ?? null,
    sensorsInitialized: sensors[i] ?? null,
    fallConfidence: confidences[i] ?? 0,
    healthScore: healthScores[i] ?? 0,
    samples: samples?.[i] ?? null,
  }))
}

/**
 * The number with the fewest digits that is the same in single precision: 9.81 for 9.8100004196, as
 * PostgreSQL writes it.
 */
export function shortestFloat32(value: number): number {
  const single = Math.fround(value)
  for (let unit = 1; unit <= 1e6; unit *= 10) {
    const rounded = Math.round(value * unit) / unit
    if (Math.fround(rounded) === single && Math.abs(rounded * unit) < 1e7) return rounded
  }
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits))
    if (Math.fround(rounded) === single) return rounded
  }
  return Number(value.toPrecision(9))
}
