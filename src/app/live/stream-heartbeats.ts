import type { Context } from '../../platform/context.ts'
import { timeComment } from './event-frames.ts'
import { type EventStream, isFull } from './event-stream.ts'

/** Writes the time to each stream every 15 seconds, so that proxies and clients see that it is open. */
export interface StreamHeartbeats {
  add(stream: EventStream): void
  remove(stream: EventStream): void
  stop(): void
}

const intervalMs = 15_000
const tickMs = 100

/**
 * Spreads the heartbeats over the interval: writing to thousands of streams at once would delay
 * readings. To a live stream it writes the common position as well: a client that saw no event for a day can then still
 * resume.
 */
export function createStreamHeartbeats(
  { now }: Pick<Context, 'now'>,
  position: () => number,
): StreamHeartbeats {
  const slots = Array.from({ length: intervalMs / tickMs }, () => new Set<EventStream>())
  let nextSlot = 0
  let nextTick = 0
  const timer = setInterval(() => {
    for (const stream of slots[nextTick] ?? []) beat(stream)
    nextTick = (nextTick + 1) % slots.length
  }, tickMs).unref()

  function beat(stream: EventStream): void {
    if (isFull(stream)) return
    const id = Math.max(stream.position, position())
    stream.response.write(`${timeComment(now())}${stream.isLive ? `id: ${id}\n` : ''}\n`)
  }

  return {
    add(stream) {
      slots[nextSlot]?.add(stream)
      nextSlot = (nextSlot + 1) % slots.length
    },
    remove(stream) {
      for (const slot of slots) if (slot.delete(stream)) return
    },
    stop: () => clearInterval(timer),
  }
}
