import type { Motion, Vector } from '../../src/detection/motion.ts'
import { randomBetween, type SyntheticMotion, scaled, standing } from './synthetic-motion.ts'

/** Returns an activity of daily life; a single event in it happens between six and eight seconds. */
export function randomActivity(random: () => number): SyntheticMotion {
  const between = randomBetween(random)
  const activity = activities[Math.floor(random() * activities.length)] as Activity
  const parameters = { eventAt: between(6, 8), force: between(15, 30), pace: between(9, 13) }
  return activity(parameters, createTremor(random))
}

type Activity = (
  parameters: { eventAt: number; force: number; pace: number },
  withTremor: Tremor,
) => SyntheticMotion

type Tremor = (t: number, accel: Vector, gyro: Vector, amplitude: number) => Motion

const slowRotation: Vector = [1, 1, 1]

const walk: Activity = ({ force, pace }, withTremor) => {
  return (t) => withTremor(t, [0.3, 9.8 + force * 0.2 * Math.sin(t * pace), 0.5], [40, 20, 5], 0.5)
}

const jog: Activity = ({ force, pace }, withTremor) => {
  return (t) => withTremor(t, [0.3, 9.8 + force * 0.8 * Math.sin(t * pace * 1.4), 0.5], [90, 60, 20], 1)
}

const sitDown: Activity = ({ eventAt, force }, withTremor) => {
  return (t) => {
    if (t < eventAt - 0.7 || t > eventAt + 0.1) return withTremor(t, standing, slowRotation, 0.2)
    return withTremor(t, t < eventAt ? scaled(standing, 0.8) : [3, force, 4], [60, 9, 3], 0.5)
  }
}

const lieDown: Activity = ({ eventAt }, withTremor) => {
  return (t) => {
    if (t < eventAt) return withTremor(t, standing, slowRotation, 0.2)
    return t < eventAt + 1
      ? withTremor(t, [5, 7, 4], [80, 20, 9], 1)
      : withTremor(t, [9.7, 0.4, 0.8], slowRotation, 0.1)
  }
}

const hop: Activity = ({ eventAt, force }, withTremor) => {
  return (t) => {
    if (t < eventAt - 0.3 || t > eventAt + 0.1) return withTremor(t, standing, [9, 5, 2], 0.2)
    return withTremor(t, t < eventAt ? [0, 1, 0] : [2, force * 1.5, 2], [20, 5, 2], 0.5)
  }
}

const knock: Activity = ({ eventAt, force }, withTremor) => {
  return (t) => {
    const isKnock = t >= eventAt && t < eventAt + 0.04
    return withTremor(t, isKnock ? [force, 9, force] : standing, slowRotation, 0.1)
  }
}

const activities = [walk, jog, sitDown, lieDown, hop, knock]

/** Returns a function that adds vibrations of random phase to a motion. */
function createTremor(random: () => number): Tremor {
  const phases = Array.from({ length: 6 }, () => random() * 6.28)
  return (t, accel, gyro, amplitude) => {
    const offset = (axis: number) => amplitude * Math.sin(t * (31 + axis * 7) + (phases[axis] as number))
    return {
      accel: [accel[0] + offset(0), accel[1] + offset(1), accel[2] + offset(2)],
      gyro: [gyro[0] + 5 * offset(3), gyro[1] + 5 * offset(4), gyro[2] + 5 * offset(5)],
    }
  }
}
