import { secondsPerHour } from '../../platform/lib/duration.ts'

/** The usual interval of a device is the median of its last intervals. */
export const intervalCount = 20

/** A device was charging if its battery rose within so many minutes before its last reading. */
export const batteryHistoryMinutes = 40

/** How many of the intervals that somebody has set, or that were learned, a device may miss. */
export const expectedIntervals = 2
export const learnedIntervals = 3
export const minLearnedSilenceSeconds = secondsPerHour

/** After how long a device with an interval of its own is silent; undefined without one. */
export function ownSilenceSeconds({
  expectedEverySeconds,
  learnedEverySeconds,
}: {
  expectedEverySeconds?: number | null
  learnedEverySeconds?: number | null
}): number | undefined {
  if (expectedEverySeconds) return expectedEverySeconds * expectedIntervals
  if (learnedEverySeconds) return Math.max(learnedEverySeconds * learnedIntervals, minLearnedSilenceSeconds)
  return undefined
}

/** A device that has been silent for longer was put away. */
export const maxSilenceDays = 7

/** The shortest silence without a limit of the patient: that of a device that lost its connection, as its last will says. */
export const shortestSilenceSeconds = 120

/** The SQL of when a device was last heard of, by a reading or by an event. */
export const lastHeard = 'greatest(state.last_seen, state.last_event_at)'
