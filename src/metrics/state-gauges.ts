import { Gauge, type Registry } from 'prom-client'
import { findUnansweredAlerts, findUnansweredFalls } from '../alerts/alerting.ts'
import type { Context } from '../context.ts'
import type { Pulse } from '../db/pulse.ts'
import { openSince } from '../falls/open-falls.ts'
import type { AdmissionControl } from '../http/admission-control.ts'
import type { PendingFalls } from '../ingest/pending-falls.ts'
import type { ReadingWriter } from '../ingest/reading-writer.ts'
import { listLastRuns } from '../jobs/jobs.ts'

export interface WatchedParts {
  ctx: Context
  pulse: Pulse
  writer: ReadingWriter
  admission: AdmissionControl
  pendingFalls: PendingFalls
}

/** watchState adds what is not counted but looked at, whenever somebody asks. */
export function watchState(
  registry: Registry,
  { ctx, pulse, writer, admission, pendingFalls }: WatchedParts,
): void {
  const registers = [registry]
  new Gauge({
    name: 'fallwatch_reading_queue_length',
    help: 'Live readings that wait to be admitted or for the next commit.',
    registers,
    collect() {
      this.set(admission.queueLength() + writer.waiting())
    },
  })
  new Gauge({
    name: 'fallwatch_pending_falls',
    help: 'Detected falls that could not be recorded yet and are tried again.',
    registers,
    collect() {
      this.set(pendingFalls.count())
    },
  })
  new Gauge({
    name: 'fallwatch_database_up',
    help: 'Whether the database answers: 1 or 0.',
    registers,
    collect() {
      this.set(pulse.alive ? 1 : 0)
    },
  })
  watchPools(registry, ctx)
  watchDatabase(registry, ctx, pulse)
}

function watchPools(registry: Registry, { db }: Context): void {
  const gauge = (name: string, help: string, key: 'largest' | 'total' | 'idle' | 'waiting') =>
    new Gauge({
      name: `fallwatch_database_pool_${name}`,
      help,
      labelNames: ['pool'],
      registers: [registry],
      collect() {
        for (const [pool, counts] of Object.entries(db.pools())) this.set({ pool }, counts[key])
      },
    })
  gauge('max_connections', 'The most connections that a pool opens.', 'largest')
  gauge('connections', 'Open connections of a pool.', 'total')
  gauge('idle_connections', 'Open connections of a pool that nobody uses.', 'idle')
  gauge('waiting', 'Callers that wait for a connection of a pool.', 'waiting')
}

/** Several may scrape, and each time is a query. */
const lookEvery = 5_000

/** What only the database knows is left out while it cannot be asked; the rest is told all the same. */
function watchDatabase(registry: Registry, ctx: Context, pulse: Pulse): void {
  const registers = [registry]
  const look = atMostEvery(lookEvery, ctx, async () => {
    if (!pulse.alive) return undefined
    const since = openSince(ctx.now())
    const [falls, unanswered, runs] = await Promise.all([
      findUnansweredFalls(ctx.db, since),
      findUnansweredAlerts(ctx.db, since),
      listLastRuns(ctx.db),
    ])
    return { falls, unanswered, runs }
  })
  type Seen = NonNullable<Awaited<ReturnType<typeof look>>>
  // The clock of a device may be ahead, and no age is below zero.
  const ageOf = (oldest: Date | null) =>
    oldest ? Math.max(0, ctx.now().getTime() - oldest.getTime()) / 1000 : 0
  const gauge = (name: string, help: string, read: (seen: Seen) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const seen = await look()
        if (seen) this.set(read(seen))
        else this.remove()
      },
    })
  gauge(
    'fallwatch_unanswered_falls',
    'Likely falls of the last day that no caregiver has acknowledged.',
    ({ falls }) => falls.count,
  )
  gauge(
    'fallwatch_unanswered_fall_oldest_age_seconds',
    'How long ago the oldest of them was recorded; 0 when there is none.',
    ({ falls }) => ageOf(falls.oldest),
  )
  gauge(
    'fallwatch_falls_without_recipient',
    'Those of them that no caregiver can be told of.',
    ({ falls }) => falls.withoutRecipient,
  )
  gauge(
    'fallwatch_unanswered_alerts',
    'Alerts of the last day about falls that no caregiver has acknowledged; 10000 stands for more.',
    ({ unanswered }) => unanswered.count,
  )
  gauge(
    'fallwatch_unanswered_alert_oldest_age_seconds',
    'Age of the oldest of them; 0 when there is none.',
    ({ unanswered }) => ageOf(unanswered.oldest),
  )
  new Gauge({
    name: 'fallwatch_job_last_success_timestamp_seconds',
    help: 'When the last run of a job that succeeded began, in whichever process.',
    labelNames: ['job_name'],
    registers,
    async collect() {
      const seen = await look()
      this.reset()
      for (const { name, lastRun } of seen?.runs ?? []) this.set({ job_name: name }, lastRun.getTime() / 1000)
    },
  })
}

/** atMostEvery gives the last answer while it is fresh. An answer that fails is undefined, and is logged. */
function atMostEvery<T>(milliseconds: number, { now, log }: Context, ask: () => Promise<T | undefined>) {
  let askedAt = Number.NEGATIVE_INFINITY
  let answer: Promise<T | undefined> = Promise.resolve(undefined)
  return () => {
    const at = now().getTime()
    // A clock that was set back must not keep an old answer fresh.
    if (Math.abs(at - askedAt) >= milliseconds) {
      askedAt = at
      answer = ask().catch((error) => {
        log.warn({ err: error }, 'the metrics go without what the database knows')
        return undefined
      })
    }
    return answer
  }
}
