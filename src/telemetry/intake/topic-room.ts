/** Limits how many messages are being recorded, so that a topic that says too much takes no place of others. */
export interface TopicRoom {
  /** Takes a place, and returns what gives it back; undefined if there is none. */
  enter(topic: string, isKnown: boolean): (() => void) | undefined
  readonly size: number
}

export interface TopicRoomLimits {
  ofTopic: number
  /** Of all topics that never said anything of an assigned device. */
  ofUnknown: number
  total: number
}

export function createTopicRoom({ ofTopic, ofUnknown, total }: TopicRoomLimits): TopicRoom {
  const counts = new Map<string, number>()
  let unknown = 0
  let size = 0

  return {
    get size() {
      return size
    },
    enter(topic, isKnown) {
      const count = counts.get(topic) ?? 0
      if (size >= total || count >= ofTopic || (!isKnown && unknown >= ofUnknown)) return undefined
      counts.set(topic, count + 1)
      size++
      if (!isKnown) unknown++
      return () => {
        size--
        if (!isKnown) unknown--
        const left = (counts.get(topic) ?? 0) - 1
        if (left > 0) counts.set(topic, left)
        else counts.delete(topic)
      }
    },
  }
}
