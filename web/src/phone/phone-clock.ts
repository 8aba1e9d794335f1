import { clockAheadMs, serviceTime, setClockAhead } from '../live/service-clock.ts'
import { readStored, store } from '../ui/stored.ts'

const aheadKey = 'fallwatch-phone-ahead'
/** What differs by less is the time that an answer takes, and no other clock. */
const toleranceMs = 2000

export type PhoneClock = ReturnType<typeof createPhoneClock>

export const forgetClock = () => store(aheadKey, null)

/**
 * Says, by the clock of the service, when the sensors saw something. Their clock stands still while a phone sleeps, and the
 * one of the phone may be wrong or be set: while motion goes on, the first one counts, and after a pause it is set by the
 * second one. What the service says goes before both.
 */
export function createPhoneClock() {
  let offsetMs: number | undefined
  const known = Number(readStored(aheadKey))
  // A page that is loaded while there is no connection knows it from the one before.
  if (clockAheadMs() === 0 && Math.abs(known) > toleranceMs) setClockAhead(known)
  let storedMs = known

  const offsetNow = () => serviceTime().getTime() - performance.now()

  return {
    /** The time of a moment of the sensors. */
    at(sensorMs: number): number {
      offsetMs ??= offsetNow()
      return offsetMs + sensorMs
    },
    now: (): number => (offsetMs === undefined ? serviceTime().getTime() : offsetMs + performance.now()),
    /** The sensors have paused, and may have slept. */
    pause(): void {
      offsetMs = undefined
    },
    /** The service has said what time it is. */
    learn(): void {
      if (offsetMs !== undefined && Math.abs(offsetNow() - offsetMs) > toleranceMs) offsetMs = offsetNow()
      if (Math.abs(clockAheadMs() - storedMs) <= toleranceMs) return
      storedMs = clockAheadMs()
      store(aheadKey, String(storedMs))
    },
  }
}
