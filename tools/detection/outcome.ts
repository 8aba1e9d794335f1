import { createDetector } from '../../src/detection/fall-detector.ts'
import { createJudge, type Judge, type LevelScores } from '../../src/detection/judge.ts'
import { bestScore, type CrossValidation } from './cross-validation.ts'
import type { Recording } from './recordings.ts'
import { type Mode, readingsOf, replay } from './replay.ts'
import type { Verdict } from './report.ts'
import { slowDown } from './variants.ts'

/** judgeTrials sends every trial through the whole detector, with the model that never saw its person. */
export function judgeTrials(
  { trials, forests }: CrossValidation,
  mode: Mode,
  levels: LevelScores,
): Verdict[] {
  return trials.map((trial) => {
    const grown = forests[trial.fold]
    if (!grown) throw new Error(`There is no fold ${trial.fold}`)
    return { ...trial, ...confidencesIn(trial.recording, mode, createJudge(grown.early, grown.late), levels) }
  })
}

/** judgeUnseen does the same with one model, for recordings of people whom it never saw. */
export function judgeUnseen(
  recordings: Recording[],
  mode: Mode,
  judge: Judge,
  levels: LevelScores,
): Verdict[] {
  return recordings.map((recording) => ({
    recording,
    fold: 0,
    score: bestScore(recording, mode, judge),
    score20: 0,
    ...confidencesIn(recording, mode, judge, levels),
  }))
}

function confidencesIn(recording: Recording, mode: Mode, judge: Judge, levels: LevelScores) {
  const detect = createDetector({ samples: { judge, levels }, bare: { judge, levels } })
  const slow = recording.hz > 20 ? slowDown(recording, 20, false) : recording
  return {
    confidence: replay(detect, readingsOf(recording, mode)),
    confidence20: replay(detect, readingsOf(slow, mode)),
  }
}
