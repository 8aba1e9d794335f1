/** Forest is boosted trees, all complete and of one depth: each fork has a feature and a limit, each leaf a value. */
export interface Forest {
  depth: number
  bias: number
  features: Uint8Array
  limits: Float32Array
  leaves: Float32Array
}

/** So many trees are asked before a score may be found hopeless. */
const round = 40

/**
 * scoreOf gives the log-odds of a fall. At each fork a value above the limit goes right. When the score is below
 * hopeless after a round of trees, the others are not asked: that saves most of the work on somebody who walks.
 */
export function scoreOf(forest: Forest, values: Float64Array, hopeless = Number.NEGATIVE_INFINITY): number {
  const { depth, features, limits, leaves } = forest
  const forks = 2 ** depth - 1
  const trees = features.length / forks
  let sum = forest.bias
  for (let tree = 0; tree < trees; tree++) {
    if (tree % round === 0 && sum < hopeless) return sum
    const root = tree * forks
    let at = 0
    for (let level = 0; level < depth; level++) {
      const fork = root + at
      at = 2 * at + ((values[features[fork] as number] as number) > (limits[fork] as number) ? 2 : 1)
    }
    sum += leaves[root + tree + at - forks] as number
  }
  return sum
}

/**
 * A forest is written with one byte for a fork's feature, two for its limit and one for a leaf. Training keeps to
 * limits and leaves that these can hold, so nothing is lost.
 */
export interface WrittenForest {
  depth: number
  bias: number
  /** Base64: all features, then all limits (little endian), then all leaves. */
  trees: string
}

/** A leaf is a whole number of these. */
export const leafUnit = 1 / 256

const word = new DataView(new ArrayBuffer(4))

export function readForest({ depth, bias, trees }: WrittenForest): Forest {
  const bytes = Buffer.from(trees, 'base64')
  const forks = 2 ** depth - 1
  const count = (bytes.length / (forks * 3 + forks + 1)) * forks
  const limits = Float32Array.from({ length: count }, (_, i) => {
    word.setUint32(0, 0)
    word.setUint16(0, bytes.readUInt16LE(count + i * 2))
    return word.getFloat32(0)
  })
  const leaves = Float32Array.from(bytes.subarray(count * 3), (byte) => ((byte << 24) >> 24) * leafUnit)
  return { depth, bias, features: Uint8Array.from(bytes.subarray(0, count)), limits, leaves }
}
