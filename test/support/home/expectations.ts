import { beginOf, hour, isWithin, minute, type Span } from './clock.ts'
import {
  lowBatteries,
  openedBySilence,
  type Silence,
  silencesOfEvents,
  silencesOfReadings,
} from './device-expectations.ts'
import { beatEvery, beatsOf, type Life } from './lives.ts'
import { type Expected, endOf, lookAt, type Pace } from './pace.ts'

/** Whoever is there already needs no second message for the same. */
function onceWhileOpen(kind: string, of: string, times: readonly number[], pace: Pace): Expected[] {
  const expected: Expected[] = []
  let openUntil = 0
  for (const at of [...times].sort((a, b) => a - b)) {
    if (at <= openUntil) continue
    expected.push({ kind, of, openedAt: at })
    openUntil = endOf(at, pace)
  }
  return expected
}

/** What should come of a life, by what is watched of it. */
export function expectationsOf(life: Life, pace: Pace): Expected[] {
  const of = `resident ${life.index}`
  const { watched, companion } = life
  const { doors } = watched
  return [
    ...onceWhileOpen('SOS', of, [...life.presses, ...(companion?.presses ?? [])], pace),
    ...onceWhileOpen('FALL', of, life.falls, pace),
    ...onceWhileOpen('FALL', of, companion?.falls ?? [], pace).map(detected),
    // A heart that beats too fast for a minute.
    ...onceWhileOpen('VITALS', of, (companion?.racing ?? []).map(minuteAfter), pace),
    ...bedExits(life, of, pace),
    ...(doors ? onceWhileOpen('WANDERING', of, openingsIn(life.doors, doors), pace) : []),
    ...inactivities(life, of, pace),
    ...openedBySilence(silencesOf(life, pace), of, pace),
    ...(companion ? lowBatteries(companion.heard, companion.alarms, of, pace) : []),
  ].filter(({ openedAt }) => openedAt <= pace.end)
}

const minuteAfter = (at: number) => at + minute

/** A detector finds a fall some seconds after the impact. */
const detected = (fall: Expected): Expected => ({ ...fall, within: 5000 })

const openingsIn = (doors: readonly Span[], hours: { from: string; to: string }): number[] =>
  doors.map(({ from }) => from).filter((at) => isWithin(at, hours))

/** A shared door is watched from ten in the evening to six. */
export const expectationsOfDoor = (of: string, openings: readonly Span[], pace: Pace): Expected[] =>
  onceWhileOpen('WANDERING', of, openingsIn(openings, { from: '22:00', to: '06:00' }), pace).filter(
    ({ openedAt }) => openedAt <= pace.end,
  )

/** Somebody who stays out for too long, from one time in bed to the next of which the bed says something. */
function bedExits({ inBed, watched: { bed } }: Life, of: string, pace: Pace): Expected[] {
  if (!bed) return []
  const expected: Expected[] = []
  for (const [i, { to: exit }] of inBed.entries()) {
    if (!isWithin(exit, bed)) continue
    const told = bed.afterMinutes === 0 ? exit : lookAt(exit + bed.afterMinutes * minute, pace)
    const next = inBed[i + 1]
    // A return that was lost leaves them out, as far as anybody knows, until they get up again.
    const back = next === undefined ? Number.POSITIVE_INFINITY : next.isReturnLost ? next.to : next.from
    if (told < back) expected.push({ kind: 'BED_EXIT', of, openedAt: told })
  }
  return expected
}

/** Every sign of somebody's life, in the order of time. */
function signsOf({ inBed, doors, motions, presses, falls, companion }: Life): number[] {
  const returns = inBed.filter(({ isReturnLost }) => !isReturnLost).map(({ from }) => from)
  const exits = inBed.map(({ to }) => to)
  const ofDoors = doors.flatMap(({ from, to }) => [from, to])
  // Readings are none, whatever they measure, nor is what a device says by itself.
  const said = companion?.way === 'events' ? companion.heard : []
  const ofCompanion = said.filter(({ says }) => says === 'test' || says === 'sos').map(({ at }) => at)
  const signs = [...returns, ...exits, ...ofDoors, ...motions, ...presses, ...falls, ...ofCompanion]
  return signs.sort((a, b) => a - b)
}

/** Hours of the day without a sign, once between two signs and once a day. */
function inactivities(life: Life, of: string, pace: Pace): Expected[] {
  const { activity } = life.watched
  if (!activity) return []
  const signs = signsOf(life)
  const expected: Expected[] = []
  let told = 0
  let next = 0
  for (let look = pace.begin + pace.lookEvery; look <= pace.end; look += pace.lookEvery) {
    while ((signs[next] ?? Number.POSITIVE_INFINITY) <= look) next++
    const last = signs[next - 1]
    if (last === undefined || !isWithin(look, activity)) continue
    const dayBegan = beginOf(look, activity)
    const since = Math.max(last, dayBegan)
    if (look - since < activity.afterHours * hour || told >= since) continue
    expected.push({ kind: 'INACTIVITY', of, openedAt: look })
    told = look
  }
  return expected
}

/** When the pendant and the companion are silent. */
function silencesOf(life: Life, pace: Pace): Silence[] {
  const { companion, diesAt, presses } = life
  if (companion?.alarms.silentEnabled === false) return []
  const silences = diesAt === undefined ? [] : silencesOfEvents(heardOfPendant(), beatEvery, pace)
  if (!companion) return silences
  const { heard, alarms, way, expectedEvery } = companion
  if (way !== 'events') return [...silences, ...silencesOfReadings(heard, alarms, pace)]
  if (expectedEvery === undefined) return silences
  const times = heard.map(({ at }) => at)
  return [...silences, ...silencesOfEvents(times, expectedEvery, pace)]

  function heardOfPendant(): number[] {
    return [...beatsOf(life, pace.end), ...presses].sort((a, b) => a - b)
  }
}
