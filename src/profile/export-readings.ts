import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { maxClockSkewMs } from '../ingest/reading-age.ts'
import { retainedFrom } from '../ingest/reading-retention.ts'
import { csvLine } from '../lib/csv.ts'
import { msPerDay } from '../lib/duration.ts'
import {
  type ExportReading,
  listExportDevices,
  readExportReadings,
  readingBatchSize,
} from './export-readings.store.ts'

const header = [
  'deviceId',
  'deviceName',
  'timestamp',
  'uptimeMs',
  'accelX',
  'accelY',
  'accelZ',
  'gyroX',
  'gyroY',
  'gyroZ',
  'pressure',
  'fsr',
  'heartRate',
  'spo2',
  'batteryLevel',
  'wifiConnected',
  'bluetoothConnected',
  'sensorsInitialized',
  'fallConfidence',
  'healthScore',
]

/** exportReadings is the readings of all devices of a person as CSV, a batch at a time, day by day. */
export async function* exportReadings(
  { now }: Pick<Context, 'now'>,
  db: Db,
  userId: string,
): AsyncGenerator<string> {
  yield csvLine(header)
  // Readings lie within the retention period, and ahead by as much as the clock of a device may be.
  const first = retainedFrom(now()).getTime()
  const end = now().getTime() + 2 * maxClockSkewMs
  for (const { id, number, name } of await listExportDevices(db, userId)) {
    for (let day = first; day < end; day = nextMidnight(day)) {
      const span = { from: new Date(day), to: new Date(Math.min(nextMidnight(day), end)) }
      let batch: ExportReading[]
      let after: string | undefined
      do {
        batch = await readExportReadings(db, number, { ...span, after })
        after = batch.at(-1)?.position
        if (batch.length > 0) yield batch.map((reading) => readingLine(id, name, reading)).join('')
      } while (batch.length === readingBatchSize)
    }
  }
}

/** Partitions begin at midnight UTC. */
const nextMidnight = (ms: number) => (Math.floor(ms / msPerDay) + 1) * msPerDay

function readingLine(deviceId: string, deviceName: string, reading: ExportReading): string {
  return csvLine([
    deviceId,
    deviceName,
    reading.at,
    reading.uptimeMs,
    reading.accelX,
    reading.accelY,
    reading.accelZ,
    reading.gyroX,
    reading.gyroY,
    reading.gyroZ,
    reading.pressure,
    reading.fsr,
    reading.heartRate,
    reading.spo2,
    reading.battery,
    reading.wifi,
    reading.bluetooth,
    reading.sensorsInitialized,
    reading.confidence,
    reading.healthScore,
  ])
}
