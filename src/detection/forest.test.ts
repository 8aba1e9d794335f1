import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeForest, type EncodedForest, type Forest, leafUnit, scoreOf } from './forest.ts'

const word = new DataView(new ArrayBuffer(4))

/** Keeps the upper half of a four-byte number. */
function roundThreshold(threshold: number): number {
  word.setFloat32(0, threshold)
  word.setUint16(2, 0)
  return word.getFloat32(0)
}

/** Does what training does in tools/detection/train_forests.py. */
function encodeForest({ depth, bias, features, thresholds, leaves }: Forest): EncodedForest {
  const bytes = Buffer.alloc(features.length * 3 + leaves.length)
  bytes.set(features)
  for (const [i, threshold] of thresholds.entries()) {
    word.setFloat32(0, threshold)
    bytes.writeUInt16LE(word.getUint16(0), features.length + i * 2)
  }
  for (const [i, leaf] of leaves.entries()) {
    bytes.writeInt8(Math.round(leaf / leafUnit), features.length * 3 + i)
  }
  return { depth, bias, trees: bytes.toString('base64') }
}

/** Two trees of depth 2: the first depends on features 0, 1 and 2, the second always adds the same. */
const forest: Forest = {
  depth: 2,
  bias: -1,
  features: Uint8Array.from([0, 1, 2, 0, 0, 0]),
  thresholds: Float32Array.from([1, 2, 3, 0, 0, 0], roundThreshold),
  leaves: Float32Array.from([-64, -32, 32, 64, 16, 16, 16, 16], (units) => units * leafUnit),
}

const cases: [title: string, values: number[], score: number][] = [
  ['left, left', [1, 2, 9], -1 - 0.25 + 0.0625],
  ['left, right', [0, 2.1, 0], -1 - 0.125 + 0.0625],
  ['right, left', [1.1, 0, 3], -1 + 0.125 + 0.0625],
  ['right, right', [5, 0, 4], -1 + 0.25 + 0.0625],
]

for (const [title, values, score] of cases) {
  test(`a value above the threshold goes right: ${title}`, () => {
    assert.equal(scoreOf(forest, Float64Array.from(values)), score)
  })
}

test('a forest that is encoded and decoded is the same', () => {
  assert.deepEqual(decodeForest(JSON.parse(JSON.stringify(encodeForest(forest)))), forest)
})

test('evaluation ends early if the score is too low', () => {
  assert.equal(scoreOf(forest, Float64Array.from([5, 0, 4]), 0), -1)
})
