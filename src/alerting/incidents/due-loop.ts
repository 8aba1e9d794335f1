import { setTimeout as sleep } from 'node:timers/promises'
import { msPerSecond } from '../../platform/lib/duration.ts'

/** Does what is due, whenever it is woken and when the next of it is due. */
export interface DueLoop {
  /** Runs until `stop`. */
  start(): void
  wake(): void
  stop(): Promise<void>
}

interface DueWork {
  /** Does what is due now; true if there may be more. */
  run: () => Promise<boolean>
  /** Returns after how long something is due. */
  untilDueMs: () => Promise<number>
  onError: (error: unknown) => void
}

/** The backstop for notifications that were lost with a connection. */
export const pollMs = msPerSecond
/** What wakes the loop within this time after a run is done together: on a busy machine, each run costs others their time. */
const minPauseMs = 10

export function createDueLoop({ run, untilDueMs, onError }: DueWork): DueLoop {
  let isStopped = false
  let endPause: (() => void) | undefined
  let wasWoken = false
  let running: Promise<void> | undefined

  async function loop(): Promise<void> {
    while (!isStopped) {
      wasWoken = false
      try {
        while (!isStopped && (await run()));
        await pause(Math.min(pollMs, await untilDueMs()))
      } catch (error) {
        onError(error)
        await pause(pollMs)
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    await sleep(minPauseMs)
    if (wasWoken || isStopped) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms - minPauseMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    endPause = undefined
  }

  function wake(): void {
    wasWoken = true
    endPause?.()
  }

  return {
    start() {
      running ??= loop()
    },
    wake,
    async stop() {
      isStopped = true
      wake()
      await running
    },
  }
}
