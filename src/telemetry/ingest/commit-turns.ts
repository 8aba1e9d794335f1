/** Lets commits to several servers follow one another. */
export interface CommitTurns {
  /** Runs a commit in its turn, which ends with it, or after a while without it. */
  run<T>(commit: () => Promise<T>): Promise<T>
}

/**
 * A commit costs a process and a server much the same, however few readings it has. Commits that take turns are not many
 * more than those to one server. `maxMs` is how long a turn lasts at most: a server that is slow or lost takes no more
 * from the others.
 */
export function createCommitTurns(maxMs: () => number): CommitTurns {
  const waiting: ((end: () => void) => void)[] = []
  let isTaken = false

  /** Begins a turn and returns what ends it. */
  function begin(): () => void {
    isTaken = true
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      isTaken = false
      waiting.shift()?.(begin())
    }
    const timer = setTimeout(end, maxMs())
    return end
  }

  return {
    async run(commit) {
      const end = isTaken ? await new Promise<() => void>((resolve) => waiting.push(resolve)) : begin()
      try {
        return await commit()
      } finally {
        end()
      }
    },
  }
}
