import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toneOf } from '../web/src/incident/incident.ts'
import { byNeed } from '../web/src/now/patient-order.ts'
import { readPatientSearch } from '../web/src/patient/patient-search.ts'

test('patients whom nobody has answered come first, then those who are not fine', () => {
  const patients = [
    { patientId: 'fine', status: 'FINE' as const },
    { patientId: 'silent', status: 'SILENT' as const },
    { patientId: 'handled', status: 'INCIDENT' as const },
    // The overview does not know yet.
    { patientId: 'fallen', status: 'FINE' as const },
  ]
  const ordered = patients.toSorted(byNeed(new Set(['fallen'])))
  assert.deepEqual(
    ordered.map(({ patientId }) => patientId),
    ['fallen', 'handled', 'silent', 'fine'],
  )
})

test('an incident is red only while somebody may be in danger and nobody has answered', () => {
  const fall = { kind: 'FALL', severity: 'HIGH' } as const
  const tones = (['OPEN', 'CHECKING', 'ACKNOWLEDGED', 'RESOLVED'] as const).map((state) =>
    toneOf({ ...fall, state }),
  )
  assert.deepEqual(tones, ['urgent', 'accent', 'accent', 'neutral'])
  assert.equal(toneOf({ kind: 'LOW_BATTERY', severity: 'LOW', state: 'OPEN' }), 'caution')
})

test('the address of a patient’s page says which tab and period, and nothing unknown', () => {
  assert.deepEqual(readPatientSearch({ tab: 'notes', range: 'week', other: 1 }), {
    tab: 'notes',
    range: 'week',
  })
  assert.deepEqual(readPatientSearch({ tab: 'health', range: 'day' }), {})
  assert.deepEqual(readPatientSearch({ tab: ['notes'], range: 7 }), {})
})
