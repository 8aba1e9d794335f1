// npm run train -- --data DIR [--mode samples|bare] [--seed N] [--out DIR]: cross-validates, then learns from all the recordings
// and writes the models that the service ships with.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Forest, writeForest } from '../src/detection/forest.ts'
import type { FallModel } from '../src/detection/judge.ts'
import { crossValidate, growForests } from './detection/cross-validation.ts'
import { groupBy } from './detection/groups.ts'
import { chooseLevels, figuresOf } from './detection/levels.ts'
import { readOptions } from './detection/options.ts'
import { judgeTrials } from './detection/outcome.ts'
import { readRecordings } from './detection/recordings.ts'
import type { Mode } from './detection/replay.ts'
import { isAlarm, printReport, type Verdict } from './detection/report.ts'

const publications: Record<string, string> = {
  sisfall: 'SisFall (Sucerquia, López, Vargas-Bonilla 2017)',
  weda: 'WEDA-FALL (Marques, Moreno 2023)',
}

const { data, modes, seed, out } = readOptions(
  'npm run train -- --data DIR [--mode samples|bare] [--seed N] [--out DIR]',
)
const recordings = await readRecordings(data)

for (const mode of modes) {
  const validation = crossValidate(recordings, mode, seed, (text) => console.error(`${mode}: ${text}`))
  const levels = chooseLevels(validation.trials, mode)
  const verdicts = judgeTrials(validation, mode, levels)
  printReport(verdicts, mode, levels[1], out)
  const { early, late } = growForests(recordings, validation.lessons, () => true, mode, seed)
  const model: FallModel = {
    provenance: {
      ...origin(),
      seed,
      date: new Date().toISOString().slice(0, 10),
      figures: figures(verdicts),
    },
    levels,
    early: written(early),
    late: written(late),
  }
  const file = join('src', 'detection', 'models', `${mode}-model.ts`)
  writeFileSync(file, sourceOf(mode, model))
  console.log(`${file}: ${JSON.stringify(model.provenance.figures)}`)
}

function origin() {
  const falls = recordings.filter(({ fall }) => fall).length
  const people = new Set(recordings.map(({ dataset, subject }) => `${dataset}/${subject}`)).size
  const sets = [...new Set(recordings.map(({ dataset }) => dataset))]
  return {
    trainedOn: sets.map((set) => publications[set] ?? set).join('; '),
    recordings: { falls, dailyLife: recordings.length - falls, people },
  }
}

function figures(verdicts: Verdict[]) {
  const rounded = (share: number) => Math.round(share * 10_000) / 10_000
  return Object.fromEntries(
    [...groupBy(verdicts, ({ recording }) => recording.dataset)].map(([set, own]) => {
      const { sensitivity, specificity } = figuresOf(own, (trial) => isAlarm(trial as Verdict))
      return [set, { sensitivity: rounded(sensitivity), specificity: rounded(specificity) }]
    }),
  )
}

function written(forest: Forest) {
  const { bias, ...rest } = writeForest(forest)
  return { ...rest, bias: Math.round(bias * 1e4) / 1e4 }
}

function sourceOf(mode: Mode, model: FallModel): string {
  return `// Written by npm run train; docs/detection.md tells how.
import type { FallModel } from '../judge.ts'

export const ${mode}Model: FallModel = ${JSON.stringify(model, null, 2)}
`
}
