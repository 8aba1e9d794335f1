/** Boosted trees, complete and of one depth: each inner node has a feature and a threshold, each leaf a value. */
export interface Forest {
  depth: number
  bias: number
  features: Uint8Array
  thresholds: Float32Array
  leaves: Float32Array
}

/** How many trees are evaluated between two checks for an early exit. */
const treesPerCheck = 40

/**
 * Returns the log-odds of a fall. At each node a value above the threshold goes right. Evaluation ends early if
 * the score is below `earlyExitBelow` at a check, which saves most of the work while a person walks.
 */
export function scoreOf(
  forest: Forest,
  values: Float64Array,
  earlyExitBelow = Number.NEGATIVE_INFINITY,
): number {
  const { depth, features, thresholds, leaves } = forest
  const nodes = 2 ** depth - 1
  const trees = features.length / nodes
  let sum = forest.bias
  for (let tree = 0; tree < trees; tree++) {
    if (tree % treesPerCheck === 0 && sum < earlyExitBelow) return sum
    const root = tree * nodes
    let at = 0
    for (let level = 0; level < depth; level++) {
      const node = root + at
      at = 2 * at + ((values[features[node] as number] as number) > (thresholds[node] as number) ? 2 : 1)
    }
    sum += leaves[root + tree + at - nodes] as number
  }
  return sum
}

/**
 * A forest with one byte for a node's feature, two for its threshold and one for a leaf. Training rounds
 * thresholds and leaves to what these can hold, so nothing is lost.
 */
export interface EncodedForest {
  depth: number
  bias: number
  /** Base64: all features, then the upper halves of all thresholds (little endian), then all leaves. */
  trees: string
}

/** A leaf is a multiple of this. */
export const leafUnit = 1 / 256

export function decodeForest({ depth, bias, trees }: EncodedForest): Forest {
  const bytes = Buffer.from(trees, 'base64')
  const nodes = 2 ** depth - 1
  const count = (bytes.length / (nodes * 3 + nodes + 1)) * nodes
  const thresholds = new Float32Array(count)
  const words = new Uint32Array(thresholds.buffer)
  for (let i = 0; i < count; i++) words[i] = bytes.readUInt16LE(count + i * 2) << 16
  const encodedLeaves = bytes.subarray(count * 3)
  const leaves = new Float32Array(encodedLeaves.length)
  for (let i = 0; i < leaves.length; i++) leaves[i] = encodedLeaves.readInt8(i) * leafUnit
  return { depth, bias, features: Uint8Array.from(bytes.subarray(0, count)), thresholds, leaves }
}
