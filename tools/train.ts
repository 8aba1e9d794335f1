// npm run train -- --data DIR --work DIR [--seed N]: trains the models that the service ships with, in these steps: the
// examples, the forests and networks (with PyTorch), the scale and the model files. The work folder keeps the results of a
// step, and a step whose results are there is skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FallModel, Provenance } from '../src/detection/classifier.ts'
import type { Mode } from '../src/detection/detector-state.ts'
import { calibrate } from './detection/calibration.ts'
import { detectorsByFold, type EvaluatedRecording, evaluate, lifeEventsOf } from './detection/evaluation.ts'
import { writeExamples } from './detection/examples.ts'
import {
  forestsFile,
  looks,
  modes,
  networksFile,
  readTrainedModels,
  recordingsFile,
} from './detection/models.ts'
import { reportFigures } from './detection/report.ts'

const publications: Record<string, string> = {
  nurses: 'Nurses at work (Hosseini et al. 2022)',
  sisfall: 'SisFall (Sucerquia, López, Vargas-Bonilla 2017)',
  smartfall: 'SmartFallMM',
  smartfallold: 'SmartFallMM',
  weda: 'WEDA-FALL (Marques, Moreno 2023)',
}

const { data, work, seed } = readOptions()
mkdirSync(work, { recursive: true })

if (existsSync(recordingsFile(work))) assertSameSeed()
else await writeExamples(data, work, seed, (text) => console.error(text))
const forests = modes.flatMap((mode) => looks.map((look) => forestsFile(work, mode, look)))
if (!forests.every((file) => existsSync(file))) runScript('train_forests.py')
if (!existsSync(networksFile(work))) runScript('train_networks.py')

const trained = readTrainedModels(work)
const detectorOf = detectorsByFold(trained)
for (const mode of modes) {
  const recordings: EvaluatedRecording[] = []
  for await (const recording of evaluate(data, mode, detectorOf)) recordings.push(recording)
  const scale = calibrate(lifeEventsOf(recordings))
  const allPeople = trained.at(-1)?.[mode]
  if (!allPeople) throw new Error('There is no model of all people')
  const model: FallModel = { provenance: provenanceOf(recordings), ...allPeople, scale }
  const file = join('src', 'detection', 'models', `${mode}-model.ts`)
  writeFileSync(file, sourceOf(mode, model))
  console.log(`\n# ${mode}, written to ${file}\n${reportFigures(recordings, scale).join('\n')}`)
}

function readOptions() {
  const usage = 'npm run train -- --data DIR --work DIR [--seed N]'
  const { values } = parseArgs({
    options: { data: { type: 'string' }, work: { type: 'string' }, seed: { type: 'string', default: '1' } },
  })
  if (!values.data || !values.work || !/^\d{1,9}$/.test(values.seed)) {
    console.error(
      `--data is the folder of the recordings, --work a folder for intermediate results\nUsage: ${usage}`,
    )
    process.exit(1)
  }
  return { data: values.data, work: values.work, seed: Number(values.seed) }
}

/** The work folder is used by one seed: its later results depend on the examples. */
function assertSameSeed(): void {
  const { seed: usedSeed } = JSON.parse(readFileSync(recordingsFile(work), 'utf8')) as { seed?: number }
  if (usedSeed === seed) return
  console.error(
    `${work} holds results of seed ${usedSeed ?? 'unknown'}, not ${seed}: name another folder with --work`,
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
