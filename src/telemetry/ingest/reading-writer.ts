import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { hasCode, isLockTimeout, isUniqueViolation } from '../../platform/db/database-errors.ts'
import { unavailable } from '../../platform/lib/errors.ts'
import { type Metrics, noMetrics } from '../../platform/metrics/metrics.ts'
import { ensurePartitionsOf } from '../packing/reading-partitions.ts'
import type { CommitTurns } from './commit-turns.ts'
import { insertsInto, oneMsLater, type StoredReading } from './ingest.store.ts'

/** Stores readings in group commits. */
export interface ReadingWriter {
  /** Resolves with the time under which the reading is stored, after its commit. */
  store(row: StoredReading): Promise<Date>
  /** Waits until the queue is written. */
  flush(): Promise<void>
  /** Refuses the readings that wait for the next commit. */
  refuseWaiting(error: unknown): void
  /** The number of readings that wait for the next commit. */
  waiting(): number
}

/** More than admission control admits at once: readings of clients that have disconnected free their place there. */
const maxQueueLength = 2500

/** How long a reading waits for a lock on the state of its device. */
const maxLockWaitMs = 1300
const lockedRetryMs = 10

interface Waiting {
  row: StoredReading
  queuedAtMs: number
  resolve: (at: Date) => void
  reject: (error: unknown) => void
}

/**
 * Readings that arrive during a commit are written together in the next one. There is one commit at a time: a second
 * one in flight was not faster.
 *
 * A commit that meets a lock gives up soon (see `commits` in database.ts), and is repeated without the devices whose
 * states are locked; their readings are retried.
 */
export function createReadingWriter(
  db: Db,
  metrics: Metrics = noMetrics,
  inserts = insertsInto(db),
  turns: CommitTurns = withoutTurns,
): ReadingWriter {
  let queue: Waiting[] = []
  let writing: Promise<void> | undefined
  let hasMetLock = false

  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      await turns.run(writeNext)
      if (hasMetLock) await sleep(lockedRetryMs)
    }
    writing = undefined
  }

  async function writeNext(): Promise<void> {
    const { batch, rest } = nextBatch(queue)
    queue = rest
    // Those that waited may have been refused.
    if (batch.length > 0) await writeBatch(batch)
  }

  async function insert(rows: StoredReading[]): Promise<ReadonlySet<number>> {
    if (hasMetLock) return inserts.insertUnlocked(rows)
    await inserts.insert(rows)
    return noDevices
  }

  /** Puts readings at the front of the queue, and rejects those that have waited too long. */
  function requeue(batch: Waiting[]): void {
    const deadlineMs = performance.now() - maxLockWaitMs
    for (const { queuedAtMs, reject } of batch) if (queuedAtMs < deadlineMs) reject(unavailable())
    queue.unshift(...batch.filter(({ queuedAtMs }) => queuedAtMs >= deadlineMs))
  }

  async function writeBatch(batch: Waiting[]): Promise<void> {
    try {
      const rows = batch.map(({ row }) => row)
      const startedAtMs = performance.now()
      const locked = await withPartitions(db, rows, () => insert(rows))
      hasMetLock = locked.size > 0
      metrics.readingsCommitted(rows.length - locked.size, performance.now() - startedAtMs)
      for (const { row, resolve } of batch) if (!locked.has(row.device)) resolve(row.at)
      if (hasMetLock) requeue(batch.filter(({ row }) => locked.has(row.device)))
    } catch (error) {
      const [only] = batch
      if (isLockTimeout(error)) {
        hasMetLock = true
        requeue(batch)
      } else if (isRejectedRow(error) && batch.length > 1) {
        // A row that the database rejects must not fail the others.
        const half = Math.ceil(batch.length / 2)
        await writeBatch(batch.slice(0, half))
        await writeBatch(batch.slice(half))
      } else if (only && isUniqueViolation(error)) {
        // Two processes without Redis, or a batch, can give readings of one device the same time.
        await writeBatch([{ ...only, row: oneMsLater(only.row) }])
      } else {
        for (const { reject } of batch) reject(error)
      }
    }
  }

  return {
    store(row) {
      if (queue.length >= maxQueueLength) return Promise.reject(unavailable('READINGS_BUSY'))
      return new Promise((resolve, reject) => {
        queue.push({ row, queuedAtMs: performance.now(), resolve, reject })
        // Readings that arrive in the same event loop iteration share the commit.
        writing ??= new Promise<void>(setImmediate).then(writeAll)
      })
    },
    async flush() {
      while (writing) await writing
    },
    refuseWaiting(error) {
      for (const { reject } of queue.splice(0)) reject(error)
    },
    waiting: () => queue.length,
  }
}

/** One server has one commit at a time anyway. */
const withoutTurns: CommitTurns = { run: (commit) => commit() }

const noDevices: ReadonlySet<number> = new Set()

/** A RangeError is a number that does not fit its column; it is rejected before it is sent. */
const isRejectedRow = (error: unknown) => error instanceof pg.DatabaseError || error instanceof RangeError

/** Takes at most one reading of each device: the insert statement supports no more. */
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

/** The workers of a cluster commit a partition a moment after their coordinator, which then says that it exists. */
const workersBehindMs = 50
const maxWorkersBehind = 20

/** Creates partitions that are missing, and retries. */
export async function withPartitions<T>(db: Db, rows: StoredReading[], insert: () => Promise<T>): Promise<T> {
  const maxRetries = db.isDistributed ? maxWorkersBehind : 1
  for (let retries = 0; ; retries++) {
    try {
      return await insert()
    } catch (error) {
      const noPartition = hasCode(error, '23514')
      if (!noPartition || retries === maxRetries) throw error
      if (retries > 0) await sleep(workersBehindMs)
      await ensurePartitionsOf(
        db,
        rows.map(({ at }) => at),
      )
    }
  }
}
