import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Incident } from '../../web/src/incident/incident.ts'
import { alarmPatterns, alarmSounds, soundOf } from '../../web/src/shell/alarm-patterns.ts'
import { readSilenced, silenceMs, splitSilenced } from '../../web/src/shell/silence.ts'

const incident = (kind: string, severity = 'HIGH', fields: object = {}) =>
  ({ kind, severity, state: 'OPEN', openedAt: '2026-01-01T00:00:00Z', ...fields }) as Incident

test('each kind of alarm has a sound of its own, told apart by its rhythm and its direction', () => {
  const heard = alarmSounds.map((sound) => {
    const { tones } = alarmPatterns[sound]
    const steps = tones.slice(1).map(({ hertz }, i) => Math.sign(hertz - (tones[i]?.hertz ?? 0)))
    return `${tones.length} tones of ${tones[0]?.seconds} s, ${steps.join(' ')}`
  })
  assert.deepEqual(heard, [
    '6 tones of 0.14 s, 1 1 -1 1 1',
    '2 tones of 0.25 s, -1',
    '4 tones of 0.12 s, 0 0 0',
    '2 tones of 0.18 s, 0',
  ])
  for (const sound of alarmSounds) {
    const { tones, everySeconds } = alarmPatterns[sound]
    const end = Math.max(...tones.map(({ atSeconds, seconds }) => atSeconds + seconds))
    assert.ok(end < everySeconds, `${sound} ends before it begins again`)
  }
  // What concerns a device must not drown the call of a person.
  const isQuieter = alarmPatterns.device.tones.every(({ gain }) => gain < 0.3)
  assert.deepEqual([isQuieter, alarmPatterns.device.everySeconds], [true, 30])
})

test('the most urgent alarm is heard, that of a person before that of a device, and no notice', () => {
  assert.equal(soundOf([]), undefined)
  assert.equal(soundOf([incident('LOW_BATTERY', 'LOW')]), undefined)
  assert.equal(soundOf([incident('FALL', 'HIGH', { state: 'ACKNOWLEDGED' })]), undefined)
  assert.equal(soundOf([incident('DEVICE_SILENT')]), 'device')
  assert.equal(soundOf([incident('LOW_BATTERY')]), 'device')
  assert.equal(soundOf([incident('DEVICE_SILENT', 'HIGH'), incident('VITALS', 'MEDIUM')]), 'vitals')
  assert.equal(soundOf([incident('FALL'), incident('SOS', 'CRITICAL')]), 'help')
  assert.equal(soundOf([incident('FALL', 'CRITICAL'), incident('SOS')]), 'fall')
})

test('a silenced alarm is heard again after two minutes', () => {
  const nowMs = Date.parse('2026-01-01T12:00:00Z')
  const silenced = readSilenced(`a HIGH ${nowMs + silenceMs}\nb HIGH ${nowMs + 1000}`)
  const alarms = ['a HIGH', 'b HIGH', 'a CRITICAL']
  const heardAt = (ms: number) => [...splitSilenced(alarms, silenced, ms).sounding]
  assert.deepEqual(heardAt(nowMs), ['a CRITICAL'])
  assert.equal(splitSilenced(alarms, silenced, nowMs).silentUntilMs, nowMs + 1000)
  assert.deepEqual(heardAt(nowMs + 1000), ['b HIGH', 'a CRITICAL'])
  assert.deepEqual(heardAt(nowMs + silenceMs), alarms)
  // By a clock that was set back.
  assert.deepEqual(heardAt(nowMs - 1), ['a HIGH', 'a CRITICAL'])
  // As an earlier version stored it, without a time.
  assert.deepEqual([...splitSilenced(alarms, readSilenced('a HIGH'), nowMs).sounding], alarms)
})
