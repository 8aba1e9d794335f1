// npm run evaluate -- --data DIR [--mode samples|bare] [--seed N] [--out DIR] [--shipped]: cross-validates the
// detector by subject and prints what it found; --shipped judges with the model in the source instead, for recordings
// that it never saw. With --through-http [--trials N] it plays trials to a running service instead, and ends with 1
// unless that answers what the detector alone does.
import { judgeOf } from '../src/detection/judge.ts'
import { bareModel } from '../src/detection/models/bare-model.ts'
import { samplesModel } from '../src/detection/models/samples-model.ts'
import { crossValidate } from './detection/cross-validation.ts'
import { chooseLevels } from './detection/levels.ts'
import { readOptions } from './detection/options.ts'
import { judgeTrials, judgeUnseen } from './detection/outcome.ts'
import { readRecordings } from './detection/recordings.ts'
import { printReport, type Verdict } from './detection/report.ts'
import { compareThroughHttp } from './detection/through-http.ts'

const { data, modes, seed, out, shipped, throughHttp, trials } = readOptions(
  'npm run evaluate -- --data DIR [--mode samples|bare] [--seed N] [--out DIR] [--shipped | --through-http [--trials N]]',
)
const recordings = await readRecordings(data)

if (throughHttp) process.exit((await compareThroughHttp(recordings, modes, trials, seed)) ? 0 : 1)

for (const mode of modes) {
  const { verdicts, alarm } = shipped ? judgeShipped() : judgeByFolds()
  printReport(verdicts, mode, alarm, out)

  function judgeByFolds(): { verdicts: Verdict[]; alarm: number } {
    const validation = crossValidate(recordings, mode, seed, (text) => console.error(`${mode}: ${text}`))
    const levels = chooseLevels(validation.trials, mode)
    console.log(`\n${mode}: scores of the levels ${levels.join(', ')}`)
    return { verdicts: judgeTrials(validation, mode, levels), alarm: levels[1] }
  }

  function judgeShipped(): { verdicts: Verdict[]; alarm: number } {
    const model = mode === 'samples' ? samplesModel : bareModel
    return { verdicts: judgeUnseen(recordings, mode, judgeOf(model), model.levels), alarm: model.levels[1] }
  }
}
