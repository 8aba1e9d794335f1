import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Motion } from '../detection/motion.ts'
import { announceDevicesOf } from '../devices/announcements.ts'
import { fallLevel, isAtLeast } from './fall-level.ts'
import { countRecentFalls, findFallNear, insertFall, raiseFall } from './falls.store.ts'

export interface FeltFall {
  userId: string
  deviceId: string
  confidence: number
  motion: Motion
  at: Date
  /** Told after the fact, by a device that had been out of reach. */
  late: boolean
}

/** One fall is one event: what a device feels within this time of it belongs to it. */
const oneFall = 30_000

/** isWorthRecording: below SUSPICIOUS there is nothing to tell. */
export const isWorthRecording = (confidence: number) => isAtLeast(fallLevel(confidence), 'SUSPICIOUS')

/** isFall: from POTENTIAL on, the service acts as if somebody lay on the floor. */
export const isFall = (confidence: number) => isAtLeast(fallLevel(confidence), 'POTENTIAL')

/**
 * recordFeltFall opens a fall or, when it belongs to one that is there, raises that one: later evidence makes a
 * fall more certain, never less. It answers whether a new fall was opened.
 */
export async function recordFeltFall(ctx: Context, felt: FeltFall): Promise<{ opened: boolean }> {
  const { confidence, motion, at } = felt
  const status = fallLevel(confidence)
  return ctx.db.transaction(async (tx) => {
    // The person's other devices count falls too.
    await announceDevicesOf(tx, felt.userId)
    const known = await findFallNear(tx, felt.deviceId, at, oneFall)
    if (!known) {
      await insertFall(tx, { ...felt, id: randomUUID(), status, createdAt: at })
      return { opened: true }
    }
    // The stored number has four bytes: what differs less than it can tell is the same.
    if (confidence > known.confidence + 0.001)
      await raiseFall(tx, { id: known.id, confidence, status, motion, at })
    return { opened: false }
  })
}

const month = 30 * 86_400_000

export function countFallsOfLastMonth(ctx: Context, userId: string): Promise<number> {
  return countRecentFalls(ctx.db, userId, new Date(ctx.now().getTime() - month))
}
