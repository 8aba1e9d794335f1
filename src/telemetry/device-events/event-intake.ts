import type { Context } from '../../platform/context.ts'
import { tooMany } from '../../platform/lib/errors.ts'
import { deviceAddress } from '../../platform/lib/external-id.ts'
import { createKeyedLimiter } from '../../platform/lib/keyed-limiter.ts'
import { createTokenBuckets } from '../../platform/lib/token-bucket.ts'
import type { DeviceEvent } from './device-event.ts'
import { eventKinds } from './event-effects.ts'
import { type DeviceEventOutcome, type EventSource, recordDeviceEvent } from './record-device-event.ts'

/** Takes events from any transport. */
export interface EventIntake {
  /** `owner` is whoever shares a pace with what else they send: an account, or a source. */
  receive(owner: string, source: EventSource, event: DeviceEvent): Promise<DeviceEventOutcome>
}

/** What a device may say at once, and on average; more of it is counted instead of acted on. */
const burst = { points: 30, seconds: 300 }

/** How long an event holds one of the two slots of its owner: a device that says too much is slowed down, and never refused. */
const holdMs = 20
const floodHoldMs = 500

/**
 * Limits what events cost. Owners are served in turn, and calls for help wait for no other events: neither a key that
 * sends without end nor a stuck button delays anybody else.
 */
export function createEventIntake(ctx: Context): EventIntake {
  const slots = createKeyedLimiter({
    maxPerKey: 2,
    maxTotal: 6,
    maxQueuedPerKey: 2000,
    refuse: () => tooMany('DEVICE_EVENTS_BUSY'),
  })
  const buckets = createTokenBuckets(burst, () => ctx.now().getTime())
  return {
    async receive(owner, source, event) {
      const { isCall = false } = eventKinds[event.event]
      const isFlood = !buckets.take(`${owner} ${deviceAddress(event.externalId)} ${isCall}`)
      const release = await slots.acquire(isCall ? `${owner} calls` : owner, isFlood ? floodHoldMs : holdMs)
      try {
        return await recordDeviceEvent(ctx, source, event, isFlood)
      } finally {
        release()
      }
    },
  }
}
