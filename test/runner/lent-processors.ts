import { stolenMs } from '../support/machine-stalls.ts'

/** LentProcessors tells how much of the machine's processors others had in the last seconds: those of other machines. */
export interface LentProcessors {
  /** From 0 to 1. */
  share(): number
  stop(): void
}

const intervalMs = 2000

/** watchLent takes what others had in the last two seconds, so that a short moment stops nothing for long. */
export function watchLent(): LentProcessors {
  let [lastAt, lastStolenMs, share] = [performance.now(), stolenMs(), 0]
  const timer = setInterval(() => {
    const [now, stolen] = [performance.now(), stolenMs()]
    share = Math.min(1, (stolen - lastStolenMs) / (now - lastAt))
    lastAt = now
    lastStolenMs = stolen
  }, intervalMs)
  return { share: () => share, stop: () => clearInterval(timer) }
}
