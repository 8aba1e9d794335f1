import pg from 'pg'
import type { Db } from '../db/database.ts'
import { unavailable } from '../lib/errors.ts'
import { type Metrics, noMetrics } from '../metrics/metrics.ts'
import { insertReadings, type StoredReading } from './ingest.store.ts'
import { ensurePartitionsOf } from './partitions.ts'

/** ReadingWriter stores readings. */
export interface ReadingWriter {
  /** Resolves once the reading is committed, and not before, with the time under which it is kept. */
  store(row: StoredReading): Promise<Date>
  /** Waits until everything that was taken is written. */
  flush(): Promise<void>
  /** How many wait for the next commit. */
  waiting(): number
}

/** More than admission control admits at once: clients that have hung up make room there, and their readings are stored. */
const longestQueue = 2500

interface Waiting {
  row: StoredReading
  resolve: (at: Date) => void
  reject: (error: unknown) => void
}

/**
 * Concurrent readings share commits: while one commit is under way the others gather, and go into the next one
 * together. One at a time: a second commit in flight gained nothing.
 */
export function createReadingWriter(db: Db, metrics: Metrics = noMetrics): ReadingWriter {
  let queue: Waiting[] = []
  let writing: Promise<void> | undefined

  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      const { batch, rest } = nextBatch(queue)
      queue = rest
      await writeBatch(batch)
    }
    writing = undefined
  }

  async function writeBatch(batch: Waiting[]): Promise<void> {
    try {
      const rows = batch.map(({ row }) => row)
      const begunAt = performance.now()
      await withPartitions(db, rows, () => insertReadings(db, rows))
      metrics.readingsCommitted(rows.length, performance.now() - begunAt)
      for (const { row, resolve } of batch) resolve(row.at)
    } catch (error) {
      const [only] = batch
      // A row that the database refuses must not take the others with it.
      if (isRefused(error) && batch.length > 1) {
        const half = Math.ceil(batch.length / 2)
        await writeBatch(batch.slice(0, half))
        await writeBatch(batch.slice(half))
      } else if (only && isTimeTaken(error)) {
        await writeBatch([{ ...only, row: aMomentLater(only.row) }])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return {
    store(row) {
      if (queue.length >= longestQueue) return Promise.reject(unavailable('Too many readings are waiting'))
      return new Promise((resolve, reject) => {
        queue.push({ row, resolve, reject })
        // A moment's delay lets everything that arrived with this reading go along.
        writing ??= new Promise<void>(setImmediate).then(writeAll)
      })
    },
    async flush() {
      while (writing) await writing
    },
    waiting: () => queue.length,
  }
}

/** A number that does not fit its column is refused before it is sent. */
const isRefused = (error: unknown) => error instanceof pg.DatabaseError || error instanceof RangeError

/** Two processes that go by themselves, or a batch, can give readings of one device the same time. */
const isTimeTaken = (error: unknown) => error instanceof pg.DatabaseError && error.code === '23505'

function aMomentLater(row: StoredReading): StoredReading {
  return { ...row, at: new Date(row.at.getTime() + 1) }
}

/** nextBatch takes at most one reading of each device: the statement that stores them knows no more. */
function nextBatch(queue: Waiting[]): { batch: Waiting[]; rest: Waiting[] } {
  const devices = new Set<number>()
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  for (const waiting of queue) {
    const fits = !devices.has(waiting.row.device)
    if (fits) devices.add(waiting.row.device)
    ;(fits ? batch : rest).push(waiting)
  }
  return { batch, rest }
}

/** withPartitions makes the partitions of days that nobody has made ahead, and tries once more. */
export async function withPartitions<T>(db: Db, rows: StoredReading[], insert: () => Promise<T>): Promise<T> {
  try {
    return await insert()
  } catch (error) {
    const noPartition = error instanceof pg.DatabaseError && error.code === '23514'
    if (!noPartition) throw error
    await ensurePartitionsOf(
      db,
      rows.map(({ at }) => at),
    )
    return insert()
  }
}
