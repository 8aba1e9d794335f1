import { createRandom } from '../../../harness/random.ts'
import { afterNoon, beginOfHome, hour, minute, noon, type Span } from './clock.ts'

/** Which alarms the settings of a resident raise for their devices; what is left out is the default. */
export interface DeviceAlarms {
  silentEnabled?: boolean
  silentAfterMinutes?: number
  ignoreSilenceWhileCharging?: boolean
  batteryLow?: number | null
  batteryUrgent?: number | null
}

/** What a companion says at a moment; what it says of itself is no sign of its owner. */
export type Said = 'reading' | 'sos' | 'alive' | 'battery' | 'tamper' | 'test'

export interface Heard {
  at: number
  says: Said
  /** In percent. */
  battery: number
  /** Which second of a fall a reading measures. */
  secondOfFall?: number
  heartRate?: number
}

/** What some residents have instead of a sensor of motion, or of one at the door or on the ceiling. */
export interface CompanionPlan {
  kind: 'WEARABLE' | 'PHONE' | 'OTHER'
  /** How it is heard of: by readings or by events; a phone by the page of a browser, or by an app. */
  way: 'readings' | 'events' | 'page' | 'sensor-logger'
  replaces: 'motion' | 'last'
  /** How often it should be heard of, as an admin has set it. */
  expectedEvery?: number
  alarms: DeviceAlarms
}

export interface Companion extends CompanionPlan {
  /** All that is received from it, in the order of time. */
  heard: Heard[]
  /** When its owner presses it for help. */
  presses: number[]
  falls: number[]
  /** From when on the heart beats too fast. */
  racing: number[]
}

/** How a companion is used: when it cannot be heard of, when it is charged, and how fast its battery empties. */
interface Use {
  every: number
  off: Span[]
  charged: Span[]
  drainPerHour: number
  battery: number
}

type Chance = ReturnType<typeof chanceOf>

/** Of wearables, by turns; the first four say how each is used, and the next four are used in the same ways. */
const wearableUses: DeviceAlarms[] = [
  // Worn day and night.
  {},
  // Charged at night, by a charger that switches it off.
  {},
  // Put on a table at night.
  { silentAfterMinutes: 30 },
  // Charged at night, by somebody who wants to hear of it nevertheless.
  { ignoreSilenceWhileCharging: false, batteryLow: null, batteryUrgent: null },
  {},
  { batteryLow: 40, batteryUrgent: 15 },
  { silentEnabled: false },
  { ignoreSilenceWhileCharging: false },
]

/** Of phones: by turns all day, and only beside the bed at night. */
const phoneUses: DeviceAlarms[] = [
  {},
  {},
  { silentEnabled: false },
  { silentEnabled: false },
  { silentAfterMinutes: 60 },
  {},
  { silentAfterMinutes: 10 },
  { silentAfterMinutes: 10 },
]

const turn = <T>(uses: readonly T[], n: number) => uses[n % uses.length] as T

/** The companion of a resident; undefined of most. Those with an odd index have no sensor on the ceiling. */
export function planOf(index: number): CompanionPlan | undefined {
  const [tens, rest] = [Math.floor(index / 10), index % 10]
  if (rest === 5 || rest === 9) {
    const alarms = turn(wearableUses, 2 * tens + (rest === 9 ? 1 : 0))
    return { kind: 'WEARABLE', way: 'readings', replaces: 'last', alarms }
  }
  if (rest === 3 || rest === 8) {
    const alarms = turn(phoneUses, 2 * tens + (rest === 8 ? 1 : 0))
    return { kind: 'PHONE', way: rest === 3 ? 'page' : 'sensor-logger', replaces: 'motion', alarms }
  }
  if (rest !== 1 && rest !== 2) return undefined
  // Of some, nobody has said how often they are heard of: they are never silent.
  const isExpected = rest === 1 || tens % 2 === 1
  return {
    ...{ kind: 'OTHER', way: 'events', replaces: 'motion', alarms: {} },
    ...(isExpected && { expectedEvery: 2 * hour }),
  }
}

/** Of a few, on whose first day everything happens: half a day with them is enough to see it. */
const isOfFirstRooms = (index: number) => index < 6

function chanceOf(seed: number) {
  const random = createRandom(seed)
  const between = (from: number, to: number) => Math.floor(from + random() * (to - from))
  return {
    between,
    isIn: (share: number) => random() < share,
    /** A moment of a day, whose minutes count from midnight of the day on at whose noon it begins. */
    at: (day: number, minutes: number) => afterNoon(day, minutes) + between(5, 55) * 1000,
  }
}

