import type { Chance } from './chance.ts'
import { type Draft, inBed, remain, sitting, standing } from './clip.ts'
import { gait, heavyStep } from './gait.ts'
import { letGo, type Moment, type Movement, still, together } from './movement.ts'
import { bowing, fidget, leaning, rest, rising, touchDown } from './trunk.ts'
import type { Wearer } from './wearer.ts'

type Activity = (wearer: Wearer, chance: Chance) => Draft

/** How the trunk is held when nothing happens. */
export const upright = ({ standingPitch }: Wearer): Partial<Moment> => ({ pitch: standingPitch })
const seated = ({ sittingPitch }: Wearer): Partial<Moment> => ({ pitch: sittingPitch })
const supine: Partial<Moment> = { pitch: -86 }

const standAbout: Activity = (wearer, chance) => ({
  seconds: 6,
  movement: together(rest(upright(wearer), chance, 1.2), fidget(chance.between(1, 4), chance)),
  ...remain(standing(wearer)),
  effort: 0.3,
})

const walk: Activity = (wearer, chance) => ({
  seconds: 8,
  movement: together(rest(upright(wearer), chance), gait(wearer, chance, { seconds: 8, pace: 1, force: 1 })),
  ...remain(standing(wearer)),
  effort: 0.55,
})

const climbStairs: Activity = (wearer, chance) => ({
  seconds: 8,
  movement: together(
    rest({ pitch: wearer.standingPitch + 8 }, chance),
    gait(wearer, chance, { seconds: 8, pace: 0.75, force: 0.9 }),
  ),
  ...remain(standing(wearer)),
  effort: 0.8,
})

const descendStairs: Activity = (wearer, chance) => ({
  seconds: 8,
  movement: together(
    rest(upright(wearer), chance),
    gait(wearer, chance, { seconds: 8, pace: 0.85, force: chance.between(1.4, 1.9) }),
  ),
  ...remain(standing(wearer)),
  effort: 0.6,
})

const sitDown: Activity = (wearer, chance) => {
  const [from, to] = [chance.between(0.2, 0.6), chance.between(1.9, 2.6)]
  return {
    seconds: 3,
    movement: together(
      rest(upright(wearer), chance, 0.3),
      leaning({}, { pitch: wearer.sittingPitch - wearer.standingPitch }, from + 0.5, to + 0.3),
      bowing(chance.between(25, 42), from, to + 0.2),
      rising(-0.42, from, to),
      touchDown(to - 0.25, chance.between(0.15, 0.35), 0.12),
    ),
    from: standing(wearer),
    to: sitting(wearer),
    changesAt: 2,
    effort: 0.4,
  }
}

/** The legs give in for the last part of the way: a short drop, and a chair that is harder than the floor is far. */
const sitDownHard: Activity = (wearer, chance) => {
  const [from, gives] = [0.3, chance.between(0.8, 1.1)]
  const drop = chance.between(0.14, 0.24)
  const lands = gives + drop
  const lightness = chance.between(0.5, 0.8)
  const speed = 0.3 + lightness * 9.81 * drop * 0.8
  const cushion = chance.between(0.1, 0.17)
  const falling: Movement = (t) => still({ up: -lightness * 9.81 * letGo(t, gives, lands) })
  return {
    seconds: 3,
    movement: together(
      rest(upright(wearer), chance, 0.3),
      leaning({}, { pitch: wearer.sittingPitch - wearer.standingPitch }, lands - 0.2, lands + 0.7),
      bowing(chance.between(18, 35), from, lands + 0.5),
      rising(-0.2, from, gives + 0.2),
      falling,
      touchDown(lands, speed, cushion),
    ),
    from: standing(wearer),
    to: sitting(wearer),
    changesAt: 2,
    effort: 0.4,
  }
}

const sit: Activity = (wearer, chance) => ({
  seconds: 8,
  movement: together(
    rest(seated(wearer), chance),
    fidget(chance.between(1, 3), chance),
    fidget(chance.between(4, 6), chance),
  ),
  ...remain(sitting(wearer)),
  effort: 0.2,
})

