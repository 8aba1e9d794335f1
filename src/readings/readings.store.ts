import type { Db } from '../db/database.ts'

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

export interface ReadingQuery {
  from: Date
  /** Exclusive, so that the oldest time of one page is where the next one begins. */
  before: Date
  limit: number
  withSamples: boolean
}

/** listReadings returns the readings of a device between two times, newest first. */
export async function listReadings(db: Db, device: number, query: ReadingQuery): Promise<ReadingRow[]> {
  return db.query(
    `select at as timestamp, uptime_ms::float8 as uptime, array[accel_x, accel_y, accel_z] as accel,
            array[gyro_x, gyro_y, gyro_z] as gyro, pressure, fsr, heart_rate as "heartRate", spo2,
            battery as "batteryLevel", wifi as "wifiConnected", bluetooth as "bluetoothConnected",
            sensors_initialized as "sensorsInitialized", confidence as "fallConfidence",
            health_score as "healthScore", case when $5 then samples end as samples
     from readings
     where device = $1 and at >= $2 and at < $3
     order by at desc
     limit $4`,
    [device, query.from, query.before, query.limit, query.withSamples],
    'list-readings',
  )
}

export interface VitalsQuery {
  from: Date
  to: Date
  bucketSeconds: number
}

const spread = (name: string, column: string) =>
  `min(${column}) as "${name}Min", round(avg(${column})::numeric, 1)::float8 as "${name}Avg", max(${column}) as "${name}Max"`

export interface VitalsRow {
  at: Date
  readings: number
  heartRateMin: number | null
  heartRateAvg: number | null
  heartRateMax: number | null
  spo2Min: number | null
  spo2Avg: number | null
  spo2Max: number | null
  batteryMin: number | null
  batteryAvg: number | null
  batteryMax: number | null
}

/** summariseVitals returns minimum, mean and maximum of each vital sign of a person per bucket. */
export async function summariseVitals(db: Db, userId: string, query: VitalsQuery): Promise<VitalsRow[]> {
  return db.query(
    `select date_bin(make_interval(secs => $4), at, 'epoch') as at, count(*)::int as readings,
            ${spread('heartRate', 'heart_rate')}, ${spread('spo2', 'spo2')}, ${spread('battery', 'battery')}
     from readings
     where device = any (array(select number from devices where user_id = $1)) and at >= $2 and at < $3
     group by 1
     order by 1`,
    [userId, query.from, query.to, query.bucketSeconds],
    'summarise-vitals',
  )
}
