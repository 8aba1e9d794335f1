import { type Forest, leafUnit, roundLimit } from '../../src/detection/forest.ts'
import { createRandom } from './random.ts'

/** Table is what a model learns from: a row of features for each impact, whether it was a fall, and its weight. */
export interface Table {
  columns: number
  rows: Float32Array
  labels: Uint8Array
  weights: Float32Array
}

export interface BoostingOptions {
  trees: number
  depth: number
  rate: number
  /** Shares of the rows and of the features that each tree sees. */
  rowShare: number
  columnShare: number
  leastWeight: number
  shrinkage: number
  seed: number
}

const most = 64
const settled = 0.03
const settledShare = 0.1

/** growForest boosts trees for the log-odds of a fall (second-order gradients, histograms of up to 64 bins). */
export function growForest(table: Table, options: BoostingOptions): Forest {
  const { columns, labels, weights } = table
  const n = labels.length
  const random = createRandom(options.seed)
  const cuts = Array.from({ length: columns }, (_, column) => cutsOf(table, column))
  const bins = binned(table, cuts)
  const forks = 2 ** options.depth - 1
  const forest: Forest = {
    depth: options.depth,
    bias: 0,
    features: new Uint8Array(options.trees * forks),
    limits: new Float32Array(options.trees * forks),
    leaves: new Float32Array(options.trees * (forks + 1)),
  }
  let [positive, total] = [0, 0]
  for (let i = 0; i < n; i++) {
    total += weights[i] as number
    if (labels[i]) positive += weights[i] as number
  }
  forest.bias = Math.log(positive / (total - positive))
  const scores = new Float64Array(n).fill(forest.bias)
  const gradients = new Float64Array(n)
  const hessians = new Float64Array(n)
  for (let tree = 0; tree < options.trees; tree++) {
    for (let i = 0; i < n; i++) {
      const p = 1 / (1 + Math.exp(-(scores[i] as number)))
      const w = weights[i] as number
      gradients[i] = w * (p - (labels[i] as number))
      hessians[i] = w * p * (1 - p)
    }
    growTree(forest, tree, { bins, cuts, n, columns, gradients, hessians, scores, random, options })
  }
  return forest
}

interface Growth {
  bins: Uint8Array[]
  cuts: Float32Array[]
  n: number
  columns: number
  gradients: Float64Array
  hessians: Float64Array
  scores: Float64Array
  random: () => number
  options: BoostingOptions
}

/** A tree looks at a share of the rows that are not settled yet; of those that are, at few, which stand for the others. */
function chooseRows({ n, gradients, hessians, random, options }: Growth): Int32Array {
  const chosen: number[] = []
  for (let i = 0; i < n; i++) {
    if (Math.abs(gradients[i] as number) >= settled) {
      if (random() < options.rowShare) chosen.push(i)
    } else if (random() < settledShare * options.rowShare) {
      gradients[i] = (gradients[i] as number) / settledShare
      hessians[i] = (hessians[i] as number) / settledShare
      chosen.push(i)
    }
  }
  return Int32Array.from(chosen)
}

