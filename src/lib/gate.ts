/** Gate lets a few pieces of work run at once, keeps a bounded queue behind them and refuses the rest. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>
}

export function createGate(options: { running: number; waiting: number; refuse: () => Error }): Gate {
  const queue: (() => void)[] = []
  let running = 0

  return {
    async run(work) {
      if (running >= options.running) {
        if (queue.length >= options.waiting) throw options.refuse()
        // The one who leaves hands over the place, so `running` does not change here.
        await new Promise<void>((resolve) => queue.push(resolve))
      } else {
        running++
      }
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running--
      }
    },
  }
}
