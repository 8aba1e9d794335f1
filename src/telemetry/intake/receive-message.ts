import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../platform/context.ts'
import { devicesChannel, intakeChannel } from '../../platform/db/channels.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { AppError, tooMany } from '../../platform/lib/errors.ts'
import { deviceAddress } from '../../platform/lib/external-id.ts'
import { createKeyedLimiter } from '../../platform/lib/keyed-limiter.ts'
import { printable } from '../../platform/lib/printable.ts'
import type { IntakeOutcome } from '../../platform/metrics/intake-metrics.ts'
import type { Adapter, AdapterMessage, Decoded } from '../adapters/adapter.ts'
import { decodeMessage, isReading, isReport, suggestedKind } from '../adapters/adapters.ts'
import { meaningOf, type Report } from '../adapters/binary-report.ts'
import type { PhoneReading } from '../adapters/sensor-logger-readings.ts'
import type { DeviceEvent } from '../device-events/device-event.ts'
import type { EventIntake } from '../device-events/event-intake.ts'
import type { IngestParts } from '../ingest/pipeline.ts'
import { receiveBatch, receiveReading } from '../ingest/receive.ts'
import {
  findAssignment,
  findInput,
  findIntakeDevice,
  type IntakeDevice,
  saveInput,
} from './intake-devices.store.ts'
import type { NearbyBook } from './nearby.service.ts'

/** What came of a message: of a message of several devices, how many of each. */
export interface Receipt {
  /** Whether the adapter understood the message. */
  understood: boolean
  /** Events and readings that were recorded, and repetitions that need not be. */
  recorded: number
  /** Devices that nobody has assigned to the source; they are listed as seen nearby. */
  unassigned: number
  /** What was refused, such as an event of a disabled device. */
  refused: number
}

export type ReceiveMessage = (sourceId: string, adapter: Adapter, message: AdapterMessage) => Promise<Receipt>

export interface IntakeParts {
  ctx: Context
  heartbeat: Heartbeat
  ingest: IngestParts
  events: EventIntake
  nearby: NearbyBook
}

/** How long it is remembered that nobody has assigned a device; a change is heard of at once. */
const unassignedMs = 5000
const maxUnassigned = 10_000

/** How often the same sign of life of a device is recorded. */
const aliveMs = 30_000
const quiet = new Set(['alive', 'motion', 'battery'])

/** A bounce of a button is no second call, but a state that is repeated later may be another press. */
const bounceMs = msPerMinute

const maxShownMessage = 2000

/**
 * Returns what takes a message of a source: its events are recorded if their devices were assigned to it, and everything
 * else is only noted. The events of a device are recorded one after the other, and those of different devices beside each
 * other, however many one of them sends.
 */