function growTree(forest: Forest, tree: number, growth: Growth): void {
  const { bins, cuts, n, columns, gradients, hessians, scores, random, options } = growth
  const { depth, shrinkage, leastWeight } = options
  const forks = 2 ** depth - 1
  const rows = chooseRows(growth)
  const seen = Array.from({ length: columns }, (_, c) => c).filter(() => random() < options.columnShare)
  if (seen.length === 0) seen.push(Math.floor(random() * columns))
  const node = new Uint16Array(n)
  const forkFeature = new Int16Array(forks).fill(-1)
  const forkBin = new Uint8Array(forks)
  for (let level = 0; level < depth; level++) {
    const width = 2 ** level
    const base = width - 1
    const bestGain = new Float64Array(width).fill(1e-6)
    const histG = new Float64Array(width * most)
    const histH = new Float64Array(width * most)
    for (const column of seen) {
      const bin = bins[column] as Uint8Array
      histG.fill(0)
      histH.fill(0)
      for (let k = 0; k < rows.length; k++) {
        const i = rows[k] as number
        const slot = ((node[i] as number) - base) * most + (bin[i] as number)
        histG[slot] = (histG[slot] as number) + (gradients[i] as number)
        histH[slot] = (histH[slot] as number) + (hessians[i] as number)
      }
      for (let at = 0; at < width; at++) {
        let [sumG, sumH] = [0, 0]
        for (let b = 0; b < most; b++) {
          sumG += histG[at * most + b] as number
          sumH += histH[at * most + b] as number
        }
        const whole = (sumG * sumG) / (sumH + shrinkage)
        let [leftG, leftH] = [0, 0]
        const limit = (cuts[column] as Float32Array).length
        for (let b = 0; b < limit; b++) {
          leftG += histG[at * most + b] as number
          leftH += histH[at * most + b] as number
          const rightH = sumH - leftH
          if (leftH < leastWeight || rightH < leastWeight) continue
          const rightG = sumG - leftG
          const gain =
            (leftG * leftG) / (leftH + shrinkage) + (rightG * rightG) / (rightH + shrinkage) - whole
          if (gain > (bestGain[at] as number)) {
            bestGain[at] = gain
            forkFeature[base + at] = column
            forkBin[base + at] = b
          }
        }
      }
    }
    for (let i = 0; i < n; i++) {
      const at = node[i] as number
      const feature = forkFeature[at] as number
      const right = feature >= 0 && ((bins[feature] as Uint8Array)[i] as number) > (forkBin[at] as number)
      node[i] = 2 * at + (right ? 2 : 1)
    }
  }
  const sumG = new Float64Array(forks + 1)
  const sumH = new Float64Array(forks + 1)
  for (let k = 0; k < rows.length; k++) {
    const i = rows[k] as number
    const leaf = (node[i] as number) - forks
    sumG[leaf] = (sumG[leaf] as number) + (gradients[i] as number)
    sumH[leaf] = (sumH[leaf] as number) + (hessians[i] as number)
  }
  const leaves = forest.leaves.subarray(tree * (forks + 1), (tree + 1) * (forks + 1))
  for (let leaf = 0; leaf <= forks; leaf++) {
    const value = (-(sumG[leaf] as number) / ((sumH[leaf] as number) + shrinkage)) * options.rate
    leaves[leaf] = Math.max(-127, Math.min(127, Math.round(value / leafUnit))) * leafUnit
  }
  for (let i = 0; i < n; i++) {
    scores[i] = (scores[i] as number) + (leaves[(node[i] as number) - forks] as number)
  }
  for (let fork = 0; fork < forks; fork++) {
    const feature = forkFeature[fork] as number
    forest.features[tree * forks + fork] = Math.max(0, feature)
    forest.limits[tree * forks + fork] =
      feature < 0 ? roundLimit(3e38) : ((cuts[feature] as Float32Array)[forkBin[fork] as number] as number)
  }
}

/** The limits between the bins of a feature: quantiles of its values. A value falls to the left of a limit it does not exceed. */
function cutsOf({ rows, columns, labels }: Table, column: number): Float32Array {
  const step = Math.max(1, Math.floor(labels.length / 20_000))
  const values: number[] = []
  for (let i = 0; i < labels.length; i += step) values.push(rows[i * columns + column] as number)
  values.sort((a, b) => a - b)
  const cuts = new Set<number>()
  for (let k = 1; k < most; k++) {
    const place = Math.floor((k / most) * values.length)
    const [low, high] = [values[place - 1] ?? 0, values[place] ?? 0]
    cuts.add(roundLimit((low + high) / 2))
  }
  return Float32Array.from([...cuts].sort((a, b) => a - b))
}

function binned({ rows, columns, labels }: Table, cuts: Float32Array[]): Uint8Array[] {
  return cuts.map((limits, column) => {
    const bins = new Uint8Array(labels.length)
    for (let i = 0; i < labels.length; i++) {
      const value = rows[i * columns + column] as number
      let [low, high] = [0, limits.length]
      while (low < high) {
        const middle = (low + high) >> 1
        if (value > (limits[middle] as number)) low = middle + 1
        else high = middle
      }
      bins[i] = low
    }
    return bins
  })
}