const standUp: Activity = (wearer, chance) => {
  const [from, to] = [chance.between(0.2, 0.5), chance.between(2, 2.7)]
  return {
    seconds: 3,
    movement: together(
      rest(seated(wearer), chance, 0.3),
      leaning({}, { pitch: wearer.standingPitch - wearer.sittingPitch }, from, to),
      bowing(chance.between(25, 45), from, to),
      rising(0.42, from + 0.5, to),
    ),
    from: sitting(wearer),
    to: standing(wearer),
    changesAt: 2,
    effort: 0.5,
  }
}

const bendDown: Activity = (wearer, chance) => {
  const ends = chance.between(2.8, 3.7)
  return {
    seconds: 4,
    movement: together(
      rest(upright(wearer), chance),
      bowing(chance.between(50, 80), 0.3, ends),
      rising(-0.2, 0.3, ends / 2),
      rising(0.2, ends / 2, ends),
    ),
    ...remain(standing(wearer)),
    effort: 0.5,
  }
}

/** A foot is caught, a long step saves it. */
const stumble: Activity = (wearer, chance) => {
  const at = chance.between(1, 1.4)
  return {
    seconds: 4,
    movement: together(
      rest(upright(wearer), chance),
      gait(wearer, chance, { seconds: 4, pace: 1, force: 1 }),
      bowing(chance.between(12, 25), at - 0.2, at + 0.8),
      heavyStep(at + 0.2, chance.between(0.4, 0.8)),
      heavyStep(at + 0.65, chance.between(0.2, 0.4)),
    ),
    ...remain(standing(wearer)),
    effort: 0.6,
  }
}

const lieDown: Activity = (wearer, chance) => {
  const to = chance.between(3.2, 4.3)
  return {
    seconds: 5,
    movement: together(
      rest(seated(wearer), chance),
      leaning({}, { pitch: -86 - wearer.sittingPitch }, 0.5, to),
      rising(-0.1, 0.5, to),
      touchDown(to - 0.4, chance.between(0.15, 0.4), 0.15),
    ),
    from: sitting(wearer),
    to: inBed,
    changesAt: 3,
    effort: 0.3,
  }
}

const sleep: Activity = (_, chance) => ({
  seconds: 10,
  movement: rest(supine, chance, 0.05),
  ...remain(inBed),
  effort: 0,
})

/** Turning over onto the side and, when the sleeper has had enough of it, back again. */
const turnOver: Activity = (_, chance) => {
  const side = chance.pick([-1, 1]) * chance.between(60, 95)
  const [over, back] = [chance.between(1.6, 2.6), chance.between(8, 9)]
  return {
    seconds: 12,
    movement: together(
      rest(supine, chance, 0.05),
      leaning({}, { twist: side }, 0.5, over),
      leaning({}, { twist: -side }, back, back + 2),
      fidget(over, chance),
    ),
    ...remain(inBed),
    effort: 0.1,
  }
}

const sitUp: Activity = (wearer, chance) => {
  const to = chance.between(2.6, 3.8)
  return {
    seconds: 5,
    movement: together(
      rest(supine, chance, 0.3),
      leaning({}, { pitch: wearer.sittingPitch + 86 }, 0.4, to),
      rising(0.1, 0.4, to),
    ),
    from: inBed,
    to: sitting(wearer),
    changesAt: 3,
    effort: 0.4,
  }
}

/** Everything people do that is no fall. Each begins and ends in the posture that its neighbours in a day expect. */
export const dailyLife = {
  standAbout,
  walk,
  climbStairs,
  descendStairs,
  sitDown,
  sitDownHard,
  sit,
  standUp,
  bendDown,
  stumble,
  lieDown,
  sleep,
  turnOver,
  sitUp,
} satisfies Record<string, Activity>

export type ActivityName = keyof typeof dailyLife
export const activityNames = Object.keys(dailyLife) as ActivityName[]