/** Draws what a companion is heard of for some days, the same for the same seed. */
export function drawCompanion(
  index: number,
  days: number,
  seed: number,
  otherPresses: readonly number[],
): Companion | undefined {
  const plan = planOf(index)
  if (!plan) return undefined
  const chance = chanceOf(seed * 1000 + 700 + index)
  const companion: Companion = { ...plan, heard: [], presses: [], falls: [], racing: [] }
  const end = afterNoon(days, noon)
  const use = { WEARABLE: useWearable, PHONE: usePhone, OTHER: useOther }[plan.kind](index, days, chance)
  const isOn = (at: number) => use.off.every(({ from, to }) => at < from || at >= to)

  // An hour apart, so that one is seen to before the next.
  const taken = [...otherPresses]
  const happens = (times: number[], share: number, firstMinutes: number) => {
    for (let day = 0; day < days; day++) {
      const isSure = day === 0 && isOfFirstRooms(index)
      const at = chance.at(day, isSure ? firstMinutes : chance.between(noon + 30, noon + 1400))
      const isFree = taken.every((other) => Math.abs(other - at) > hour)
      if (!(isSure || chance.isIn(share)) || !isFree || !isOn(at) || !isOn(at + 20 * minute)) continue
      taken.push(at)
      times.push(at)
    }
  }
  if (plan.way !== 'sensor-logger') happens(companion.presses, 0.2, 20 * 60)
  if (plan.kind === 'WEARABLE') {
    happens(companion.falls, 0.4, 15 * 60 + 30)
    happens(companion.racing, 0.2, 17 * 60)
  }
  const said =
    plan.kind === 'OTHER' ? eventsOf(companion, use, days, end, chance) : readingsOf(companion, use, end)
  said.sort((a, b) => a.at - b.at)
  companion.heard = withBattery(
    said.filter(({ at }) => isOn(at)),
    use,
    plan.kind,
  )
  if (plan.way === 'page') return companion
  // What happens while the battery is empty, nobody hears.
  const heardAt = new Set(companion.heard.map(({ at }) => at))
  const isHeard = (at: number) => heardAt.has(at)
  const { presses, falls, racing } = companion
  return {
    ...companion,
    ...{ presses: presses.filter(isHeard), falls: falls.filter(isHeard), racing: racing.filter(isHeard) },
  }
}

type Unpowered = Omit<Heard, 'battery'>

const fallSeconds = { from: -6, to: 4 }
const racingSeconds = 360
const calmSeconds = 150

/** A reading every few minutes, and more of them when there is something to see. */
function readingsOf({ way, presses, falls, racing }: Companion, { every }: Use, end: number): Unpowered[] {
  const said: Unpowered[] = []
  for (const at of falls)
    for (let second = fallSeconds.from; second <= fallSeconds.to; second++)
      said.push({ at: at + second * 1000, says: 'reading', secondOfFall: second })
  for (const at of racing)
    for (let second = 0; second < racingSeconds + calmSeconds; second += 15)
      said.push({ at: at + second * 1000, says: 'reading', heartRate: second < racingSeconds ? 155 : 70 })
  // The page of a phone calls for help itself, beside its readings.
  if (way === 'readings') said.push(...presses.map((at): Unpowered => ({ at, says: 'sos' })))
  const busy = said.map(({ at }) => at)
  for (let at = beginOfHome + 4 * minute; at < end; at += every)
    if (busy.every((other) => Math.abs(other - at) > 20_000)) said.push({ at, says: 'reading' })
  return said
}

/** Once an hour that it is there; somebody tries it at the begin and every morning. */
function eventsOf(
  { presses }: Companion,
  { every }: Use,
  days: number,
  end: number,
  chance: Chance,
): Unpowered[] {
  const said: Unpowered[] = [{ at: beginOfHome + 3 * minute, says: 'test' }]
  let n = 0
  for (let at = beginOfHome + 10 * minute; at < end; at += every)
    said.push({ at, says: ++n % 4 === 0 ? 'battery' : 'alive' })
  for (let day = 0; day < days; day++) {
    said.push({ at: chance.at(day, 1440 + chance.between(10 * 60, 11 * 60)), says: 'test' })
    if (chance.isIn(0.3)) said.push({ at: chance.at(day, chance.between(noon + 60, 1440)), says: 'tamper' })
  }
  return [...said, ...presses.map((at): Unpowered => ({ at, says: 'sos' }))]
}

const overlap = (from: number, to: number, spans: readonly Span[]) =>
  spans.reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0)

