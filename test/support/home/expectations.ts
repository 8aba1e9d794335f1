import { beginOf, hour, isWithin, minute } from './clock.ts'
import { beatEvery, beatsOf, type Life, type Span } from './lives.ts'

/** How often the service looks, and what staff do: they go after some minutes, and are done some minutes later. */
export interface Pace {
  begin: number
  end: number
  lookEvery: number
  answerAfter: number
  doneAfter: number
}

/** An incident that there should be: of what, and when it opens. */
export interface Expected {
  kind: string
  /** Of which resident, or of which shared door. */
  of: string
  openedAt: number
}

/** The first look at a time or after it. */
const lookAt = (at: number, { begin, lookEvery }: Pace): number =>
  begin + Math.ceil((at - begin) / lookEvery) * lookEvery

/** When staff end an incident: they look whenever the service does. */
const endOf = (openedAt: number, pace: Pace): number => lookAt(openedAt + pace.doneAfter, pace)

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
  const { doors } = life.watched
  return [
    ...onceWhileOpen('SOS', of, life.presses, pace),
    ...onceWhileOpen('FALL', of, life.falls, pace),
    ...bedExits(life, of, pace),
    ...(doors ? onceWhileOpen('WANDERING', of, openingsIn(life.doors, doors), pace) : []),
    ...inactivities(life, of, pace),
    ...silences(life, of, pace),
  ].filter(({ openedAt }) => openedAt <= pace.end)
}

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
function signsOf({ inBed, doors, motions, presses, falls }: Life): number[] {
  const returns = inBed.filter(({ isReturnLost }) => !isReturnLost).map(({ from }) => from)
  const exits = inBed.map(({ to }) => to)
  const ofDoors = doors.flatMap(({ from, to }) => [from, to])
  return [...returns, ...exits, ...ofDoors, ...motions, ...presses, ...falls].sort((a, b) => a - b)
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

/** A pendant of which nothing was heard for twice its interval. */
function silences(life: Life, of: string, pace: Pace): Expected[] {
  if (life.diesAt === undefined) return []
  const last = Math.max(...beatsOf(life, pace.end), ...life.presses)
  return [{ kind: 'DEVICE_SILENT', of, openedAt: lookAt(last + 2 * beatEvery, pace) }]
}
