import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Forest, leafUnit, readForest, scoreOf, type WrittenForest } from './forest.ts'

const word = new DataView(new ArrayBuffer(4))

/** A limit is the upper half of a four-byte number. */
function roundLimit(limit: number): number {
  word.setFloat32(0, limit)
  word.setUint16(2, 0)
  return word.getFloat32(0)
}

/** writeForest writes as training does, see tools/detection/train_forests.py. */
function writeForest({ depth, bias, features, limits, leaves }: Forest): WrittenForest {
  const bytes = Buffer.alloc(features.length * 3 + leaves.length)
  bytes.set(features)
  for (const [i, limit] of limits.entries()) {
    word.setFloat32(0, limit)
    bytes.writeUInt16LE(word.getUint16(0), features.length + i * 2)
  }
  for (const [i, leaf] of leaves.entries()) {
    bytes.writeInt8(Math.round(leaf / leafUnit), features.length * 3 + i)
  }
  return { depth, bias, trees: bytes.toString('base64') }
}

/** Two trees of depth 2: the first asks features 0, 1 and 2, the second asks nothing and always adds the same. */
const forest: Forest = {
  depth: 2,
  bias: -1,
  features: Uint8Array.from([0, 1, 2, 0, 0, 0]),
  limits: Float32Array.from([1, 2, 3, 0, 0, 0], roundLimit),
  leaves: Float32Array.from([-64, -32, 32, 64, 16, 16, 16, 16], (units) => units * leafUnit),
}

const cases: [title: string, values: number[], score: number][] = [
  ['left, left', [1, 2, 9], -1 - 0.25 + 0.0625],
  ['left, right', [0, 2.1, 0], -1 - 0.125 + 0.0625],
  ['right, left', [1.1, 0, 3], -1 + 0.125 + 0.0625],
  ['right, right', [5, 0, 4], -1 + 0.25 + 0.0625],
]

for (const [title, values, score] of cases) {
  test(`a value above the limit goes right: ${title}`, () => {
    assert.equal(scoreOf(forest, Float64Array.from(values)), score)
  })
}

test('a forest that is written and read again is the same', () => {
  assert.deepEqual(readForest(JSON.parse(JSON.stringify(writeForest(forest)))), forest)
})

test('a hopeless score is left at that', () => {
  assert.equal(scoreOf(forest, Float64Array.from([5, 0, 4]), 0), -1)
})
