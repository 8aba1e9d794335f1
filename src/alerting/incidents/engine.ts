import type { Context } from '../../platform/context.ts'
import { incidentsChannel } from '../../platform/db/channels.ts'
import { isOutage } from '../../platform/db/database-errors.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { msPerSecond } from '../../platform/lib/duration.ts'
import type { DeliveryQueue } from '../notifications/delivery-queue.ts'
import type { NotificationHold } from '../notifications/hold.ts'
import { advanceIncident } from './advance.ts'
import { findNextDue, listDueIncidents } from './incidents.store.ts'
import { createPostponedIncidents } from './postponed-incidents.ts'
import { repairEscalation } from './repair-escalation.ts'

/**
 * Advances incidents and sends their messages. Any number of processes may run one. While messages are held it does
 * neither: an incident whose steps are taken would say that people were told.
 */
export interface Engine {
  /** Runs until `stop`. */
  start(): void
  /** Does all that is due at this moment, for tests that move the clock. */
  runDue(): Promise<void>
  stop(): Promise<void>
}

/** The backstop for notifications that were lost with a connection. */
const pollMs = msPerSecond
/** The pause while something is due that cannot be done now: too much is being sent, or another process has it. */
const minPauseMs = 20
const repairMs = 30 * msPerSecond
/** Of first steps, and of all others. */
const batchSize = 10
const maxConcurrent = 4

export function createEngine(
  ctx: Context,
  heartbeat: Heartbeat,
  queue: DeliveryQueue,
  hold: NotificationHold,
): Engine {
  const postponed = createPostponedIncidents()
  let isStopped = false
  let wake: (() => void) | undefined
  let wasWoken = false
  let running: Promise<void> | undefined
  let repairedAtMs = 0
  /** Without a database, everything is tried again with the next poll, and not at once. */
  let hasFailed = false
  /** How long the last claim of deliveries took: when many wait for a receiver, claims must take a tenth of the time at most. */
  let claimMs = 0

  heartbeat.onNotification((channel) => {
    if (channel !== incidentsChannel) return
    wasWoken = true
    wake?.()
  })

  /** Advances some incidents, a few at a time; it returns false if there may not be others. */
  async function advanceDue(): Promise<boolean> {
    const ids = await listDueIncidents(ctx.db, ctx.now(), batchSize, postponed.ids())
    let isDone = false
    async function advanceNext(): Promise<void> {
      for (let id = ids.shift(); id; id = ids.shift()) if (await advance(id)) isDone = true
    }
    await Promise.all(Array.from({ length: maxConcurrent }, advanceNext))
    return isDone
  }

  /** Returns false if the incident is to be tried again at once. */
  async function advance(id: string): Promise<boolean> {
    try {
      const advanced = await advanceIncident(ctx, id)
      if (advanced) ctx.metrics.escalationAdvanced(advanced.latenessMs / msPerSecond)
      if (advanced) postponed.forget(id)
      else postponed.locked(id)
      return true
    } catch (error) {
      ctx.log.error({ err: error, incidentId: id }, 'an incident could not be advanced; it will be retried')
      if (isOutage(error)) hasFailed = true
      else postponed.failed(id)
      return !isOutage(error)
    }
  }

  async function runOnce(): Promise<boolean> {
    if (await isHeld()) return false
    const advanced = await advanceDue()
    const startedAtMs = performance.now()
    const sent = await queue.start()
    claimMs = performance.now() - startedAtMs
    return advanced || sent > 0
  }

  /** Asks the database only while messages are held. */
  async function isHeld(): Promise<boolean> {
    return hold.current() !== undefined && (await hold.refresh()) !== undefined
  }

  async function repairIfDue(): Promise<void> {
    const nowMs = ctx.now().getTime()
    if (hold.current() || Math.abs(nowMs - repairedAtMs) < repairMs) return
    repairedAtMs = nowMs
    await repairEscalation(ctx)
  }

  async function loop(): Promise<void> {
    while (!isStopped) {
      wasWoken = false
      hasFailed = false
      try {
        while (!isStopped && (await runOnce()));
        await repairIfDue()
        await pauseUntilDue()
      } catch (error) {
        ctx.log.warn({ err: error }, 'the escalation engine could not run; it will be retried')
        await pause(pollMs)
      }
    }
  }

  async function pauseUntilDue(): Promise<void> {
    if (hold.current()) return pause(pollMs)
    const next = await findNextDue(ctx.db, postponed.ids())
    const untilDueMs = Math.min(next ? next.getTime() - ctx.now().getTime() : pollMs, postponed.untilNextMs())
    const leastMs = Math.max(minPauseMs, 9 * claimMs)
    await pause(hasFailed ? pollMs : Math.min(pollMs, Math.max(leastMs, untilDueMs)))
  }

  async function pause(ms: number): Promise<void> {
    if (wasWoken || isStopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    wake = undefined
  }

  return {
    start() {
      running ??= loop()
    },
    async runDue() {
      do await queue.idle()
      while (await runOnce())
      if (!hold.current()) await repairEscalation(ctx)
    },
    async stop() {
      isStopped = true
      wake?.()
      await running
      await queue.idle()
    },
  }
}
