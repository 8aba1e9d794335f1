import { liveValue } from '../live/live-value.ts'

/** Whether the screen stays on by itself; undefined until it is known. */
export const screenStaysOn = liveValue<boolean>()

/** Keeps the screen on while the page is seen: the browser takes that back whenever it is hidden. It returns how to stop. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined
  let isEnded = false

  async function ask(): Promise<void> {
    if (document.hidden || isEnded || (lock && !lock.released)) return
    try {
      if (!navigator.wakeLock) throw new Error('This browser has no wake lock')
      const asked = await navigator.wakeLock.request('screen')
      lock = asked
      if (isEnded) return void asked.release()
      screenStaysOn.set(true)
      asked.addEventListener('release', () => {
        if (!isEnded && !document.hidden) screenStaysOn.set(false)
      })
    } catch {
      // Refused to save power, or not known at all.
      screenStaysOn.set(false)
    }
  }
  const askAgain = () => void ask()
  document.addEventListener('visibilitychange', askAgain)
  // A refusal ends when the phone is charged, which nobody says: a touch is an occasion to look.
  document.addEventListener('pointerup', askAgain)
  askAgain()
  return () => {
    isEnded = true
    document.removeEventListener('visibilitychange', askAgain)
    document.removeEventListener('pointerup', askAgain)
    void lock?.release()
    screenStaysOn.set(undefined)
  }
}
