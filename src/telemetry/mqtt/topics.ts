import { macPattern, normalizeMac } from '../../platform/lib/mac.ts'

/** What a device publishes: a live reading, a batch, or whether it is online; and what it receives. */
const publishedTopics = ['readings', 'batches', 'status'] as const
export type PublishedTopic = (typeof publishedTopics)[number]

const isPublished = (name: string): name is PublishedTopic =>
  (publishedTopics as readonly string[]).includes(name)

/** DeviceTopic is a topic of a device: `fallwatch/AA:BB:CC:DD:EE:FF/readings`. */
export interface DeviceTopic {
  mac: string
  name: PublishedTopic
}

/** parseTopic returns undefined for a topic that no device publishes to. */
export function parseTopic(prefix: string, topic: string): DeviceTopic | undefined {
  if (!topic.startsWith(`${prefix}/`)) return undefined
  const [device = '', name = '', ...rest] = topic.slice(prefix.length + 1).split('/')
  if (rest.length > 0 || !isPublished(name) || !macPattern.test(device)) return undefined
  return { mac: normalizeMac(device), name }
}

/** responseTopic is where the answers to what a device published are. */
export const responseTopic = (prefix: string, device: string) => `${prefix}/${device}/responses`

/** isResponseTopic is true of the response topic of a device, in any form of its address. */
export function isResponseTopic(prefix: string, mac: string, topic: string): boolean {
  if (!topic.startsWith(`${prefix}/`) || !topic.endsWith('/responses')) return false
  const device = topic.slice(prefix.length + 1, -'/responses'.length)
  return macPattern.test(device) && normalizeMac(device) === mac
}
