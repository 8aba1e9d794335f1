import type { Chance, Spread } from './chance.ts'
import { armSwing, gait } from './gait.ts'
import {
  armDrop,
  armSwingDegrees,
  type HandUse,
  handUseNames,
  handUses,
  poseSpread,
  spells,
  usualPose,
  vigours,
  walkForce,
  walkHeels,
} from './hand-use.ts'
import { faded, type Movement, still, together } from './movement.ts'
import { createStrokes, type Direction, type Pose, type Stroke } from './strokes.ts'
import type { Wearer } from './wearer.ts'

/** Gives what a wrist does in hours of work, one bout of hand use after the other. Time must go forward. */
export function createHand(wearer: Wearer, chance: Chance): Movement {
  const personVigour = chance.lognormal(vigours.person)
  const strokes = createStrokes(usualPose)
  /** Those of the bout that have not begun, in order. */
  const coming: Stroke[] = []
  let walk: Movement | undefined
  let boutEnds = 0
  let mustRest = false
  let spell = chance.weighted(spells, ({ share }) => share)
  let spellEnds = 0
  let spellVigour = 1
  /** Where the forearm will be when all strokes are over. */
  const pose = { ...usualPose }

  function beginSpell(at: number): void {
    spell = chance.weighted(spells, ({ share, lasts }) => share / meanOf(lasts))
    spellEnds = at + chance.lognormal(spell.lasts)
    spellVigour = personVigour * chance.lognormal(vigours.spell)
  }

  function beginBout(at: number): void {
    if (at >= spellEnds) beginSpell(at)
    const name = mustRest
      ? 'resting'
      : chance.weighted(handUseNames, (name) => spell.uses[name] / meanOf(handUses[name].lasts))
    const use: HandUse = handUses[name]
    boutEnds = at + Math.max(shortestBout, chance.lognormal(use.lasts))
    walk = undefined
    if (use.isWalk) beginWalk(at)
    planStrokes(use, at)
    mustRest = chance.happens(use.dropsAtEnd)
    if (mustRest) dropArm(boutEnds)
  }

  function beginWalk(at: number): void {
    const force = chance.lognormal(walkForce) * Math.sqrt(spellVigour)
    const steps = gait(wearer, chance, { seconds: 8, pace: 1, force, heels: walkHeels })
    const swing = armSwing(wearer, chance, chance.lognormal(armSwingDegrees))
    walk = faded(together(steps, swing), at, boutEnds, 0.6)
    const hanging = {
      pitch: chance.between(-45, 0),
      roll: chance.between(-10, 10),
      twist: chance.between(-50, 50),
    }
    coming.push({ begins: at, seconds: 0.8, push: [0, 0, 0], turn: turnTo(hanging, 1) })
  }

  function planStrokes(use: HandUse, at: number): void {
    const vigour = spellVigour * chance.lognormal(vigours.bout)
    const pause = () => chance.between(0.2, 1.8) / use.strokes
    for (let begins = at + pause() / 2; begins < boutEnds; begins += pause()) {
      const direction = directionOf(chance)
      const push = times(direction, Math.min(mostPush, vigour * chance.lognormal(use.push)))
      const turn = turnTo(somePose(), Math.min(1, chance.lognormal(use.turn)))
      const seconds = Math.max(chance.lognormal(use.seconds), sizeOf(turn) / fastestTurn)
      const strike = {
        at: begins + seconds * chance.between(0.7, 1),
        speed: times(direction, -chance.lognormal(use.strikeSpeed)),
        seconds: chance.between(0.025, 0.065),
        ringHz: chance.between(6, 12),
      }
      coming.push({ begins, seconds, push, turn, ...(chance.happens(use.strikes) && { strike }) })
    }
  }

  function dropArm(begins: number): void {
    const acceleration = chance.between(...armDrop.acceleration)
    const seconds = chance.between(...armDrop.seconds)
    const lying = {
      pitch: chance.between(-90, 10),
      roll: chance.between(-20, 20),
      twist: chance.between(-80, 80),
    }
    // The shoulder still holds some of it.
    const speed = acceleration * seconds * chance.between(0.6, 1)
    const landing = chance.between(...armDrop.landing)
    coming.push({
      begins,
      seconds: seconds * 1.6,
      push: [0, 0, 0],
      turn: turnTo(lying, 1),
      fall: { acceleration, seconds },
      strike: {
        at: begins + seconds,
        speed: [0, 0, speed],
        seconds: landing,
        ringHz: chance.between(5, 10),
      },
    })
    boutEnds = begins + seconds + landing
  }

  const somePose = (): Pose => ({
    pitch: usualPose.pitch + poseSpread.pitch * chance.noise(),
    roll: usualPose.roll + poseSpread.roll * chance.noise(),
    twist: usualPose.twist + poseSpread.twist * chance.noise(),
  })

  function turnTo({ pitch, roll, twist }: Pose, share: number): Pose {
    const turn = {
      pitch: (pitch - pose.pitch) * share,
      roll: (roll - pose.roll) * share,
      twist: (twist - pose.twist) * share,
    }
    pose.pitch += turn.pitch
    pose.roll += turn.roll
    pose.twist += turn.twist
    return turn
  }

  const handling: Movement = (t) => {
    if (t >= boutEnds) beginBout(t)
    for (let next = coming[0]; next && next.begins <= t; next = coming[0]) {
      strokes.add(next)
      coming.shift()
    }
    return strokes.movement(t)
  }
  const none = still({})
  return together(handling, (t) => walk?.(t) ?? none)
}

/** In seconds, m/s², and degrees a second on average over a stroke: more a forearm does not do. */
const shortestBout = 0.7
const mostPush = 40
const fastestTurn = 500

const sizeOf = ({ pitch, roll, twist }: Pose) => Math.hypot(pitch, roll, twist)

const meanOf = ([median, sigma]: Spread) => median * Math.exp(sigma ** 2 / 2)

const times = ([forward, left, up]: Direction, by: number): Direction => [forward * by, left * by, up * by]

/** Any direction, each as likely as the other. */
function directionOf(chance: Chance): Direction {
  const up = chance.between(-1, 1)
  const around = chance.between(0, 2 * Math.PI)
  const flat = Math.sqrt(1 - up * up)
  return [flat * Math.cos(around), flat * Math.sin(around), up]
}
