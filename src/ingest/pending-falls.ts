import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { insertDeviceLog } from '../devices/devices.service.ts'
import { type FeltFall, recordFeltFall } from '../falls/falls.service.ts'
import { AppError } from '../lib/errors.ts'

/** PendingFalls keeps detected falls that could not be recorded, and records them as soon as that works again. */
export interface PendingFalls {
  keep(device: number, fall: FeltFall): void
  /** How many wait. */
  count(): number
  /** Tries once more, and gives up what is left. */
  stop(): Promise<void>
}

const retryIntervalMs = 1000
/** A fall that is told after this time says when it was. */
const lateAfterMs = 60_000
/** Caregivers are told of nothing that is older: whatever kept it from being recorded is in the log. */
const maxAgeMs = 24 * 3_600_000
const maxPending = 10_000

interface Pending {
  device: number
  fall: FeltFall
}

/**
 * A device that has detected a fall may never send again, so whether anybody hears of the fall must not depend on its
 * trying again. It is told all the same that its reading was not taken: until the fall is committed, nothing is certain.
 */
export function createPendingFalls(ctx: Context): PendingFalls {
  const pending = new Map<string, Pending>()
  let isStopped = false
  let retrying: Promise<void> | undefined

  async function retryUntilDone(): Promise<void> {
    while (pending.size > 0 && !isStopped) {
      await sleep(retryIntervalMs, undefined, { ref: false })
      await retryAll()
    }
    retrying = undefined
  }

  async function retryAll(): Promise<void> {
    for (const [key, one] of [...pending]) {
      const age = ctx.now().getTime() - one.fall.at.getTime()
      try {
        await record(one, age > lateAfterMs)
        // Meanwhile it may have become surer, and waits as such.
        if (pending.get(key) === one) pending.delete(key)
      } catch (error) {
        ctx.log.warn({ err: error, deviceId: one.fall.deviceId }, 'a fall is not recorded yet')
        const newest = pending.get(key) ?? one
        pending.delete(key)
        // To the end: one that always fails must not keep the others waiting.
        if (age <= maxAgeMs) pending.set(key, newest)
        // The others would fail for the same reason.
        if (error instanceof AppError && error.status === 503) return
      }
    }
  }

  async function record({ device, fall }: Pending, late: boolean): Promise<void> {
    const { opened } = await recordFeltFall(ctx, { ...fall, late: fall.late || late })
    if (opened) await insertDeviceLog(ctx.db.reserved, device, 'WARNING', 'Possible fall', fall.at)
  }

  return {
    keep(device, fall) {
      const key = `${fall.deviceId} ${fall.at.getTime()}`
      const known = pending.get(key)
      if (known && known.fall.confidence >= fall.confidence) return
      if (!known && pending.size >= maxPending) {
        ctx.log.error({ deviceId: fall.deviceId }, 'too many falls wait to be recorded')
        return
      }
      pending.set(key, { device, fall })
      retrying ??= retryUntilDone()
    },
    count: () => pending.size,
    async stop() {
      isStopped = true
      if (pending.size > 0) await retryAll()
      if (pending.size > 0) ctx.log.error({ falls: pending.size }, 'stopped with falls that are not recorded')
      await retrying
    },
  }
}
