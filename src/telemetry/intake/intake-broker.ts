import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { IPublishPacket } from 'mqtt-packet'
import type { Context } from '../../platform/context.ts'
import { intakeChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { AppError } from '../../platform/lib/errors.ts'
import type { Adapter, AdapterMessage, Decoded } from '../adapters/adapter.ts'
import { decodeMessage, findAdapter } from '../adapters/adapters.ts'
import { matchesFilter } from '../adapters/topic-filter.ts'
import { eventKinds } from '../device-events/event-effects.ts'
import { type BrokerLink, openBrokerLink } from '../mqtt/broker-link.ts'
import type { Intake } from './intake.ts'
import { brokerSourceId } from './intake-sources.store.ts'
import { type IntakeTopic, listRemovedTopics, listTopics } from './intake-topics.store.ts'
import { createTopicPace } from './topic-pace.ts'
import { bodyOf, maxPayloadBytes } from './topic-payload.ts'
import { createTopicRoom } from './topic-room.ts'

/** Reads the topics that admins have named. */
export interface IntakeBroker {
  readonly isUp: boolean
  close(): Promise<void>
}

export interface IntakeBrokerParts {
  ctx: Context
  heartbeat: Heartbeat
  intake: Intake
  url: string
}

const group = '$share/fallwatch-intake/'
const retryMs = 1000
const maxDrainMs = 5000
/** A message that fails while the database answers would take the place of others for ever. */
const maxAttempts = 60
/** What is being recorded at once: of QoS 1 the broker keeps what comes beyond that; what has QoS 0 is dropped. */
const maxInFlight = 200
/** As many as a topic may send at once. */
const room = { ofTopic: 100, ofUnknown: 200, total: 1000 }

/** What calls by itself; what a contact means depends on what it is built into. */
const isCall = (decoded: Decoded) =>
  'event' in decoded
    ? eventKinds[decoded.event].isCall === true
    : 'sensor' in decoded && decoded.sensor === 'fall' && decoded.isOn

/**
 * Subscribes with the other processes of the service, so that each message is taken by one of them. It has a connection
 * of its own: what others publish cannot hold up readings.
 */
export function openIntakeBroker({ ctx, heartbeat, intake, url }: IntakeBrokerParts): IntakeBroker {
  const { topicPrefix, clientId } = ctx.config.mqtt
  const pace = createTopicPace()
  let topics: IntakeTopic[] = []
  let removed: string[] = []
  let link: BrokerLink | undefined
  const atOnce = createTopicRoom(room)
  let withQos1 = 0
  let isClosed = false
  let isLoading = false
  let isStale = true

  /** Only once the topics are known: what the broker has kept comes at once, and must not look like a topic of nobody. */
  const open = () =>
    openBrokerLink({
      url,
      clientId: `${clientId}-intake`,
      topics: () => ({
        subscribe: topics.map(({ topic }) => group + topic),
        unsubscribe: removed.map((topic) => group + topic),
      }),
      // The broker may forbid one of them; the others are read nevertheless.
      mayBeRefused: true,
      maxInFlight,
      maxPacketBytes: maxPayloadBytes + 4096,
      log: ctx.log,
      onMessage,
    })

  /** Reads what admins have named, until that succeeds. */
  async function load(): Promise<void> {
    isStale = true
    if (isLoading) return
    isLoading = true
    while (isStale && !isClosed) {
      isStale = false
      try {
        const [named, gone] = [
          await listTopics(ctx.db.background),
          await listRemovedTopics(ctx.db.background),
        ]
        const isSame = isDeepStrictEqual([topics, removed], [named, gone])
        topics = named
        removed = gone
        if (isClosed) return
        if (!link) link = open()
        else if (!isSame) link.resubscribe()
      } catch (error) {
        ctx.log.warn({ err: error }, 'the topics of the broker could not be read; that is retried')
        isStale = true
        await sleep(retryMs)
      }
    }
    isLoading = false
  }

  heartbeat.onNotification((channel) => {
    if (channel === intakeChannel) void load()
  })
  heartbeat.onConnectionLost(() => void load())
  void load()

  function enterAnyway(): () => void {
    withQos1++
    return () => void withQos1--
  }

  function onMessage(packet: IPublishPacket, acknowledge: () => void): void {
    const { topic } = packet
    const entry = topics.find((named) => matchesFilter(named.topic, topic))
    const adapter = entry && findAdapter(entry.adapter)
    // What a broker has retained was published long ago.
    if (!entry || !adapter || packet.retain || topic.startsWith(`${topicPrefix}/`)) return void acknowledge()
    const message = () => ({
      topic,
      filter: entry.topic,
      body: bodyOf(packet.payload as Buffer),
      receivedAt: ctx.now(),
      rule: entry.rule ?? undefined,
    })
    const isKnown = pace.knows(topic)
    const isTaken = pace.allows(topic) || isCallBeyondPace(packet, adapter, message)
    // Of those with QoS 1 the broker limits how many come, and keeps the others.
    const leave = isTaken && (packet.qos > 0 ? enterAnyway() : atOnce.enter(topic, isKnown))
    if (!leave) {
      ctx.metrics.intakeReceived(adapter.name, 'dropped')
      return void acknowledge()
    }
    const received = message()
    void receive()
      .then(acknowledge)
      // It was not acknowledged: the broker sends it again after the next connection.
      .catch(() => {})
      .finally(leave)

    async function receive(): Promise<void> {
      if (!adapter) return
      for (let attempts = 1; ; attempts++) {
        try {
          const { recorded } = await intake.receive(brokerSourceId, adapter, received)
          if (recorded > 0) pace.isKnown(topic)
          return
        } catch (error) {
          const isFull = error instanceof AppError && error.status === 429
          if (isFull) return ctx.metrics.intakeReceived(adapter.name, 'dropped')
          if (isClosed) throw error
          if (heartbeat.alive && attempts >= maxAttempts) {
            ctx.log.error({ err: error, topic }, 'a message of the broker cannot be recorded')
            return ctx.metrics.intakeReceived(adapter.name, 'dropped')
          }
          ctx.log.warn(
            { err: error, topic },
            'a message of the broker could not be recorded; that is retried',
          )
          await sleep(retryMs)
        }
      }
    }
  }

  /** A sensor that says too much shares its topic with a button, and what the broker has kept for hours comes at once. */
  function isCallBeyondPace({ qos, topic }: IPublishPacket, adapter: Adapter, message: () => AdapterMessage) {
    if (qos === 0 || !pace.mayLook()) return false
    return decodeMessage(adapter, message()).some(isCall) && pace.allowsCall(topic)
  }

  return {
    get isUp() {
      return link?.isUp ?? false
    },
    async close() {
      isClosed = true
      const deadlineMs = performance.now() + maxDrainMs
      while (atOnce.size + withQos1 > 0 && performance.now() < deadlineMs) await sleep(20)
      await link?.close()
    },
  }
}
