import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncidentKind } from '../../alerting/model/incident.ts'
import { type OverviewSigns, patientOverview } from './patient-overview.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const device = (minutes: number, battery: number | null = null, disabled = false) => ({
  lastSeen: ago(minutes),
  battery,
  disabled,
})
const incident = (kind: IncidentKind, minutes = 5) => ({ id: kind, kind, openedAt: ago(minutes) })
const overviewOf = (signs: Partial<OverviewSigns>) =>
  patientOverview(
    { incident: null, silentSince: null, lowBatterySince: null, devices: [device(0)], ...signs },
    now,
  )

describe('the status of a patient', () => {
  const cases: [string, Partial<OverviewSigns>, ReturnType<typeof statusAndSince>][] = [
    ['with a device and nothing else', {}, ['FINE', null, null]],
    ['without a device that ever sent', { devices: [] }, ['NO_DEVICE', null, null]],
    ['whose devices were all disabled', { devices: [device(1, 80, true)] }, ['NO_DEVICE', null, null]],
    ['with one device of two', { devices: [device(1, 80, true), device(1)] }, ['FINE', null, null]],
    ...(['FALL', 'SOS', 'VITALS'] as const).map((kind): (typeof cases)[number] => [
      `with an incident of the kind ${kind}, whatever else there is`,
      { incident: incident(kind), silentSince: ago(90), lowBatterySince: ago(90), devices: [] },
      ['INCIDENT', ago(5), kind],
    ]),
    [
      'whose device is silent: since the silence began, not since it was noticed',
      { incident: incident('DEVICE_SILENT'), silentSince: ago(40), lowBatterySince: ago(90) },
      ['SILENT', ago(40), 'DEVICE_SILENT'],
    ],
    [
      'whose device changes its connection too often',
      { incident: incident('DEVICE_SILENT') },
      ['SILENT', ago(5), 'DEVICE_SILENT'],
    ],
    ['whose silence was resolved and goes on', { silentSince: ago(40) }, ['SILENT', ago(40), null]],
    [
      'who has an incident of another kind than what is shown',
      { incident: incident('LOW_BATTERY'), silentSince: ago(40) },
      ['SILENT', ago(40), null],
    ],
    [
      'whose battery is low',
      { incident: incident('LOW_BATTERY'), lowBatterySince: ago(6) },
      ['LOW_BATTERY', ago(6), 'LOW_BATTERY'],
    ],
    ['whose battery is low without an incident', { lowBatterySince: ago(6) }, ['LOW_BATTERY', ago(6), null]],
  ]
  for (const [title, signs, expected] of cases)
    test(title, () => assert.deepEqual(statusAndSince(signs), expected))
})

function statusAndSince(signs: Partial<OverviewSigns>) {
  const { status, since, openIncidentId } = overviewOf(signs)
  return [status, since, openIncidentId]
}

describe('of several devices', () => {
  test('the newest reading counts', () => {
    assert.deepEqual(overviewOf({ devices: [device(9), device(2), device(5)] }).lastReadingAt, ago(2))
  })

  test('the lowest battery counts of those that are enabled and sent within a day', () => {
    const others = [device(3 * 1440, 1), device(1, 2, true), device(1)]
    assert.equal(overviewOf({ devices: [...others, device(1, 80), device(60, 35.5)] }).battery, 35.5)
    assert.equal(overviewOf({ devices: others }).battery, null)
  })
})
