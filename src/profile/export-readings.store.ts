import type { Db } from '../db/database.ts'

export interface ExportDevice {
  id: string
  number: number
  name: string
}

export function listExportDevices(db: Db, userId: string): Promise<ExportDevice[]> {
  return db.query('select id, number, name from devices where user_id = $1 order by created_at, id', [userId])
}

export interface ExportReading {
  at: Date
  /** The exact time, which a Date would round. */
  position: string
  uptimeMs: number
  accelX: number
  accelY: number
  accelZ: number
  gyroX: number
  gyroY: number
  gyroZ: number
  pressure: number | null
  fsr: number | null
  heartRate: number | null
  spo2: number | null
  battery: number | null
  wifi: boolean | null
  bluetooth: boolean | null
  sensorsInitialized: boolean | null
  confidence: number
  healthScore: number
}

export const readingBatchSize = 1000

/** A batch lies within these times, which are in one or two partitions: planning over all of them takes longer than reading. */
export interface ReadingSpan {
  from: Date
  /** Exclusive. */
  to: Date
  /** The position of the last reading of the previous batch. */
  after: string | undefined
}

/** readExportReadings returns the next readings of a device, oldest first. */
export function readExportReadings(
  db: Db,
  device: number,
  { from, to, after }: ReadingSpan,
): Promise<ExportReading[]> {
  return db.query(
    `select at, at::text as position, uptime_ms::float8 as "uptimeMs", accel_x as "accelX", accel_y as "accelY",
            accel_z as "accelZ", gyro_x as "gyroX", gyro_y as "gyroY", gyro_z as "gyroZ", pressure, fsr,
            heart_rate as "heartRate", spo2, battery, wifi, bluetooth,
            sensors_initialized as "sensorsInitialized", confidence, health_score as "healthScore"
     from readings
     where device = $1 and at >= $2 and at < $3 and at > $4::timestamptz
     order by at
     limit ${readingBatchSize}`,
    [device, from, to, after ?? '-infinity'],
  )
}

export interface ExportSamples {
  at: Date
  position: string
  samples: Buffer
}

/** Smaller than a batch of readings: the samples of one reading are as large as dozens of readings. */
export const samplesBatchSize = 100

/** readExportSamples returns the samples of the next readings of a device that have any, oldest first. */
export function readExportSamples(
  db: Db,
  device: number,
  { from, to, after }: ReadingSpan,
): Promise<ExportSamples[]> {
  return db.query(
    `select at, at::text as position, samples from readings
     where device = $1 and at >= $2 and at < $3 and at > $4::timestamptz and samples is not null
     order by at
     limit ${samplesBatchSize}`,
    [device, from, to, after ?? '-infinity'],
  )
}
