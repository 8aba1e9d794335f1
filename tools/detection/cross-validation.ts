import { createDetector } from '../../src/detection/fall-detector.ts'
import type { Forest } from '../../src/detection/forest.ts'
import { createJudge, type Judge, type LevelScores } from '../../src/detection/judge.ts'
import { type BoostingOptions, growForest } from './boosting.ts'
import { gatherLessons, type Lessons, tableOf } from './lessons.ts'
import type { Recording } from './recordings.ts'
import { type Mode, readingsOf, replay } from './replay.ts'
import { slowDown } from './variants.ts'

export const folds = 8

/** The settings of the training; each of them was tried against a few others by cross-validation. */
export const boosting: Omit<BoostingOptions, 'seed'> = {
  trees: 200,
  depth: 4,
  rate: 0.07,
  rowShare: 0.5,
  columnShare: 0.4,
  leastWeight: 2,
  shrinkage: 2,
}

export interface Forests {
  early: Forest
  late: Forest
}

/** growForests learns from some of the recordings. */
export function growForests(
  recordings: Recording[],
  lessons: Lessons,
  isIn: (recording: Recording) => boolean,
  mode: Mode,
  seed: number,
): Forests {
  const weights = setWeights(recordings, mode)
  const weightOf = (index: number) => {
    const recording = recordings[index] as Recording
    if (!isIn(recording)) return 0
    const emphasis = recording.fall ? (fallWeights[mode][recording.site] ?? 1) : 1
    return (weights.get(recording.dataset) ?? 1) * emphasis
  }
  return {
    early: growForest(tableOf(lessons.early, weightOf), { ...boosting, seed }),
    late: growForest(tableOf(lessons.late, weightOf), { ...boosting, seed: seed + 1 }),
  }
}

/** Both sites share one score of an alarm. Where falls of a site score too low for it, they weigh more. */
const fallWeights: Record<Mode, Record<string, number>> = { samples: {}, bare: { waist: 2 } }

const mostWeight = { samples: 6, bare: 3 }

/** A small set of recordings weighs more, so that the large one does not decide alone. */
function setWeights(recordings: Recording[], mode: Mode): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { dataset } of recordings) counts.set(dataset, (counts.get(dataset) ?? 0) + 1)
  const largest = Math.max(...counts.values())
  return new Map([...counts].map(([set, count]) => [set, Math.min(mostWeight[mode], largest / count)]))
}

/** foldsOf deals the people of each set out to the folds: nobody is in two. */
export function foldsOf(recordings: Recording[]): (recording: Recording) => number {
  const dealt = new Map<string, number>()
  const next = new Map<string, number>()
  for (const { dataset, subject } of recordings) {
    const person = `${dataset}/${subject}`
    if (dealt.has(person)) continue
    const turn = next.get(dataset) ?? 0
    dealt.set(person, turn % folds)
    next.set(dataset, turn + 1)
  }
  return ({ dataset, subject }) => dealt.get(`${dataset}/${subject}`) ?? 0
}

/** Trial is a recording judged by a model that never saw its person: the best score, and the same at 20 samples a second. */
export interface Trial {
  recording: Recording
  fold: number
  score: number
  score20: number
}

export interface CrossValidation {
  trials: Trial[]
  forests: Forests[]
  lessons: Lessons
}

export function crossValidate(
  recordings: Recording[],
  mode: Mode,
  seed: number,
  say: (text: string) => void,
): CrossValidation {
  const lessons = gatherLessons(recordings, mode, seed)
  say(`${lessons.early.length} lessons from ${recordings.length} recordings`)
  const foldOf = foldsOf(recordings)
  const trials: Trial[] = []
  const forests: Forests[] = []
  for (let fold = 0; fold < folds; fold++) {
    const grown = growForests(recordings, lessons, (recording) => foldOf(recording) !== fold, mode, seed)
    forests.push(grown)
    const judge = createJudge(grown.early, grown.late)
    for (const recording of recordings) {
      if (foldOf(recording) !== fold) continue
      const { hz, motion } = recording
      const score = bestScore({ hz, motion }, mode, judge)
      const score20 = bestScore(slowDown({ hz, motion }, 20, false), mode, judge)
      trials.push({ recording, fold, score, score20 })
    }
    say(`fold ${fold + 1} of ${folds}`)
  }
  return { trials, forests, lessons }
}

export const noImpact = -20

/** bestScore is the highest score that any impact gets, on the way through the detector. */
export function bestScore(stretch: { hz: number; motion: Float32Array }, mode: Mode, judge: Judge): number {
  let best = noImpact
  const hear = (score: number) => {
    best = Math.max(best, score)
  }
  const opinion = { judge, levels: noLevels, hear }
  replay(createDetector({ samples: opinion, bare: opinion }), readingsOf(stretch, mode))
  return best
}

const noLevels: LevelScores = [1, 2, 3, 4]
