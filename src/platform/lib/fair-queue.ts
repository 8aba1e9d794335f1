/** Serves keys round-robin: one item of each key, the oldest first. */
export interface FairQueue<Item> {
  push(key: string, item: Item): void
  shift(): Item | undefined
  readonly length: number
}

export function createFairQueue<Item>(): FairQueue<Item> {
  // In the order in which the keys are served; each has at least one item.
  const lanes = new Map<string, Item[]>()
  let length = 0
  return {
    push(key, item) {
      const lane = lanes.get(key)
      if (lane) lane.push(item)
      else lanes.set(key, [item])
      length++
    },
    shift() {
      const [first] = lanes
      if (!first) return undefined
      const [key, lane] = first
      const item = lane.shift()
      lanes.delete(key)
      if (lane.length > 0) lanes.set(key, lane)
      length--
      return item
    },
    get length() {
      return length
    },
  }
}
