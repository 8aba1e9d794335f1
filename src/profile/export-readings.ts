import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { maxClockSkewMs } from '../ingest/reading-age.ts'
import { retainedFrom } from '../ingest/reading-retention.ts'
import { unpackSamples } from '../ingest/samples.ts'
import { csvLine } from '../lib/csv.ts'
import { msPerDay } from '../lib/duration.ts'
import {
  type ExportDevice,
  type ExportReading,
  listExportDevices,
  type ReadingSpan,
  readExportReadings,
  readExportSamples,
  readingBatchSize,
  samplesBatchSize,
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

type Clock = Pick<Context, 'now'>

/** exportReadings is the readings of all devices of a person as CSV. */
export async function* exportReadings(clock: Clock, db: Db, userId: string): AsyncGenerator<string> {
  yield csvLine(header)
  const batches = batchesOf(clock, db, userId, readExportReadings, readingBatchSize)
  for await (const { device, batch } of batches)
    yield batch.map((reading) => readingLine(device.id, device.name, reading)).join('')
}

/** exportSamples is the samples of those readings, as a JSON object on each line. */
export async function* exportSamples(clock: Clock, db: Db, userId: string): AsyncGenerator<string> {
  const batches = batchesOf(clock, db, userId, readExportSamples, samplesBatchSize)
  for await (const { device, batch } of batches)
    yield batch.map(({ at, samples }) => samplesLine(device.id, at, samples)).join('')
}

/** batchesOf reads the readings of all devices of a person a batch at a time, day by day. */
async function* batchesOf<Row extends { position: string }>(
  { now }: Clock,
  db: Db,
  userId: string,
  read: (db: Db, device: number, span: ReadingSpan) => Promise<Row[]>,
  batchSize: number,
): AsyncGenerator<{ device: ExportDevice; batch: Row[] }> {
  // Readings lie within the retention period, and ahead by as much as the clock of a device may be.
  const first = retainedFrom(now()).getTime()
  const end = now().getTime() + 2 * maxClockSkewMs
  for (const device of await listExportDevices(db, userId)) {
    for (let day = first; day < end; day = nextMidnight(day)) {
      const span = { from: new Date(day), to: new Date(Math.min(nextMidnight(day), end)) }
      let batch: Row[]
      let after: string | undefined
      do {
        batch = await read(db, device.number, { ...span, after })
        after = batch.at(-1)?.position
        if (batch.length > 0) yield { device, batch }
      } while (batch.length === batchSize)
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

/** What is stored is exact to 1/65534 of the largest value. */
const significantDigits = 5

function samplesLine(deviceId: string, timestamp: Date, packed: Buffer): string {
  const { rateHz, values } = unpackSamples(packed)
  const samples = values.map((motion) => motion.map((value) => Number(value.toPrecision(significantDigits))))
  return `${JSON.stringify({ deviceId, timestamp, rateHz, samples })}\n`
}
