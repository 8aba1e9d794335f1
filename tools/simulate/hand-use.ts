import type { Spread } from './chance.ts'

/**
 * What a hand does in hours of work. The model is our own; its numbers are fitted so that the impacts an hour, their
 * peaks and turns, the pauses between them and the unrest of all seconds come out like those measured on the wrists of
 * nurses at work (Hosseini et al. 2022, see nurses.ts). docs/simulator.md compares the two.
 */
export interface HandUse {
  /** How long the hand goes on with it, in seconds. */
  lasts: Spread
  /** Strokes a second. */
  strokes: number
  /** The highest acceleration of a stroke (m/s²), and how long it takes. */
  push: Spread
  seconds: Spread
  /** How much of the way into some other pose a stroke takes the forearm; 1 is all of it. */
  turn: Spread
  /** The share of strokes that end against something, and the speed of the hand then, in m/s. */
  strikes: number
  strikeSpeed: Spread
  /** How often it ends with the arm let fall, into the lap or onto a table, of one. */
  dropsAtEnd: number
  isWalk?: boolean
}

export const handUses = {
  resting: {
    lasts: [8, 1.2],
    ...{ strokes: 1, push: [0.13, 0.7], seconds: [0.35, 0.4], turn: [0.004, 1.2] },
    ...{ strikes: 0, strikeSpeed: [0, 0], dropsAtEnd: 0 },
  },
  /** Writing, holding, pointing; now and then something is put down. */
  fiddling: {
    lasts: [5, 1],
    ...{ strokes: 1.5, push: [0.5, 0.9], seconds: [0.3, 0.4], turn: [0.03, 1.5] },
    ...{ strikes: 0.06, strikeSpeed: [0.15, 0.7], dropsAtEnd: 0.02 },
  },
  /** Reaching, lifting, knocking and putting down. */
  handling: {
    lasts: [5, 1],
    ...{ strokes: 2.2, push: [2.15, 0.6], seconds: [0.28, 0.35], turn: [0.18, 1.3] },
    ...{ strikes: 0.18, strikeSpeed: [0.2, 0.55], dropsAtEnd: 0.02 },
  },
  /** Scrubbing, shaking, clapping. */
  scrubbing: {
    lasts: [4, 0.9],
    ...{ strokes: 4, push: [4.5, 0.35], seconds: [0.22, 0.3], turn: [0.2, 1.2] },
    ...{ strikes: 0.12, strikeSpeed: [0.25, 0.6], dropsAtEnd: 0 },
  },
  walking: {
    lasts: [18, 0.9],
    ...{ strokes: 0.5, push: [1.5, 0.7], seconds: [0.32, 0.35], turn: [0.05, 1.5] },
    ...{ strikes: 0.03, strikeSpeed: [0.2, 0.6], dropsAtEnd: 0 },
    isWalk: true,
  },
} satisfies Record<string, HandUse>

export type HandUseName = keyof typeof handUses
export const handUseNames = Object.keys(handUses) as HandUseName[]

/** Some minutes of one occupation: what share of the day it takes, and what the hand does in it. */
export interface Spell {
  share: number
  lasts: Spread
  /** How its time is divided among them, in proportion. */
  uses: Record<HandUseName, number>
}

export const spells: readonly Spell[] = [
  // At a desk.
  {
    share: 0.45,
    lasts: [200, 1],
    uses: { resting: 0.62, fiddling: 0.28, handling: 0.085, scrubbing: 0.003, walking: 0.012 },
  },
  // With one patient.
  {
    share: 0.31,
    lasts: [150, 1],
    uses: { resting: 0.2, fiddling: 0.31, handling: 0.4, scrubbing: 0.05, walking: 0.06 },
  },
  // On the way from one to the next.
  {
    share: 0.24,
    lasts: [150, 1],
    uses: { resting: 0.05, fiddling: 0.11, handling: 0.32, scrubbing: 0.09, walking: 0.43 },
  },
]

/** How forcefully people, their spells and their bouts of one use differ: 1 is usual. */
export const vigours = {
  person: [1, 0.15],
  spell: [1, 0.3],
  bout: [1, 0.4],
} satisfies Record<string, Spread>

/** The arm on a walk: how hard the steps are, how much of each side's heel strike it measures, how far it swings (°). */
export const walkForce: Spread = [1.2, 0.25]
export const walkHeels = [1.9, 0.4] as const
export const armSwingDegrees: Spread = [11, 0.5]

/** The forearm points forward and a little down; poses lie around that, in degrees. 0 is an arm that hangs. */
export const usualPose = { pitch: -55, roll: 0, twist: 0 }
export const poseSpread = { pitch: 50, roll: 35, twist: 80 }

/** An arm that is let fall: how fast (m/s²), for how long, and how softly it lands, in seconds. */
export const armDrop = {
  acceleration: [6, 9.8],
  seconds: [0.25, 0.5],
  landing: [0.05, 0.12],
} as const
