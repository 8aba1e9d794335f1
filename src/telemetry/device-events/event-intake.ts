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

/** How long an event holds one of the two places of its device: one that says too much is slowed down, and never refused. */
const holdMs = 20
const floodHoldMs = 500

const refuse = () => tooMany('DEVICE_EVENTS_BUSY')

/**
 * Limits what events cost. Owners are served in turn, and calls for help wait for no other events: neither a key that
 * sends without end nor a stuck button delays anybody else. The devices of an owner do not wait for each other either: an
 * admin has those of a whole house.
 */
export function createEventIntake(ctx: Context): EventIntake {
  const ofDevice = createKeyedLimiter({
    maxPerKey: 2,
    maxTotal: Number.POSITIVE_INFINITY,
    maxQueuedPerKey: 500,
    refuse,
  })
  const ofOwner = createKeyedLimiter({ maxPerKey: 2, maxTotal: 6, maxQueuedPerKey: 2000, refuse })
  const buckets = createTokenBuckets(burst, () => ctx.now().getTime())
  return {
    async receive(owner, source, event) {
      const { isCall = false } = eventKinds[event.event]
      const device = `${owner} ${deviceAddress(event.externalId)} ${isCall}`
      const isFlood = !buckets.take(device)
      // A gateway is not slowed down by waiting: what it has of other devices would only wait as well.
      const isSlowed = isFlood && !(source.type === 'INTAKE' && source.isGateway)
      const leave = await ofDevice.acquire(device, isSlowed ? floodHoldMs : holdMs)
      try {
        const release = await ofOwner.acquire(isCall ? `${owner} calls` : owner, holdMs)
        try {
          return await recordDeviceEvent(ctx, source, event, isFlood)
        } finally {
          release()
        }
      } finally {
        leave()
      }
    },
  }
}
