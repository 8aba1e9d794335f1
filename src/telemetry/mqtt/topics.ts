import type { IPublishPacket } from 'mqtt-packet'
import { deviceAddress, externalIdPattern, shownExternalId } from '../../platform/lib/external-id.ts'

/**
 * What a device publishes: a live reading, a batch, that something happened, or whether it is online. The listener, the client of a broker, the simulator
 * and the benchmarks take the names from here; `test/project/docs.test.ts` compares them with the documentation.
 */
export const publishedTopics = ['readings', 'batches', 'events', 'status'] as const
export type PublishedTopic = (typeof publishedTopics)[number]
/** What is stored, and answered. */
export type AnsweredTopic = Exclude<PublishedTopic, 'status'>

/** Where a device receives the answers. */
export const responsesName = 'responses'

/** The payload of the status topic that says that a device has lost its connection; everything else says that it has one. */
export const offlinePayload = 'offline'

/** The prefix of all topics unless MQTT_TOPIC_PREFIX says another. */
export const defaultTopicPrefix = 'fallwatch'

/** Where a device publishes, such as `fallwatch/AA:BB:CC:DD:EE:FF/readings`. */
export const deviceTopic = (prefix: string, device: string, name: PublishedTopic) =>
  `${prefix}/${device}/${name}`

/** The subscriptions by which the processes of the service divide what all devices publish. */
export const sharedFilters = (prefix: string) =>
  publishedTopics.map((name) => `$share/fallwatch/${deviceTopic(prefix, '+', name)}`)

const isPublished = (name: string): name is PublishedTopic =>
  (publishedTopics as readonly string[]).includes(name)

/** A topic that a device publishes to, in its parts. */
export interface DeviceTopic {
  /** What identifies the device: its MAC address if it has one. */
  mac: string
  /** As it is written. */
  externalId: string
  name: PublishedTopic
}

/** Returns undefined for a topic that no device publishes to. */
export function parseTopic(prefix: string, topic: string): DeviceTopic | undefined {
  if (!topic.startsWith(`${prefix}/`)) return undefined
  const [device = '', name = '', ...rest] = topic.slice(prefix.length + 1).split('/')
  if (rest.length > 0 || !isPublished(name) || !externalIdPattern.test(device)) return undefined
  return { mac: deviceAddress(device), externalId: shownExternalId(device), name }
}

/** Where the answers to what a device published are. */
export const responseTopic = (prefix: string, device: string) => `${prefix}/${device}/${responsesName}`

/** True for the response topic of a device, in any form of its address. */
export function isResponseTopic(prefix: string, mac: string, topic: string): boolean {
  if (!topic.startsWith(`${prefix}/`) || !topic.endsWith(`/${responsesName}`)) return false
  const device = topic.slice(prefix.length + 1, -`/${responsesName}`.length)
  return externalIdPattern.test(device) && deviceAddress(device) === mac
}

/** One for each topic that a device publishes to. */
export const maxAliases = publishedTopics.length

/** Returns a function that resolves the topic alias of a publish; undefined for one that was not set. */
export function createTopicAliases(): (packet: IPublishPacket) => string | undefined {
  const aliases = new Map<number, string>()
  return ({ topic, properties }) => {
    const alias = properties?.topicAlias
    if (alias === undefined) return topic
    if (alias < 1 || alias > maxAliases) return undefined
    if (topic === '') return aliases.get(alias)
    aliases.set(alias, topic)
    return topic
  }
}
