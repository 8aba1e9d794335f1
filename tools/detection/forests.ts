import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode } from '../../src/detection/fall-detector.ts'
import { type Forest, scoreOf, type WrittenForest, writeForest } from '../../src/detection/forest.ts'
import type { Look } from '../../src/detection/impact-features.ts'
import { type BoostingOptions, growForest, type Table } from './boosting.ts'
import { labels, rowColumns, uses } from './examples.ts'
import { foldCount } from './folds.ts'

/** WrittenExamples is what writeExamples left of one mode and look. */
interface WrittenExamples {
  names: readonly string[]
  count: number
  rows: Float32Array
  features: Float32Array
  recordings: { dataset: string; site: string; kind: string; fold: number }[]
}

const settings: Record<Mode, Omit<BoostingOptions, 'seed'>> = {
  samples: {
    trees: 300,
    depth: 4,
    rate: 0.08,
    rowShare: 0.5,
    columnShare: 0.4,
    leastWeight: 2,
    shrinkage: 3,
  },
  summary: {
    trees: 400,
    depth: 5,
    rate: 0.05,
    rowShare: 0.5,
    columnShare: 0.4,
    leastWeight: 2,
    shrinkage: 3,
  },
  'peak-only': {
    trees: 400,
    depth: 5,
    rate: 0.05,
    rowShare: 0.5,
    columnShare: 0.4,
    leastWeight: 2,
    shrinkage: 3,
  },
}

/**
 * What falls weigh, so that the largest set does not decide alone: the smaller sets up to the first of these, and the
 * largest the second.
 */
const fallWeights: Record<Mode, { most: number; largest: number }> = {
  samples: { most: 2.5, largest: 0.5 },
  summary: { most: 3.5, largest: 1.5 },
  'peak-only': { most: 3.5, largest: 1.5 },
}

/** Forests of one mode and look: one for each fold, which never saw its people, and last the one of everybody. */
export type FoldForests = WrittenForest[]

/** growForests writes the forests, and what those of the folds say of impacts of people whom they never saw. */
export function growForests(
  work: string,
  mode: Mode,
  look: Look,
  seed: number,
  say: (text: string) => void,
): void {
  const examples = readExamples(work, mode, look)
  const scores = new Float32Array(examples.count).fill(Number.NaN)
  const forests: FoldForests = []
  for (let fold = 0; fold <= foldCount; fold++) {
    const table = tableWithout(examples, fold, look, fallWeights[mode])
    const forest = growForest(table, { ...settings[mode], seed: seed + fold })
    forests.push(writeForest(forest))
    if (fold < foldCount) scoreFold(examples, forest, fold, look, scores)
    say(`${mode} ${look}: ${fold < foldCount ? `fold ${fold + 1} of ${foldCount}` : 'everybody'}`)
  }
  writeFileSync(join(work, `${mode}-${look}.scores`), Buffer.from(scores.buffer))
  writeFileSync(forestsFile(work, mode, look), JSON.stringify({ features: examples.names, forests }))
}

export const forestsFile = (work: string, mode: Mode, look: Look) =>
  join(work, `${mode}-${look}.forests.json`)

const width = rowColumns.length
const columnOf = (name: (typeof rowColumns)[number]) => rowColumns.indexOf(name)

function readExamples(work: string, mode: Mode, look: Look): WrittenExamples {
  const { recordings, features } = JSON.parse(readFileSync(join(work, 'recordings.json'), 'utf8'))
  const rows = numbersIn(join(work, `${mode === 'samples' ? 'samples' : 'seconds'}.rows`))
  return {
    names: features[mode][look],
    count: rows.length / width,
    rows,
    features: numbersIn(join(work, `${mode}-${look}.features`)),
    recordings,
  }
}

function numbersIn(file: string): Float32Array {
  const bytes = readFileSync(file)
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
}

function tableWithout(
  { names, count, rows, features, recordings }: WrittenExamples,
  fold: number,
  look: Look,
  { most, largest }: { most: number; largest: number },
): Table {
  const at = (i: number, name: (typeof rowColumns)[number]) => rows[i * width + columnOf(name)] as number
  const recordingOf = (i: number) => recordings[at(i, 'recording')] as WrittenExamples['recordings'][number]
  const groupOf = (i: number) => `${recordingOf(i).dataset} ${recordingOf(i).site}`
  const chosen: number[] = []
  const falls = new Map<string, number>()
  for (let i = 0; i < count; i++) {
    if (at(i, 'use') !== uses.train || at(i, 'label') === labels.besideFall) continue
    if ((look === 'late' && !at(i, 'hasLate')) || recordingOf(i).fold === fold) continue
    chosen.push(i)
    if (at(i, 'label') === labels.fall) falls.set(groupOf(i), (falls.get(groupOf(i)) ?? 0) + 1)
  }
  const mostFalls = Math.max(...falls.values())
  const weightOf = (i: number) => {
    if (at(i, 'label') !== labels.fall) return 1
    const own = falls.get(groupOf(i)) ?? 1
    return own === mostFalls ? largest : Math.min(most, (0.7 * mostFalls) / own)
  }
  const columns = names.length
  const table = {
    columns,
    rows: new Float32Array(chosen.length * columns),
    labels: Uint8Array.from(chosen, (i) => at(i, 'label')),
    weights: Float32Array.from(chosen, weightOf),
  }
  for (const [place, i] of chosen.entries()) {
    table.rows.set(features.subarray(i * columns, (i + 1) * columns), place * columns)
  }
  return table
}

function scoreFold(
  { names, count, rows, features, recordings }: WrittenExamples,
  forest: Forest,
  fold: number,
  look: Look,
  scores: Float32Array,
): void {
  const columns = names.length
  const values = new Float64Array(columns)
  for (let i = 0; i < count; i++) {
    if (recordings[rows[i * width] as number]?.fold !== fold) continue
    if (look === 'late' && !rows[i * width + columnOf('hasLate')]) continue
    for (let k = 0; k < columns; k++) values[k] = features[i * columns + k] as number
    scores[i] = scoreOf(forest, values)
  }
}
