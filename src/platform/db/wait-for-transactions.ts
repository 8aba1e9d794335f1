import { setTimeout } from 'node:timers/promises'
import type { Db } from './database.ts'

const pauseMs = 10

/**
 * Waits until every transaction has ended that had changed or locked something when it was called,
 * for `maxMs` at most. It holds nobody up.
 */
export async function waitForTransactions(db: Db, maxMs: number): Promise<void> {
  const [begun] = await db.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  const deadline = performance.now() + maxMs
  while (performance.now() < deadline) {
    const [row] = await db.query<{ ended: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as ended',
      [begun?.next],
    )
    if (row?.ended) return
    await setTimeout(pauseMs)
  }
}
