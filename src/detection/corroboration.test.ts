import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AuxiliarySensors,
  corroboratingSensors,
  hasLostPulse,
  noAuxiliarySensors,
  updateBaseline,
} from './corroboration.ts'

const valuesBefore: AuxiliarySensors = { pressure: 1000, fsr: 0.8, heartRate: 70 }
const baseline = updateBaseline(undefined, valuesBefore)

const cases: [title: string, now: Partial<AuxiliarySensors>, sensors: string[]][] = [
  ['no change', valuesBefore, []],
  ['a metre further down', { pressure: 1000.12 }, ['pressure']],
  ['noise of the sensor', { pressure: 1000.03 }, []],
  ['a lift', { pressure: 1001 }, []],
  ['a metre further up', { pressure: 999.88 }, []],
  ['a foot without load', { fsr: 0.05 }, ['foot']],
  ['a foot with less load', { fsr: 0.3 }, []],
  ['a racing heart', { heartRate: 90 }, ['heart']],
  ['a slightly faster heart', { heartRate: 85 }, []],
]

for (const [title, now, sensors] of cases) {
  test(`${title}: ${sensors.join() || 'nothing'} supports a fall`, () => {
    assert.deepEqual(corroboratingSensors(baseline, { ...noAuxiliarySensors, ...now }), sensors)
  })
}

test('a sensor that never reported before the impact supports nothing', () => {
  const sudden = { pressure: 1000, fsr: 0, heartRate: 180 }
  assert.deepEqual(corroboratingSensors(undefined, sudden), [])
  const onlyFoot = updateBaseline(undefined, { ...noAuxiliarySensors, fsr: 0.8 })
  assert.deepEqual(corroboratingSensors(onlyFoot, sudden), ['foot'])
})

test('the baseline follows slowly, and stays the same if nothing is reported', () => {
  assert.deepEqual(updateBaseline(baseline, { pressure: 1001, fsr: null, heartRate: 90 }), [1000.05, 0.8, 71])
  assert.equal(updateBaseline(baseline, noAuxiliarySensors), baseline)
  assert.equal(updateBaseline(undefined, noAuxiliarySensors), undefined)
})

test('a pulse is lost if it was reported before and no longer is', () => {
  assert.equal(hasLostPulse(baseline, { ...noAuxiliarySensors, pressure: 1000 }), true)
  assert.equal(hasLostPulse(baseline, { ...noAuxiliarySensors, heartRate: 0 }), true)
  assert.equal(hasLostPulse(baseline, { ...noAuxiliarySensors, heartRate: 66 }), false)
  assert.equal(hasLostPulse(undefined, noAuxiliarySensors), false)
  assert.equal(
    hasLostPulse(updateBaseline(undefined, { ...noAuxiliarySensors, fsr: 1 }), noAuxiliarySensors),
    false,
  )
})
