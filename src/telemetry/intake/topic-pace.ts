import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { createTokenBuckets, type Rate } from '../../platform/lib/token-bucket.ts'

/** Limits how many messages are recorded, by topic and of topics that have never said anything of an assigned device. */
export interface TopicPace {
  allows(topic: string): boolean
  /** Whether a message that is not allowed may be looked at: a call among what a topic says too often is none too many. */
  mayLook(): boolean
  /** Whether a call that is not allowed is recorded nevertheless. */
  allowsCall(topic: string): boolean
  /** A topic has said something of an assigned device: a flood of made-up topics takes nothing from it. */
  isKnown(topic: string): void
  knows(topic: string): boolean
}

/** A gateway of a ward has one topic for all of its buttons. */
const ofTopic: Rate = { points: 100, seconds: 5 }
/** A house with hundreds of sensors that belong to nobody. */
const ofUnknown: Rate = { points: 1000, seconds: 5 }
/** Decoding costs little; what a broker has kept for hours comes at once. */
const ofLooks: Rate = { points: 10_000, seconds: 10 }
/** Of a topic with the buttons of a ward, or one of somebody who floods it with calls. */
const ofCalls: Rate = { points: 50, seconds: 5 }
const maxKnown = 20_000

export function createTopicPace(now?: () => number): TopicPace {
  const topics = createTokenBuckets(ofTopic, now)
  const unknown = createTokenBuckets(ofUnknown, now)
  const looks = createTokenBuckets(ofLooks, now)
  const calls = createTokenBuckets(ofCalls, now)
  const known = createBoundedMap<string, true>(maxKnown)
  const knows = (topic: string) => known.get(topic) !== undefined
  return {
    knows,
    allows: (topic) => (knows(topic) || unknown.take('')) && topics.take(topic),
    mayLook: () => looks.take(''),
    allowsCall: (topic) => calls.take(topic),
    isKnown(topic) {
      known.set(topic, true)
    },
  }
}
