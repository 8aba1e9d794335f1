import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Adapter, AdapterMessage, Decoded } from '../../src/telemetry/adapters/adapter.ts'
import { decodeMessage } from '../../src/telemetry/adapters/adapters.ts'

/** A message as a product sends it. */
export interface RecordedMessage {
  product: string
  /** Whose documentation, decoder or log it is from. */
  source: string
  topic?: string
  filter?: string
  body: unknown
  receivedAt?: Date
  /** What it means, without what is not there. */
  decoded: Record<string, unknown>[]
}

/** When a message is received that does not say so: after all that were recorded. */
export const receivedAt = new Date('2026-11-18T12:00:00.000Z')

export function decode(adapter: Adapter, message: Partial<AdapterMessage>): Decoded[] {
  return decodeMessage(adapter, { topic: null, filter: null, body: undefined, receivedAt, ...message })
}

/** Leaves out what is undefined, as JSON does, and keeps times readable. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

/** Tests that each message means what its row says. */
export function testRecorded(adapter: Adapter, messages: readonly RecordedMessage[]): void {
  for (const { product, source, decoded, ...message } of messages)
    test(`${adapter.name}: ${product} (${source})`, () => {
      const { topic = null, filter = topic, ...rest } = message
      assert.deepEqual(plain(decode(adapter, { ...rest, topic, filter })), decoded)
    })
}
