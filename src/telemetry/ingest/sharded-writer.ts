import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../platform/db/database.ts'
import { isOutage } from '../../platform/db/database-errors.ts'
import { ShardMoved, type ShardNode, type Shards } from '../../platform/db/shards.ts'
import { unavailable } from '../../platform/lib/errors.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { createCommitTurns } from './commit-turns.ts'
import { insertsOf, type StoredReading } from './ingest.store.ts'
import { createReadingWriter, type ReadingWriter } from './reading-writer.ts'

/** A shard that moves again and again is given up, as is one that cannot be found. */
const maxAttempts = 5
const retryMs = 100

/** How long a worker waits at most for the commits of the others. */
const maxRoundMs = 30

/**
 * Stores readings on the workers of a Citus cluster, each with commits of its own: a worker that is lost or slow holds up
 * each commit of the others by `maxRoundMs` at most. `coordinator` creates partitions.
 */
export function createShardedWriter(coordinator: Db, shards: Shards, metrics: Metrics): ReadingWriter {
  let writers = new Map<ShardNode, ReadingWriter>()
  const turns = createCommitTurns(() => maxRoundMs / shards.nodes().length)

  function writerOf(node: ShardNode): ReadingWriter {
    const known = writers.get(node)
    if (known) return known
    const writer = createReadingWriter(coordinator, metrics, insertsOf(node, shards.find), turns)
    writers.set(node, writer)
    return writer
  }

  /** Writers of workers whose shards have changed write what they have, and are forgotten. */
  function forgetOld(): void {
    const current = new Set(shards.nodes())
    writers = new Map([...writers].filter(([node, writer]) => current.has(node) || writer.waiting() > 0))
  }

  async function store(row: StoredReading): Promise<Date> {
    for (let attempt = 1; ; attempt++) {
      const { node } = shards.find(row.device)
      // Its queue waits for the call that finds out whether it answers.
      if (node.breaker.isProbing()) throw unavailable()
      const writer = writerOf(node)
      try {
        return await writer.store(row)
      } catch (error) {
        const hasMoved = error instanceof ShardMoved
        if (!hasMoved && !isOutage(error)) throw error
        // They would wait as long again, and keep others from being admitted.
        if (node.breaker.isDown()) writer.refuseWaiting(error)
        // A standby of the worker may have taken over, under another address.
        const reloaded = shards.reload().then(forgetOld, () => {})
        if (!hasMoved) throw error
        if (attempt === maxAttempts) throw unavailable(undefined, error)
        await reloaded
        if (attempt > 1) await sleep(retryMs)
      }
    }
  }

  const all = () => [...writers.values()]
  return {
    store,
    async flush() {
      await Promise.all(all().map((writer) => writer.flush()))
    },
    refuseWaiting(error) {
      for (const writer of all()) writer.refuseWaiting(error)
    },
    waiting: () => all().reduce((sum, writer) => sum + writer.waiting(), 0),
  }
}
