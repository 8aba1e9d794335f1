import type { Db } from '../../platform/db/database.ts'
import { type ReadingTable, toMicroseconds, toTimestamp } from '../../telemetry/packing/reading-table.ts'
import { readStoredReadings } from '../../telemetry/packing/stored-readings.ts'

export interface ExportDevice {
  id: string
  number: number
  name: string
}

export function listExportDevices(db: Db, userId: string): Promise<ExportDevice[]> {
  return db.query('select id, number, name from devices where user_id = $1 order by created_at, id', [userId])
}

/** More than an hour, which is packed in one piece: the fewer batches it has, the less often it is unpacked. */
const readingBatchSize = 4000

/** Smaller than a batch of readings: the samples of one reading are as large as dozens of readings. */
const samplesBatchSize = 300

export const impactBatchSize = 100

/** Readings, oldest first, and the time of the last one in microseconds; undefined if no more follow. */
export interface ExportBatch {
  table: ReadingTable
  last: number | undefined
}

/** A batch lies within these times, which are in one or two partitions: planning over all of them takes longer than reading. */
export interface ReadingSpan {
  from: Date
  /** Exclusive. */
  to: Date
  /** The last time of the previous batch. */
  after: number | undefined
}

/** Returns the next readings of a device. */
export function readExportReadings(db: Db, device: number, span: ReadingSpan): Promise<ExportBatch> {
  return readBatch(db, device, startOf(span), span.to, { limit: readingBatchSize, withSamples: false })
}

/** Returns the next readings of a device that have samples, and perhaps others between them. */
export async function readExportSamples(db: Db, device: number, span: ReadingSpan): Promise<ExportBatch> {
  const from = startOf(span)
  const next = await findSamples(db, device, from, span.to)
  if (!next) return { table: { at: [], values: {} }, last: undefined }
  const start = Math.max(from, toMicroseconds(next))
  return readBatch(db, device, start, span.to, { limit: samplesBatchSize, withSamples: true })
}

/** The motion that came with an impact, which no reading has. */
export interface ExportImpact {
  id: string
  receivedAt: Date
  timestamp: Date
  samples: Buffer
}

/** Returns the next impacts of a device in the order in which they were received; fewer than at once if no more follow. */
export function readExportImpacts(
  db: Db,
  device: number,
  after: ExportImpact | undefined,
): Promise<ExportImpact[]> {
  return db.query(
    `select id, received_at as "receivedAt", at as timestamp, samples from device_events
     where device = $1 and type = 'impact' and (received_at, id) > ($2, $3)
     order by received_at, id limit ${impactBatchSize}`,
    [device, after?.receivedAt ?? new Date(0), after?.id ?? '00000000-0000-0000-0000-000000000000'],
  )
}

const startOf = ({ from, after }: ReadingSpan) => (after === undefined ? toMicroseconds(from) : after + 1)

async function readBatch(
  db: Db,
  device: number,
  from: number,
  to: Date,
  { limit, withSamples }: { limit: number; withSamples: boolean },
): Promise<ExportBatch> {
  const before = toMicroseconds(to)
  const table = await readStoredReadings(db, device, { from, before, order: 'asc', limit, withSamples })
  return { table, last: table.at.length < limit ? undefined : table.at.at(-1) }
}

/** The time from which a device has samples; null if it has none. Most devices never send any. */
async function findSamples(db: Db, device: number, from: number, to: Date): Promise<Date | null> {
  const [row] = await db.query<{ at: Date | null }>(
    `select least(
       (select min(at) from readings where device = $1 and at >= $2 and at < $3 and samples is not null),
       (select min(at) from packed_samples where device = $1 and last_at >= $2 and at < $3)
     ) as at`,
    [device, toTimestamp(from), to],
  )
  return row?.at ?? null
}
