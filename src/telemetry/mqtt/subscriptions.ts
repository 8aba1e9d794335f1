import type { ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet'
import { type Outcome, responseTo } from './publish-lane.ts'
import { reasonCodes } from './reason-codes.ts'
import { isResponseTopic } from './topics.ts'

/** The topics under which a device wants its answers. */
export interface Subscriptions {
  subscribe(packet: ISubscribePacket): void
  unsubscribe(packet: IUnsubscribePacket): void
  /** Sends an answer, with the correlation data of what it is about. */
  respond(outcome: Outcome, uptimeMs: number | undefined, correlationData: Buffer | undefined): void
}

export interface SubscriptionParts {
  prefix: string
  mac: string
  version: number
  send(packet: Packet): void
}

const maxSubscriptions = 4

export function createSubscriptions({ prefix, mac, version, send }: SubscriptionParts): Subscriptions {
  const topics = new Set<string>()
  return {
    subscribe({ subscriptions, messageId = 0 }) {
      const granted = subscriptions.map(({ topic }) => {
        if (isResponseTopic(prefix, mac, topic)) {
          if (topics.size < maxSubscriptions) topics.add(topic)
          return 0
        }
        if (version !== 5) return 0x80
        return /[#+]/.test(topic) ? reasonCodes.topicFilterInvalid : reasonCodes.notAuthorized
      })
      send({ cmd: 'suback', messageId, granted })
    },
    unsubscribe({ unsubscriptions, messageId = 0 }) {
      for (const topic of unsubscriptions) topics.delete(topic)
      const granted = unsubscriptions.map(() => reasonCodes.success)
      send({ cmd: 'unsuback', messageId, granted } as Packet)
    },
    respond(outcome, uptimeMs, correlationData) {
      if (topics.size === 0) return
      const payload = JSON.stringify(responseTo(outcome, uptimeMs))
      for (const topic of topics)
        send({
          cmd: 'publish',
          topic,
          payload,
          qos: 0,
          dup: false,
          retain: false,
          ...(version === 5 && correlationData && { properties: { correlationData } }),
        })
    },
  }
}
