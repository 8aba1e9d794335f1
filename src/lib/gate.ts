import { createKeyedLimiter } from './keyed-limiter.ts'

/** Gate lets a few pieces of work run at once, keeps a bounded queue behind them and refuses the rest. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createGate({ running, waiting, refuse }: GateOptions): Gate {
  const limiter = createKeyedLimiter({
    maxPerKey: running,
    maxTotal: running,
    maxQueuedPerKey: waiting,
    refuse,
  })
  return { run: (work) => limiter.run('', work) }
}

interface GateOptions {
  running: number
  waiting: number
  refuse: () => Error
}
