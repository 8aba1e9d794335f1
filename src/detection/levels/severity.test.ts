import assert from 'node:assert/strict'
import { test } from 'node:test'
import { levelsOf, severities, severityOf } from './severity.ts'

test('each level but that of no fall has a severity', () => {
  assert.equal(severityOf('NO_FALL'), null)
  assert.equal(severityOf('SUSPICIOUS'), 'LOW')
  assert.equal(severityOf('POTENTIAL'), 'MEDIUM')
  assert.equal(severityOf('HIGH'), 'HIGH')
  assert.equal(severityOf('CONFIRMED'), 'CRITICAL')
})

test('each severity leads back to its levels', () => {
  assert.deepEqual(severities.map(levelsOf), [['SUSPICIOUS'], ['POTENTIAL'], ['HIGH'], ['CONFIRMED']])
})
