import { readStored, store } from '../ui/stored.ts'
import { createMotionSampler, type MotionSecond, maxGapMs } from './motion-sampler.ts'
import { watchMotion } from './motion-sensor.ts'
import type { PhoneClock } from './phone-clock.ts'
import { changePhoneState, currentPhoneState } from './phone-state.ts'
import { keepScreenOn } from './wake-lock.ts'

const watchedKey = 'fallwatch-phone-watched'

/** Until when this browser has watched, also before the page was loaded. */
export const lastWatchedMs = () => Number(readStored(watchedKey)) || undefined

export const forgetWatched = () => store(watchedKey, null)

/** What is shorter is no time in which something was missed. */
const minGapMs = 5000
/** Sensors that have been silent for so long have stopped. */
const silentMs = 3000
const checkMs = 1000

/** Watches motion, and gives it by the second; it returns how to stop. Browsers give none to a page that is hidden. */
export function startWatching(clock: PhoneClock, keep: (second: MotionSecond) => void): () => void {
  const sampler = createMotionSampler(keep)
  let seenAtMs = performance.now()
  let lastMs: number | undefined
  const ends = [watchMotion(take), keepScreenOn()]

  function take(...[atMs, row]: Parameters<Parameters<typeof watchMotion>[0]>): void {
    seenAtMs = performance.now()
    const hasPaused = lastMs !== undefined && atMs - lastMs > maxGapMs
    lastMs = atMs
    // What ended before the pause is given by this, with its own time.
    sampler.add(atMs, row)
    if (hasPaused) clock.pause()
    note(clock.at(atMs))
  }

  /** Notes each second until when it was watched, also for a page that is closed, and what was missed before. */
  function note(nowMs: number): void {
    const { watchedUntilMs, motion } = currentPhoneState()
    const missedMs = watchedUntilMs === undefined ? 0 : nowMs - watchedUntilMs
    // The clock of the service may be found out to be an earlier one.
    if (motion === 'watching' && Math.abs(missedMs) < checkMs) return
    store(watchedKey, String(nowMs))
    const gap =
      watchedUntilMs && missedMs > minGapMs ? { gap: { fromMs: watchedUntilMs, untilMs: nowMs } } : {}
    changePhoneState({ motion: 'watching', watchedUntilMs: nowMs, ...gap })
  }

  function pause(): void {
    sampler.pause()
    clock.pause()
    if (currentPhoneState().motion === 'watching') changePhoneState({ motion: 'stopped' })
  }

  const check = setInterval(() => {
    if (performance.now() - seenAtMs < silentMs) return
    if (lastMs !== undefined) pause()
    else changePhoneState({ motion: 'missing' })
  }, checkMs)
  const onVisibility = () => document.hidden && pause()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearInterval(check)
    document.removeEventListener('visibilitychange', onVisibility)
    for (const end of ends) end()
    pause()
  }
}
