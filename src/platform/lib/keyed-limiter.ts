/** Limits concurrent work per key and in total; keys are served round-robin. */
export interface KeyedLimiter {
  /** Waits for a slot and returns the function that releases it; its key holds the slot for at least `holdMs`. */
  acquire(key: string, holdMs?: number): Promise<() => void>
  run<T>(key: string, work: () => Promise<T>): Promise<T>
}

export interface KeyedLimiterOptions {
  /** How many tasks of one key, and of all keys, run at once. */
  maxPerKey: number
  maxTotal: number
  /** How many tasks of one key are queued; more are refused. */
  maxQueuedPerKey: number
  refuse: () => Error
  /** A key holds a slot for at least this long, which limits its rate. Other keys do not wait for that. */
  minHoldMs?: number
  /**
   * After a task that took longer than this, its key pauses for as long as the task took, while other keys use the
   * slot.
   */
  restAfterMs?: number
}

const maxRestMs = 2000

interface Lane {
  running: number
  queue: (() => void)[]
  /** The sequence number of its last start; the lane with the lowest is served next. */
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
  let serveCount = 0

  function startIn(lane: Lane): void {
    lane.running++
    lane.servedAt = ++serveCount
    total++
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
    startIn(next)
    next.queue.shift()?.()
  }

  async function acquire(key: string, holdMs = minHoldMs): Promise<() => void> {
    const lane = lanes.get(key) ?? { running: 0, queue: [], servedAt: 0 }
    lanes.set(key, lane)
    if (lane.running < maxPerKey && total < maxTotal) startIn(lane)
    else if (lane.queue.length >= maxQueuedPerKey) throw refuse()
    else await new Promise<void>((resolve) => lane.queue.push(resolve))
    const startedAtMs = performance.now()
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const elapsedMs = performance.now() - startedAtMs
      const restMs = elapsedMs > restAfterMs ? Math.min(elapsedMs, maxRestMs) : holdMs - elapsedMs
      total--
      if (restMs <= 0) return endRest(key, lane)
      setTimeout(endRest, restMs, key, lane)
      startNext()
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
