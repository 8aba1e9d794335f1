import type { DeviceEvent } from '../device-events/device-event.ts'
import type { Report } from './binary-report.ts'
import type { JsonRule } from './json-rule.ts'
import type { PhoneReading } from './sensor-logger-readings.ts'

/** What arrived on a topic of the broker or at a webhook. */
export interface AdapterMessage {
  /** Null at a webhook. */
  topic: string | null
  /** What an admin subscribed to, such as `zigbee2mqtt/#`; null at a webhook. */
  filter: string | null
  /** The parsed JSON; a text where a topic carries something else, such as `ON`. */
  body: unknown
  receivedAt: Date
  /** Only for the adapter whose rules are written by admins. */
  rule?: JsonRule | undefined
}

/** What a message says: that something happened, the state of an input, or what was measured. */
export type Decoded = DeviceEvent | Report | PhoneReading

/** Where an adapter can be used. */
export type Way = 'topic' | 'webhook'

/**
 * Turns what others send into device events or readings. It knows nothing but the message: no clock, no store, and not
 * whose device it is. It returns nothing for what it does not understand.
 */
export interface Adapter {
  name: string
  ways: readonly Way[]
  decode(message: AdapterMessage): Decoded[]
}