export function createReceiver({ ctx, heartbeat, ingest, events, nearby }: IntakeParts): ReceiveMessage {
  const unassignedUntilMs = createBoundedMap<string, number>(maxUnassigned)
  const lastQuiet = createBoundedMap<number, { event: string; atMs: number }>(maxUnassigned)
  const lanes = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 8,
    maxQueuedPerKey: 50,
    refuse: () => tooMany('TOO_MANY_REQUESTS_AT_ONCE'),
  })
  /** Those of phones, which wait for their turn in them. */
  const phones = createKeyedLimiter({
    maxPerKey: 1,
    maxTotal: 200,
    maxQueuedPerKey: 10,
    refuse: () => tooMany('TOO_MANY_REQUESTS_AT_ONCE'),
  })
  heartbeat.onNotification((channel) => {
    if (channel === intakeChannel || channel === devicesChannel) unassignedUntilMs.clear()
  })
  heartbeat.onConnectionLost(() => unassignedUntilMs.clear())

  /** The device, if the source may speak for it. */
  async function findAssigned(sourceId: string, address: string): Promise<IntakeDevice | undefined> {
    const key = `${sourceId} ${address}`
    const isListening = heartbeat.alive
    if (isListening && performance.now() < (unassignedUntilMs.get(key) ?? 0)) return undefined
    const device = await findIntakeDevice(ctx.db, address)
    if (device?.sourceId === sourceId) return device
    unassignedUntilMs.set(key, performance.now() + unassignedMs)
    return undefined
  }

  async function receiveOf(
    sourceId: string,
    adapter: Adapter,
    message: AdapterMessage,
    address: string,
    ofDevice: readonly Decoded[],
  ): Promise<Omit<Receipt, 'understood'>> {
    const receipt = { recorded: 0, unassigned: 0, refused: 0 }
    const device = await findAssigned(sourceId, address)
    if (!device) {
      note(sourceId, adapter, message, address, ofDevice)
      return { ...receipt, unassigned: 1 }
    }
    for (const one of ofDevice) {
      try {
        if (isReading(one)) await recordReadings(device, one)
        else await recordEvent(device, one)
        receipt.recorded++
      } catch (error) {
        // What is not because of the message is tried again by whoever has sent it.
        if (!(error instanceof AppError) || error.status >= 500) throw error
        receipt.refused++
      }
    }
    return receipt
  }

  function note(
    sourceId: string,
    adapter: Adapter,
    { topic, body, receivedAt }: AdapterMessage,
    address: string,
    ofDevice: readonly Decoded[],
  ): void {
    const externalId = ofDevice[0]?.externalId ?? address
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const shown = topic === null ? text : `${topic} ${text}`
    nearby.note({
      sourceId,
      address,
      externalId,
      adapter: adapter.name,
      suggestedKind: suggestedKind(adapter, externalId, ofDevice),
      lastMessage: printable(shown.slice(0, maxShownMessage)).toWellFormed(),
      at: receivedAt,
    })
  }

  async function recordEvent(device: IntakeDevice, one: DeviceEvent | Report): Promise<void> {
    if (!isReport(one)) return recordUnlessQuiet(device, one)
    const { sensor, isOn, ...origin } = one
    const event = meaningOf(one, device.kind)
    const input = `${sensor}:${origin.detail ?? ''}`.slice(0, 64)
    const now = ctx.now()
    const before = await findInput(ctx.db, device.number, input)
    const isChange = before ? before.isOn !== isOn : isOn
    const isCall = event === 'sos' || event === 'fall'
    const mayBeAnother = isCall && before !== undefined && now.getTime() - before.at.getTime() >= bounceMs
    if (!isChange && !mayBeAnother) {
      if (!before) await saveInput(ctx.db, device.number, input, { isOn, at: now })
      return recordUnlessQuiet(device, { ...origin, event: 'alive', eventId: undefined })
    }
    await recordUnlessQuiet(device, { ...origin, event })
    // Afterwards: a state that was saved before a crash would be no change when the message is repeated.
    await saveInput(ctx.db, device.number, input, { isOn, at: now })
  }

  async function recordUnlessQuiet(device: IntakeDevice, event: DeviceEvent): Promise<void> {
    const nowMs = ctx.now().getTime()
    const last = lastQuiet.get(device.number)
    const isRepeated =
      quiet.has(event.event) &&
      last?.event === event.event &&
      nowMs - last.atMs < aliveMs &&
      nowMs >= last.atMs
    if (isRepeated) return
    const isAssigned = async (tx: Db, { number }: { number: number }) =>
      (await findAssignment(tx, number)) === device.sourceId
    // Each device has slots of its own. Topics and webhooks have a pace, and what waits here has the place of others, such as
    // of a call, when a broker sends at once what it has kept for hours.
    await events.receive(`intake ${device.number}`, { type: 'INTAKE', isAssigned, isGateway: true }, event)
    lastQuiet.set(device.number, { event: event.event, atMs: nowMs })
  }

  /** As a device sends them: what was measured just now is live, and several seconds are a batch. */
  async function recordReadings(
    { userId }: IntakeDevice,
    { externalId, readings }: PhoneReading,
  ): Promise<void> {
    const [reading] = readings
    if (!reading || userId === null) return
    if (readings.length > 1) await receiveBatch(ingest, userId, { device_id: externalId, readings })
    else await receiveInTurn(() => receiveReading(ingest, userId, { device_id: externalId, ...reading }))
  }

  return async (sourceId, adapter, message) => {
    nearby.heard(sourceId)
    const decoded = decodeMessage(adapter, message)
    const lanesOf = decoded.some(isReading) ? phones : lanes
    const byAddress = groupBy(decoded, ({ externalId }) => deviceAddress(externalId))
    const receipt: Receipt = { understood: decoded.length > 0, recorded: 0, unassigned: 0, refused: 0 }
    for (const [address, ofDevice] of byAddress) {
      const one = await lanesOf.run(address, () => receiveOf(sourceId, adapter, message, address, ofDevice))
      receipt.recorded += one.recorded
      receipt.unassigned += one.unassigned
      receipt.refused += one.refused
    }
    ctx.metrics.intakeReceived(adapter.name, outcomeOf(receipt))
    return receipt
  }
}

/** How long a reading that comes too early waits: an app sends every second more or less, and nothing twice. */
const maxTurnMs = 1000

async function receiveInTurn(receive: () => Promise<unknown>): Promise<void> {
  try {
    await receive()
  } catch (error) {
    const waitMs =
      error instanceof AppError && error.status === 429 ? error.extraFields?.retryAfter : undefined
    if (typeof waitMs !== 'number' || waitMs > maxTurnMs) throw error
    await sleep(waitMs)
    await receive()
  }
}

function outcomeOf({ understood, recorded, unassigned }: Receipt): IntakeOutcome {
  if (!understood) return 'not_understood'
  if (recorded > 0) return 'recorded'
  return unassigned > 0 ? 'unassigned' : 'refused'
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
