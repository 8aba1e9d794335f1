/** KeyedLimiter runs work of many keys, a few at a time of each; the keys take turns. */
export interface KeyedLimiter {
  /** Waits for a place and gives the function that releases it; it stays taken for at least so long. */
  acquire(key: string, holdMs?: number): Promise<() => void>
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export interface KeyedLimiterOptions {
  /** So much work of one key, and of all keys together, runs at once. */
  maxPerKey: number
  maxTotal: number
  /** So much work of one key waits; more is refused. */
  maxQueuedPerKey: number
  refuse: () => Error
  /** A place stays taken for at least this long, which bounds how much of a key runs in a second. */
  minHoldMs?: number
  /** Work that took longer than this lets its key rest for as long as it took: its place goes to other keys meanwhile. */
  restAfterMs?: number
}

const maxRestMs = 2000

interface Lane {
  running: number
  queue: (() => void)[]
  /** When it was last served, as a count; the one that has waited for longest is served next. */
  servedAt: number
}

export function createKeyedLimiter(options: KeyedLimiterOptions): KeyedLimiter {
  const {
    maxPerKey,
    maxTotal,
    maxQueuedPerKey,
    refuse,
    minHoldMs = 0,
    restAfterMs = Number.POSITIVE_INFINITY,
  } = options
  const lanes = new Map<string, Lane>()
  let total = 0
  let served = 0

  function occupy(lane: Lane): void {
    lane.running++
    lane.servedAt = ++served
    total++
  }

  function leave(key: string, lane: Lane): void {
    total--
    endRest(key, lane)
  }

  function endRest(key: string, lane: Lane): void {
    lane.running--
    if (lane.running === 0 && lane.queue.length === 0) lanes.delete(key)
    startNext()
  }

  function startNext(): void {
    let next: Lane | undefined
    for (const lane of lanes.values()) {
      const isReady = lane.queue.length > 0 && lane.running < maxPerKey
      if (isReady && (!next || lane.servedAt < next.servedAt)) next = lane
    }
    if (!next || total >= maxTotal) return
    occupy(next)
    next.queue.shift()?.()
  }

  async function acquire(key: string, holdMs = minHoldMs): Promise<() => void> {
    const lane = lanes.get(key) ?? { running: 0, queue: [], servedAt: 0 }
    lanes.set(key, lane)
    if (lane.running < maxPerKey && total < maxTotal) occupy(lane)
    else if (lane.queue.length >= maxQueuedPerKey) throw refuse()
    else await new Promise<void>((resolve) => lane.queue.push(resolve))
    const since = performance.now()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const took = performance.now() - since
      if (took > restAfterMs) {
        total--
        setTimeout(endRest, Math.min(took, maxRestMs), key, lane)
        startNext()
      } else if (took < holdMs) setTimeout(leave, holdMs - took, key, lane)
      else leave(key, lane)
    }
  }

  return {
    acquire,
    async run(key, work) {
      const release = await acquire(key)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
