import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followSenses, nothingSensed, type Senses, witnessesOf } from './senses.ts'

const usually: Senses = { pressure: 1000, fsr: 0.8, heartRate: 70 }
const usual = followSenses(undefined, usually)

const cases: [title: string, now: Partial<Senses>, witnesses: string[]][] = [
  ['nothing changed', usually, []],
  ['a metre further down', { pressure: 1000.12 }, ['pressure']],
  ['the noise of the sensor', { pressure: 1000.03 }, []],
  ['a lift', { pressure: 1001 }, []],
  ['a metre further up', { pressure: 999.88 }, []],
  ['a foot without load', { fsr: 0.05 }, ['foot']],
  ['a foot with less load', { fsr: 0.3 }, []],
  ['a racing heart', { heartRate: 90 }, ['heart']],
  ['a heart a little faster', { heartRate: 85 }, []],
]

for (const [title, now, witnesses] of cases) {
  test(`${title}: ${witnesses.join() || 'no witness'}`, () => {
    assert.deepEqual(witnessesOf(usual, { ...nothingSensed, ...now }), witnesses)
  })
}

test('what was never told before the impact is no witness', () => {
  const sudden = { pressure: 1000, fsr: 0, heartRate: 180 }
  assert.deepEqual(witnessesOf(undefined, sudden), [])
  const lonely = followSenses(undefined, { ...nothingSensed, fsr: 0.8 })
  assert.deepEqual(witnessesOf(lonely, sudden), ['foot'])
})

test('the usual values follow slowly, and stay where nothing is told', () => {
  assert.deepEqual(followSenses(usual, { pressure: 1001, fsr: null, heartRate: 90 }), [1000.05, 0.8, 71])
  assert.equal(followSenses(usual, nothingSensed), usual)
  assert.equal(followSenses(undefined, nothingSensed), undefined)
})
