// npm run train -- --data DIR --work DIR [--seed N]: trains the models that the service ships with, in these steps: the
// examples, the forests and networks (with PyTorch), the scale and the model files. The work folder keeps the results of a
// step, and a step whose results are there is skipped.
//   --mode MODE          train the models for devices that send samples, a summary or the peak only; by default all
//   --leave-out SET,SET  train models that never saw one of these data sets, to validate the design: they are evaluated on
//                        that set, with a scale from daily life that they never saw either, and no model file is written
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FallModel, Provenance } from '../src/detection/classifier.ts'
import type { Mode } from '../src/detection/detector-state.ts'
import { type EvaluatedRecording, evaluateUnseen, lifeEventsOf } from './detection/evaluation.ts'
import { writeExamples } from './detection/examples.ts'
import {
  forestsFile,
  looks,
  modes,
  networksFile,
  readTrainedModels,
  readTrainingChoices,
  recordingsFile,
  type TrainingChoices,
} from './detection/models.ts'
import { reportFigures } from './detection/report.ts'

const publications: Record<string, string> = {
  nurses: 'Nurses at work (Hosseini et al. 2022)',
  sisfall: 'SisFall (Sucerquia, López, Vargas-Bonilla 2017)',
  smartfall: 'SmartFallMM',
  smartfallold: 'SmartFallMM',
  umafall: 'UMAFall (Casilari, Santoyo-Ramón, Cano-García 2017)',
  weda: 'WEDA-FALL (Marques, Moreno 2023)',
}

const { data, work, seed, leftOutSets, trainedModes } = readOptions()
mkdirSync(work, { recursive: true })

if (existsSync(recordingsFile(work))) assertSameChoices()
else
  await writeExamples(data, work, { seed, leftOutSets, modes: trainedModes }, (text) => console.error(text))
const forests = trainedModes.flatMap((mode) => looks.map((look) => forestsFile(work, mode, look)))
if (!forests.every((file) => existsSync(file))) runScript('train_forests.py')
if (trainedModes.includes('samples') && !existsSync(networksFile(work))) runScript('train_networks.py')

const trained = readTrainedModels(work, trainedModes)
for (const mode of trainedModes) {
  for await (const { name, recordings, scale } of evaluateUnseen(data, mode, trained)) {
    const figures = reportFigures(recordings, scale).join('\n')
    if (leftOutSets.length > 0) {
      console.log(`\n# ${mode}, ${name}, levels from ${JSON.stringify(scale)}\n${figures}`)
      continue
    }
    const allPeople = trained.models.at(-1)?.[mode]
    if (!allPeople) throw new Error('There is no model of all people')
    const model: FallModel = { provenance: provenanceOf(recordings), ...allPeople, scale }
    const file = join('src', 'detection', 'models', `${mode}-model.ts`)
    writeFileSync(file, sourceOf(mode, model))
    console.log(`\n# ${mode}, written to ${file}\n${figures}`)
  }
}

function readOptions() {
  const usage = 'npm run train -- --data DIR --work DIR [--seed N] [--mode MODE] [--leave-out SET,SET]'
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      work: { type: 'string' },
      seed: { type: 'string', default: '1' },
      mode: { type: 'string' },
      'leave-out': { type: 'string', default: '' },
    },
  })
  if (!values.data || !values.work || !/^\d{1,9}$/.test(values.seed)) {
    console.error(
      `--data is the folder of the recordings, --work a folder for intermediate results\nUsage: ${usage}`,
    )
    process.exit(1)
  }
  const oneMode = modes.find((name) => name === values.mode)
  if (values.mode !== undefined && !oneMode) {
    console.error(`--mode must be one of ${modes.join(', ')}\nUsage: ${usage}`)
    process.exit(1)
  }
  const trainedModes = oneMode ? [oneMode] : modes
  const leftOutSets = values['leave-out'].split(',').filter((set) => set !== '')
  return { data: values.data, work: values.work, seed: Number(values.seed), leftOutSets, trainedModes }
}

/** A work folder is used with one seed, one choice of folds and the modes of its examples. */
function assertSameChoices(): void {
  const used = readTrainingChoices(work)
  const described = (choices: TrainingChoices) =>
    `seed ${choices.seed} ${choices.leftOutSets.length > 0 ? `without ${choices.leftOutSets.join(', ')}` : 'and all sets'} (${choices.modes.join(', ')})`
  const wanted = { seed, leftOutSets, modes: trainedModes }
  const knownModes = used.modes.filter((mode) => trainedModes.includes(mode))
  if (described({ ...used, modes: knownModes }) === described(wanted)) return
  console.error(
    `${work} holds results of ${described(used)}, not of ${described(wanted)}: name another folder with --work`,
  )
  process.exit(1)
}

function runScript(name: string): void {
  const script = join(import.meta.dirname, 'detection', name)
  const { status, error } = spawnSync('python3', [script, work], { stdio: 'inherit' })
  if (status === 0) return
  console.error(
    `${error?.message ?? `${name} failed`}: run "python3 tools/detection/${name} ${work}" where NumPy and PyTorch are installed, then repeat the command`,
  )
  process.exit(1)
}

function provenanceOf(recordings: EvaluatedRecording[]): Provenance {
  const datasets = new Set(recordings.map(({ dataset }) => publications[dataset] ?? dataset))
  const { wornDays } = lifeEventsOf(recordings)
  return {
    trainedOn: [...datasets].join('; '),
    recordings: {
      falls: recordings.filter(({ kind }) => kind === 'fall').length,
      trials: recordings.filter(({ kind }) => kind === 'trial').length,
      lifeHours: Math.round(wornDays * 24),
      people: new Set(recordings.map(({ dataset, subject }) => `${dataset}/${subject}`)).size,
    },
    seed,
    date: new Date().toISOString().slice(0, 10),
  }
}

function sourceOf(mode: Mode, model: FallModel): string {
  const name = `${mode.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Model`
  return `// Written by npm run train; see docs/detection.md.
import type { FallModel } from '../classifier.ts'

export const ${name}: FallModel = ${JSON.stringify(model)}
`
}
