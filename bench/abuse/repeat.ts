/** Calls `work` at an interval, but not before the previous call is done and `pauseMs` have passed. */
export type Repeat = (
  intervalMs: number,
  firstAfterMs: number,
  work: (dueAt: number) => Promise<void>,
  pauseMs?: number,
) => void

/** Also returns how to end all repetitions, which waits for calls that are not done. */
export function createRepeat(recordLag: (lagMs: number) => void): { repeat: Repeat; end(): Promise<void> } {
  const pending = new Set<Promise<void>>()
  let isOver = false
  return {
    repeat(intervalMs, firstAfterMs, work, pauseMs = 0) {
      let dueAt = performance.now() + firstAfterMs
      const wait = () => setTimeout(run, Math.max(0, dueAt - performance.now()))
      const run = async () => {
        if (isOver) return
        recordLag(performance.now() - dueAt)
        const done = work(dueAt)
        pending.add(done)
        await done
        pending.delete(done)
        dueAt = Math.max(dueAt + intervalMs, performance.now() + pauseMs)
        wait()
      }
      wait()
    },
    async end() {
      isOver = true
      await Promise.all(pending)
    },
  }
}
