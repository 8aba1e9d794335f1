import { setTimeout as sleep } from 'node:timers/promises'
import { type DetectedFall, recordDetectedFall } from '../../alerting/falls/falls.service.ts'
import type { Context } from '../../platform/context.ts'
import { msPerDay, msPerMinute } from '../../platform/lib/duration.ts'
import { AppError } from '../../platform/lib/errors.ts'
import { insertDeviceLog } from '../devices/devices.service.ts'

/** Retries detected falls that could not be recorded. */
export interface PendingFalls {
  add(device: number, fall: DetectedFall): void
  count(): number
  /** Retries once more, and gives up the rest. */
  stop(): Promise<void>
}

const retryIntervalMs = 1000
/** A fall that is recorded later than this is marked as late. */
const lateAfterMs = msPerMinute
/** Falls that could not be recorded for this long are dropped: the reason is in the log. */
const maxAgeMs = msPerDay
const maxPending = 10_000
/** After falls of so many people in a row have failed, the rest would fail alike, and wait for the next round. */
const maxConsecutiveFailures = 4

interface Pending {
  device: number
  fall: DetectedFall
  keptAtMs: number
}

/**
 * A device that has detected a fall may never send again, so recording the fall must not depend on a retry by the device.
 * The device still gets an error, because the fall is not committed yet.
 */
export function createPendingFalls(ctx: Context): PendingFalls {
  const pending = new Map<string, Pending>()
  let isStopped = false
  let retrying: Promise<void> | undefined

  async function retryUntilDone(): Promise<void> {
    while (pending.size > 0 && !isStopped) {
      await sleep(retryIntervalMs, undefined, { ref: false })
      if (!isStopped) await retryAll()
    }
    retrying = undefined
  }

  /** Processes two people at a time, so that falls that cannot be recorded do not delay those of others. */
  async function retryAll(): Promise<void> {
    const people = new Map<string, string[]>()
    for (const [key, { fall }] of pending) people.set(fall.userId, [...(people.get(fall.userId) ?? []), key])
    const queue = [...people.values()]
    let failures = 0
    async function retryPeople(): Promise<void> {
      for (let keys = queue.shift(); keys && failures < maxConsecutiveFailures; keys = queue.shift()) {
        failures = (await retryPerson(keys)) ? 0 : failures + 1
      }
    }
    await Promise.all([retryPeople(), retryPeople()])
  }

  /** Returns false once the database is unavailable: the person's other falls would fail alike. */
  async function retryPerson(keys: string[]): Promise<boolean> {
    for (const key of keys) {
      const error = await retry(key)
      if (!(error instanceof AppError && error.status === 503)) continue
      for (const key of keys) moveToEnd(key)
      return false
    }
    return true
  }

  async function retry(key: string): Promise<unknown> {
    const one = pending.get(key)
    if (!one) return undefined
    const ageMs = ctx.now().getTime() - one.fall.at.getTime()
    try {
      await record(one, ageMs > lateAfterMs)
      // It may have been replaced by one with higher confidence meanwhile.
      if (pending.get(key) === one) pending.delete(key)
      return undefined
    } catch (error) {
      ctx.log.warn(
        { err: error, deviceId: one.fall.deviceId },
        'a fall could not be recorded; it will be retried',
      )
      if (ctx.now().getTime() - one.keptAtMs <= maxAgeMs) moveToEnd(key)
      else pending.delete(key)
      return error
    }
  }

  /** Keeps a fall that always fails from delaying the others. */
  function moveToEnd(key: string): void {
    const one = pending.get(key)
    pending.delete(key)
    if (one) pending.set(key, one)
  }

  async function record({ device, fall }: Pending, late: boolean): Promise<void> {
    const { opened } = await recordDetectedFall(ctx, { ...fall, late: fall.late || late })
    if (opened) await insertDeviceLog(ctx.db.reserved, device, 'WARNING', 'Possible fall', fall.at)
  }

  return {
    add(device, fall) {
      const key = `${fall.deviceId} ${fall.at.getTime()}`
      const known = pending.get(key)
      if (known && known.fall.confidence >= fall.confidence) return
      if (!known && pending.size >= maxPending) {
        ctx.log.error({ deviceId: fall.deviceId }, 'too many falls are waiting to be recorded')
        return
      }
      pending.set(key, { device, fall, keptAtMs: known?.keptAtMs ?? ctx.now().getTime() })
      retrying ??= retryUntilDone()
    },
    count: () => pending.size,
    async stop() {
      isStopped = true
      if (pending.size > 0) await retryAll()
      if (pending.size > 0) ctx.log.error({ falls: pending.size }, 'stopped with unrecorded falls')
      await retrying
    },
  }
}
