import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFolds, foldsTrainedWithout } from '../../tools/detection/folds.ts'

const nurses = Array.from({ length: 8 }, (_, i) => ({ dataset: 'nurses', subject: `nurse ${i}` }))

test('every person is unseen by exactly one of the models, and by none of that of all people', () => {
  const foldOf = createFolds()
  const trainedWithout = foldsTrainedWithout([])
  for (const nurse of nurses) {
    assert.equal(trainedWithout.filter((without) => without.includes(foldOf(nurse))).length, 1)
  }
  assert.deepEqual(trainedWithout.at(-1), [])
})

test('the models without a data set tell together how all daily life scores', () => {
  const sets = ['weda', 'smartfall']
  const foldOf = createFolds(sets)
  const trainedWithout = foldsTrainedWithout(sets)
  const older = foldOf({ dataset: 'smartfallold', subject: '1' })
  assert.equal(older, foldOf({ dataset: 'smartfall', subject: '1' }), 'one set in two files is one fold')
  for (const set of [foldOf({ dataset: 'weda', subject: '1' }), older]) {
    const models = trainedWithout.filter((without) => without.includes(set))
    for (const nurse of nurses) {
      assert.equal(models.filter((without) => without.includes(foldOf(nurse))).length, 1)
    }
  }
})
