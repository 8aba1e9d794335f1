import { createKeyedLimiter } from './keyed-limiter.ts'

/** Runs a limited number of tasks at once, queues some more and refuses the rest. */
export interface ConcurrencyLimiter {
  run<T>(task: () => Promise<T>): Promise<T>
}

interface ConcurrencyLimiterOptions {
  maxConcurrent: number
  maxQueued: number
  refuse: () => Error
}

export function createConcurrencyLimiter({
  maxConcurrent,
  maxQueued,
  refuse,
}: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const limiter = createKeyedLimiter({
    maxPerKey: maxConcurrent,
    maxTotal: maxConcurrent,
    maxQueuedPerKey: maxQueued,
    refuse,
  })
  return { run: (task) => limiter.run('', task) }
}
