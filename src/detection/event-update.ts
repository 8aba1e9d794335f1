import { msPerMinute } from '../platform/lib/duration.ts'
import { corroboratingSensors, hasLostPulse } from './corroboration.ts'
import {
  baselineOf,
  eventDurationMs,
  type FallEvent,
  firstScoreDueMs,
  significantTurnDegrees,
  suspicionDurationMs,
} from './fall-event.ts'
import type { PostImpactSecond } from './post-impact.ts'

/** A shorter gap counts as a continuation of what surrounds it; nothing is assumed about a longer one. */
const maxGapMs = 3000

/** Auxiliary sensors are compared with their baseline for this long after an impact. */
const corroborationMs = msPerMinute

/** A device without a pulse for this long was taken off, and its stillness means nothing. */
const takenOffMs = 5000

/** Getting up: this close to the posture before the impact, and moving, for this long. */
const gotUpMaxTiltDegrees = 35
const gotUpMinMs = 3000

/** Adds the newest second to an event, or returns undefined if the event is over. */
export function updateEvent(
  event: FallEvent,
  at: number,
  second: PostImpactSecond,
  isAlarm: boolean,
): FallEvent | undefined {
  const ageMs = at - event.at
  if (ageMs > (isAlarm ? eventDurationMs : suspicionDurationMs)) return undefined
  if (ageMs > firstScoreDueMs && event.scoreHundredths === undefined) return undefined
  const { elapsedMs, coveredMs, isStill, tiltDegrees, sensors } = second
  const hasGap = elapsedMs - coveredMs > maxGapMs
  const extended = (durationMs: number) => (hasGap ? coveredMs : durationMs + elapsedMs)
  const pulseLostMs = ageMs > 0 && hasLostPulse(baselineOf(event), sensors) ? extended(event.pulseLostMs) : 0
  const stillMs = isStill ? extended(event.stillMs) : 0
  const isUpright =
    !isStill &&
    tiltDegrees !== undefined &&
    tiltDegrees < gotUpMaxTiltDegrees &&
    (event.turnDegrees ?? 0) >= significantTurnDegrees
  const uprightMs = isUpright ? extended(event.uprightMs) : 0
  const found = ageMs <= corroborationMs && ageMs > 0 ? corroboratingSensors(baselineOf(event), sensors) : []
  return {
    ...event,
    stillMs,
    longestStillMs:
      pulseLostMs >= takenOffMs ? event.longestStillMs : Math.max(event.longestStillMs, stillMs),
    uprightMs,
    gotUpAfterMs: event.gotUpAfterMs ?? (uprightMs >= gotUpMinMs ? ageMs - uprightMs : undefined),
    pulseLostMs,
    sensors: found.every((sensor) => event.sensors.includes(sensor))
      ? event.sensors
      : [...new Set([...event.sensors, ...found])],
  }
}
