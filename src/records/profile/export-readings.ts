import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { csvLine } from '../../platform/lib/csv.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { retainedFrom } from '../../telemetry/ingest/reading-retention.ts'
import { maxClockSkewMs } from '../../telemetry/packing/reading-age.ts'
import { type ReadingRow, rowsOf } from '../../telemetry/packing/reading-row.ts'
import { sliceTable } from '../../telemetry/packing/reading-table.ts'
import { unpackSamples } from '../../telemetry/packing/samples.ts'
import {
  type ExportBatch,
  type ExportDevice,
  type ExportImpact,
  impactBatchSize,
  listExportDevices,
  type ReadingSpan,
  readExportImpacts,
  readExportReadings,
  readExportSamples,
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

type Clock = Pick<Context, 'config' | 'now'>

/** The readings of all devices of a person as CSV. */
export async function* exportReadings(clock: Clock, db: Db, userId: string): AsyncGenerator<string> {
  yield csvLine(header)
  for await (const { device, readings } of batchesOf(clock, db, userId, readExportReadings))
    yield readings.map((reading) => readingLine(device.id, device.name, reading)).join('')
}

/** The samples of those readings and of impacts, as a JSON object on each line. */
export async function* exportSamples(clock: Clock, db: Db, userId: string): AsyncGenerator<string> {
  for await (const { device, readings } of batchesOf(clock, db, userId, readExportSamples))
    yield readings.map((reading) => samplesLine(device.id, reading)).join('')
  for (const { id, number } of await listExportDevices(db, userId)) {
    let last: ExportImpact | undefined
    do {
      const impacts = await readExportImpacts(db, number, last)
      yield impacts.map((impact) => samplesLine(id, impact)).join('')
      last = impacts.length < impactBatchSize ? undefined : impacts.at(-1)
    } while (last)
  }
}

/** Readings take many times the memory of their columns. */
const rowsAtOnce = 200

/** Reads the readings of all devices of a person a batch at a time, day by day. */
async function* batchesOf(
  clock: Clock,
  db: Db,
  userId: string,
  read: (db: Db, device: number, span: ReadingSpan) => Promise<ExportBatch>,
): AsyncGenerator<{ device: ExportDevice; readings: ReadingRow[] }> {
  // Readings lie within the retention period, and ahead by as much as the clock of a device may be.
  const first = retainedFrom(clock).getTime()
  const end = clock.now().getTime() + 2 * maxClockSkewMs
  for (const device of await listExportDevices(db, userId)) {
    for (let day = first; day < end; day = nextMidnight(day)) {
      const span = { from: new Date(day), to: new Date(Math.min(nextMidnight(day), end)) }
      let after: number | undefined
      do {
        const { table, last } = await read(db, device.number, { ...span, after })
        after = last
        for (let start = 0; start < table.at.length; start += rowsAtOnce)
          yield { device, readings: rowsOf(sliceTable(table, start, start + rowsAtOnce)) }
      } while (after !== undefined)
    }
  }
}

/** Partitions begin at midnight UTC. */
const nextMidnight = (ms: number) => (Math.floor(ms / msPerDay) + 1) * msPerDay

function readingLine(deviceId: string, deviceName: string, reading: ReadingRow): string {
  return csvLine([
    deviceId,
    deviceName,
    reading.timestamp,
    reading.uptime,
    ...reading.accel,
    ...reading.gyro,
    reading.pressure,
    reading.fsr,
    reading.heartRate,
    reading.spo2,
    reading.batteryLevel,
    reading.wifiConnected,
    reading.bluetoothConnected,
    reading.sensorsInitialized,
    reading.fallConfidence,
    reading.healthScore,
  ])
}

/** What is stored is exact to 1/65534 of the largest value. */
const significantDigits = 5

function samplesLine(
  deviceId: string,
  { timestamp, samples: packed }: Pick<ReadingRow, 'timestamp' | 'samples'>,
): string {
  if (!packed) return ''
  const { rateHz, values } = unpackSamples(packed)
  const samples = values.map((motion) => motion.map((value) => Number(value.toPrecision(significantDigits))))
  return `${JSON.stringify({ deviceId, timestamp, rateHz, samples })}\n`
}
