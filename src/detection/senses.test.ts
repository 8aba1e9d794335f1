import assert from 'node:assert/strict'
import { test } from 'node:test'
import { followSenses, nothingSensed, type Senses, witnessesOf } from './senses.ts'

const usual: Senses = { pressure: 1000, fsr: 0.8, heartRate: 70 }

const cases: [title: string, now: Partial<Senses>, witnesses: string[]][] = [
  ['nothing changed', usual, []],
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
  assert.deepEqual(witnessesOf(nothingSensed, { pressure: 1000, fsr: 0, heartRate: 180 }), [])
})

test('the usual values follow slowly, and stay where nothing is told', () => {
  const next = followSenses(usual, { pressure: 1001, fsr: null, heartRate: 90 })
  assert.equal(next.fsr, 0.8)
  assert.equal(next.heartRate, 71)
  assert.equal(followSenses(usual, nothingSensed), usual)
})
