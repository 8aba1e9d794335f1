import type { IPublishPacket } from 'mqtt-packet'
import { publishedTopics } from './topics.ts'

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
