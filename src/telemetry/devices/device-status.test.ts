import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceStatus } from './device-status.ts'

const now = new Date('2026-03-01T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const cases: [string, boolean, Date | null, string][] = [
  ['without a reading', false, null, 'UNREGISTERED'],
  ['with a reading this moment', false, now, 'ACTIVE'],
  ['silent for 29 minutes', false, ago(29), 'ACTIVE'],
  ['silent for 30 minutes', false, ago(30), 'INACTIVE'],
  ['silent for a day less a minute', false, ago(24 * 60 - 1), 'INACTIVE'],
  ['silent for a day', false, ago(24 * 60), 'OFFLINE'],
  ['disabled while active', true, now, 'DISABLED'],
  ['disabled before its first reading', true, null, 'DISABLED'],
]

for (const [title, disabled, lastSeen, status] of cases) {
  test(`a device ${title} is ${status}`, () =>
    assert.equal(deviceStatus({ disabled, lastSeen }, now), status))
}
