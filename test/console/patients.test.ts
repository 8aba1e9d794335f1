import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PatientOverview } from '../../web/src/api/queries.ts'
import { byUrgency, type Incident, toneOf } from '../../web/src/incident/incident.ts'
import { byNeed } from '../../web/src/now/patient-order.ts'
import { unwatchedOf } from '../../web/src/now/watched.ts'
import { readPatientSearch } from '../../web/src/patient/patient-search.ts'
import { signSeries } from '../../web/src/patient/vital-series.ts'

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

test('whoever has no device, never sent, is silent or was last seen long ago is not being watched', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const seen = (id: string, status: PatientOverview['status'], minutesAgo: number | null) => ({
    ...{ id, status },
    lastReadingAt: minutesAgo === null ? null : new Date(now.getTime() - minutesAgo * 60_000).toISOString(),
  })
  const patients = [
    seen('fine', 'FINE', 1),
    seen('almost half an hour', 'FINE', 29),
    seen('low battery', 'LOW_BATTERY', 1),
    seen('helped', 'INCIDENT', 1),
    seen('alarm of silence is off', 'FINE', 30),
    seen('helped without a device', 'INCIDENT', null),
    seen('silent', 'SILENT', 6),
    seen('never', 'NO_DEVICE', null),
    seen('disabled', 'NO_DEVICE', 1),
  ]
  assert.deepEqual(
    unwatchedOf(patients, now).map(({ id }) => id),
    ['alarm of silence is off', 'helped without a device', 'silent', 'never', 'disabled'],
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

test('incidents are ordered by state, then by severity, then the longest wait first', () => {
  const incident = (id: string, severity: string, state = 'OPEN') =>
    ({ id, severity, state, openedAt: `2026-01-01T0${id}:00:00Z` }) as Incident
  const incidents = [
    incident('1', 'CRITICAL', 'ACKNOWLEDGED'),
    incident('5', 'HIGH'),
    incident('2', 'HIGH'),
    incident('3', 'MEDIUM'),
    incident('4', 'CRITICAL'),
  ]
  assert.deepEqual(
    incidents.toSorted(byUrgency).map(({ id }) => id),
    ['4', '2', '5', '3', '1'],
  )
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
