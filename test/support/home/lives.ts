import { createRandom } from '../../../harness/random.ts'
import {
  afterNoon as after,
  beginOfHome,
  type Hours,
  hour,
  minute,
  momentOf,
  noon,
  type Span,
} from './clock.ts'
import { type Companion, drawCompanion, planOf } from './companions.ts'

/** What a home watches of a resident. */
export interface Watched {
  bed: (Hours & { afterMinutes: number }) | null
  doors: Hours | null
  activity: (Hours & { afterHours: number }) | null
}

/** What somebody does in a week: what happens, not what their devices say of it. */
export interface Life {
  index: number
  watched: Watched
  /** When they are in bed, from the first time on. The bed says nothing of a return that was lost on the way. */
  inBed: (Span & { isReturnLost: boolean })[]
  /** When the door of their room is open. */
  doors: Span[]
  /** When they move in the sight of a sensor. */
  motions: number[]
  /** When they press their button. */
  presses: number[]
  /** When the sensor on the ceiling sees them fall. */
  falls: number[]
  /** When the battery of their button is empty. */
  diesAt?: number
  /** A wearable, a phone or something else that some have. */
  companion?: Companion | undefined
}

/** A pendant with its own SIM card says every few hours that it is there. */
export const hasPendant = (index: number) => index % 4 === 2
const isDying = (index: number) => index % 16 === 2
export const beatEvery = 6 * hour

/** When a pendant says that it is there. */
export function beatsOf({ index, diesAt = Number.POSITIVE_INFINITY }: Life, end: number): number[] {
  if (!hasPendant(index)) return []
  const beats: number[] = []
  for (let at = beginOfHome + (10 + index) * minute + 7000; at < Math.min(end, diesAt); at += beatEvery)
    beats.push(at)
  return beats
}

const night: Hours = { from: '22:00', to: '06:00' }

/** The settings of the residents, in turn; the first are the defaults. */
const settings: Watched[] = [
  { bed: { ...night, afterMinutes: 15 }, doors: null, activity: null },
  {
    bed: { ...night, afterMinutes: 15 },
    doors: night,
    activity: { from: '08:00', to: '22:00', afterHours: 4 },
  },
  {
    bed: { from: '21:00', to: '07:00', afterMinutes: 5 },
    doors: { from: '20:00', to: '07:30' },
    activity: null,
  },
  { bed: null, doors: { from: '00:00', to: '00:00' }, activity: null },
  {
    bed: { from: '12:00', to: '12:00', afterMinutes: 0 },
    doors: null,
    activity: { from: '09:00', to: '20:00', afterHours: 2 },
  },
]

/** Draws the life of a resident for some days, the same for the same seed. */
export function drawLife(index: number, days: number, seed: number): Life {
  const random = createRandom(seed * 1000 + index)
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from))
  const isIn = (share: number) => random() < share
  const at = (day: number, minutes: number) => after(day, minutes) + between(5, 55) * 1000
  const watched = settings[index % settings.length] as Watched
  const life: Life = { index, watched, inBed: [], doors: [], motions: [], presses: [], falls: [] }
  // Everybody is seen once at the begin.
  life.motions.push(at(0, noon + 3))
  for (let day = 0; day < days; day++) {
    const goesToBed = between(20 * 60 + 40, 22 * 60 + 40)
    const getsUp = 1440 + between(6 * 60 + 15, 8 * 60)
    // On some days they sit quietly somewhere for hours.
    const quietFrom = isIn(0.4) ? between(13 * 60, 15 * 60) : Number.POSITIVE_INFINITY
    const quietTo = quietFrom + between(2 * 60, 7 * 60)
    const isQuiet = (minutes: number) => minutes >= quietFrom && minutes <= quietTo
    for (let m = noon + between(5, 40); m < goesToBed; m += between(12, 45))
      if (!isQuiet(m)) life.motions.push(at(day, m))
    for (let m = getsUp + between(1, 10); m < 1440 + noon; m += between(12, 45)) life.motions.push(at(day, m))
    for (let m = noon + between(10, 120); m < goesToBed - 5; m += between(60, 300))
      if (!isQuiet(m)) life.doors.push(opening(at(day, m)))
    let asleepFrom = at(day, goesToBed)
    for (let m = goesToBed + between(60, 240); m < getsUp - 120; m += between(100, 300)) {
      const away = isIn(0.3) ? between(14, 50) : between(3, 11)
      life.inBed.push({ from: asleepFrom, to: at(day, m), isReturnLost: false })
      if (isIn(0.15)) life.doors.push(opening(at(day, m + 1)))
      asleepFrom = at(day, m + away)
    }
    life.inBed.push({ from: asleepFrom, to: at(day, getsUp), isReturnLost: false })
    if (isIn(0.15)) life.presses.push(at(day, between(noon + 20, 1440 + noon - 20)))
    const falls = at(day, between(noon + 20, 1440 + noon - 20))
    if (isIn(0.06) && life.presses.every((press) => Math.abs(press - falls) > hour)) life.falls.push(falls)
  }
  loseAReturn()
  // Whoever has no contact at the door has a sensor on the ceiling instead, or a companion.
  const replaced = planOf(index)?.replaces
  if (watched.doors || replaced === 'last') life.falls = []
  if (!watched.doors) life.doors = []
  if (replaced === 'motion') life.motions = []
  if (isDying(index) && days > 2) {
    life.diesAt = momentOf(1, noon)
    life.presses = life.presses.filter((press) => press < (life.diesAt ?? 0))
  }
  life.companion = drawCompanion(index, days, seed, [...life.presses, ...life.falls])
  return life

  function opening(from: number): Span {
    return { from, to: from + between(10, 40) * 1000 }
  }

  /** Of a few beds, a return in the evening is lost on the way: the next exit must be told nevertheless. */
  function loseAReturn(): void {
    if (index % 10 !== 0) return
    const evening = life.inBed.find(({ from, to }, i) => i > 0 && to - from > hour && hasLongDayBefore(i))
    if (evening) evening.isReturnLost = true
  }

  function hasLongDayBefore(i: number): boolean {
    const before = life.inBed[i - 1]
    const span = life.inBed[i]
    return before !== undefined && span !== undefined && span.from - before.to > 6 * hour
  }
}

/** The openings of a shared door, which is watched at night, a few each night and day. */
export function drawSharedDoor(index: number, days: number, seed: number): Span[] {
  const random = createRandom(seed * 1000 + 500 + index)
  const openings: Span[] = []
  for (let m = noon + 7; m < noon + days * 1440 - 60; m += 30 + Math.floor(random() * 600)) {
    const from = after(0, m) + 5000 + Math.floor(random() * 50) * 1000
    openings.push({ from, to: from + 20_000 })
  }
  return openings
}

export const endOfHome = (days: number): number => momentOf(days, noon) - minute