/** What is received from a battery that empties and is charged; an empty one says nothing. */
function withBattery(said: readonly Unpowered[], use: Use, kind: CompanionPlan['kind']): Heard[] {
  const heard: Heard[] = []
  let [level, before] = [use.battery, beginOfHome]
  for (const one of said) {
    const charged = overlap(before, one.at, use.charged)
    const drained = one.at - before - charged - (kind === 'OTHER' ? 0 : overlap(before, one.at, use.off))
    level = Math.max(0, level - (drained / hour) * use.drainPerHour)
    level = Math.min(100, level + charged / minute)
    before = one.at
    // Somebody puts in another one.
    if (kind === 'OTHER' && level < 13) level = 100
    if (level > 0.5) heard.push({ ...one, battery: Math.round(level) })
  }
  return heard
}

function useWearable(index: number, days: number, chance: Chance): Use {
  const { at, between, isIn } = chance
  const use: Use = { every: 4 * minute, off: [], charged: [], drainPerHour: 2, battery: 90 }
  const way = (2 * Math.floor(index / 10) + (index % 10 === 9 ? 1 : 0)) % 4
  // The first one is worn by somebody who forgets to charge it.
  if (way === 0) Object.assign(use, { drainPerHour: 2.6, battery: 22 })
  if (way === 3) use.battery = 40
  // One that is old needs more than it gets at night.
  if (index === 29) use.drainPerHour = 4
  for (let day = 0; day < days; day++) {
    // Out of reach in the afternoon, for a while that is told or not.
    const isSure = day === 0 && isOfFirstRooms(index)
    const leaves = isSure ? 14 * 60 : between(16 * 60 + 40, 18 * 60)
    if (isSure || isIn(0.5))
      use.off.push({ from: at(day, leaves), to: at(day, leaves + (isSure ? 35 : between(5, 70))) })
    const [night, morning] = [between(21 * 60, 22 * 60), 1440 + between(6 * 60, 8 * 60)]
    if (way === 0) {
      if (day === 0 || isIn(0.7)) charge(day, 21 * 60 + 30, 80)
      continue
    }
    if (way === 2) charge(day, 14 * 60 + 40, 50)
    else charge(day, night - 40, 40)
    // Once it is left on the charger, until long after breakfast.
    use.off.push({ from: at(day, night), to: at(day, day === 3 ? night + 13 * 60 + 30 : morning) })
  }
  return use

  function charge(day: number, from: number, minutes: number): void {
    use.charged.push({ from: at(day, from), to: at(day, from + minutes) })
  }
}

function usePhone(index: number, days: number, chance: Chance): Use {
  const { at, between } = chance
  const isAtNight = Math.floor(index / 10) % 4 === 1 || Math.floor(index / 10) % 4 === 2
  const isApp = index % 10 === 8
  // A phone with the page lies on its charger; one with the app is taken along.
  const use: Use = { every: 6 * minute, off: [], charged: [], drainPerHour: 0, battery: 100 }
  if (isApp && !isAtNight) Object.assign(use, { drainPerHour: 5.5, battery: 70 })
  for (let day = 0; day < days; day++) {
    if (isAtNight) {
      use.off.push({ from: at(day, noon - 1), to: at(day, between(20 * 60, 21 * 60)) })
      use.off.push({ from: at(day, 1440 + between(7 * 60, 8 * 60)), to: at(day + 1, noon) })
      continue
    }
    if (isApp) use.charged.push({ from: at(day, 23 * 60), to: at(day, 1440 + 7 * 60) })
    // The page is hidden for a while, in the afternoon and in the evening.
    for (const from of [between(13 * 60, 17 * 60), between(18 * 60, 21 * 60)])
      use.off.push({ from: at(day, from), to: at(day, from + between(3, 80)) })
  }
  return use
}

function useOther(index: number, days: number, { at, between, isIn }: Chance): Use {
  const isFirst = isOfFirstRooms(index)
  const battery = isFirst ? 25 : between(18, 90)
  const use: Use = { every: hour, off: [], charged: [], drainPerHour: 1, battery }
  for (let day = 0; day < days; day++) {
    const isSure = day === 0 && isFirst
    if (!isSure && !isIn(0.4)) continue
    // Unplugged, sometimes for longer than it may be.
    const from = isSure ? 13 * 60 + 30 : between(13 * 60, 20 * 60)
    use.off.push({ from: at(day, from), to: at(day, from + (isSure ? 330 : between(100, 540))) })
  }
  return use
}
