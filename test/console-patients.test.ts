import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toneOf } from '../web/src/incident/incident.ts'
import { byNeed } from '../web/src/now/patient-order.ts'
import { readPatientSearch } from '../web/src/patient/patient-search.ts'
import { signSeries } from '../web/src/patient/vital-series.ts'

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

test('a chart has a gap wherever nothing was measured, be it only once', () => {
  const minute = (n: number) => new Date(n * 60_000)
  const point = (n: number, value: number | null) => ({
    at: minute(n).toISOString(),
    heartRate: value === null ? null : { avg: value, min: value - 1, max: value + 1 },
    spo2: null,
  })
  const series = {
    ...{ from: minute(0).toISOString(), to: minute(8).toISOString(), bucketSeconds: 60 },
    points: [point(1, 70), point(2, 71), point(4, 72), point(5, null), point(6, 73)],
  }
  const { times, values, min } = signSeries(series, 'heartRate')
  assert.deepEqual(
    times.map((at) => at / 60),
    [0, 1, 2, 3, 4, 5, 6, 8],
  )
  assert.deepEqual(values, [null, 70, 71, null, 72, null, 73, null])
  assert.deepEqual(min, [null, 69, 70, null, 71, null, 72, null])
})
