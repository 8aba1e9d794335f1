import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RaisedAlarm } from './alarm.ts'
import { type AlarmState, changesIn, followSigns, quiet, type Signs, withRaised } from './alarm-state.ts'
import { alarmSettings, defaultAlarms } from './monitoring-settings.ts'

const none: Signs = { heartRate: null, spo2: null, battery: null }
const raised = (alarm: RaisedAlarm['alarm'], urgent = false): RaisedAlarm => ({
  alarm,
  urgent,
  silentAfterSeconds: alarm === 'DEVICE_SILENT' ? 300 : null,
})

/** Adds readings at these seconds to a state. */
function follow(
  signs: Partial<Signs>,
  seconds: number[],
  state: AlarmState = quiet,
  settings = defaultAlarms,
): AlarmState {
  return seconds.reduce((s, second) => followSigns(s, settings, { ...none, ...signs }, second * 1000), state)
}

const everySecond = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const everySixMinutes = (count: number) => Array.from({ length: count }, (_, i) => i * 360)
const changes = (state: AlarmState, settings = defaultAlarms) =>
  changesIn(state, settings).map(
    ({ alarm, change, urgent }) => `${change} ${alarm}${urgent ? ' urgent' : ''}`,
  )

describe('a device without anything unusual', () => {
  test('shares one state with all others', () => {
    const usual = { heartRate: 72, spo2: 97, battery: 80 }
    assert.equal(follow(usual, everySecond(0, 100)), quiet)
    assert.equal(follow({}, [0]), quiet)
  })

  test('returns to it when a value was beyond its limit for a moment', () => {
    const low = follow({ spo2: 80 }, [0])
    assert.notEqual(low, quiet)
    assert.equal(follow({ spo2: 97 }, [1], low), quiet)
    const battery = follow({ battery: 15 }, [0])
    assert.equal(follow({ battery: 80 }, [1], battery), quiet)
  })
})

for (const [name, signs, seconds, expected] of [
  ['a minute of a slow heart', { heartRate: 39 }, everySecond(0, 60), ['raise HEART_RATE']],
  ['a little less', { heartRate: 39 }, everySecond(0, 59), []],
  ['a value every 15 seconds', { spo2: 87 }, [0, 15, 30, 45, 60], ['raise SPO2']],
  ['a value every 16 seconds', { spo2: 87 }, [0, 16, 32, 48, 64, 80], []],
  ['both', { heartRate: 141, spo2: 87 }, everySecond(0, 60), ['raise HEART_RATE', 'raise SPO2']],
  ['one reading with a low battery', { battery: 20 }, [0], []],
  ['two of them, however far apart', { battery: 20 }, [0, 1000], ['raise LOW_BATTERY']],
  ['two with hardly any', { battery: 10 }, [0, 1], ['raise LOW_BATTERY urgent']],
] as const) {
  test(`${name}: ${expected.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(changes(follow(signs, [...seconds])), expected)
  })
}

for (const [name, alarm, signs, seconds, expected] of [
  ['two minutes within', 'HEART_RATE', { heartRate: 45 }, everySecond(0, 120), ['clear HEART_RATE']],
  ['too close to the limit', 'HEART_RATE', { heartRate: 44 }, everySecond(0, 200), []],
  ['another sign', 'HEART_RATE', { spo2: 97 }, everySecond(0, 200), []],
  ['a charged battery', 'LOW_BATTERY', { battery: 30 }, [0], ['clear LOW_BATTERY']],
  ['hardly a charged one', 'LOW_BATTERY', { battery: 29.9 }, [0, 1, 2], []],
  ['a battery that is lower still', 'LOW_BATTERY', { battery: 9 }, [0, 1], ['raise LOW_BATTERY urgent']],
  ['three readings in two minutes', 'DEVICE_SILENT', {}, [0, 60, 120], ['clear DEVICE_SILENT']],
  ['two readings', 'DEVICE_SILENT', {}, [0, 120], []],
  ['many in a shorter time', 'DEVICE_SILENT', {}, everySecond(0, 119), []],
  ['another silence between', 'DEVICE_SILENT', {}, [0, 300, 600, 900], []],
  ['pauses that are not usual yet', 'DEVICE_SILENT', {}, everySixMinutes(12), []],
  ['pauses that have become usual', 'DEVICE_SILENT', {}, everySixMinutes(13), ['clear DEVICE_SILENT']],
  [
    'pauses that become longer and longer',
    'DEVICE_SILENT',
    {},
    Array.from({ length: 14 }, (_, i) => 100 * 3 ** i),
    [],
  ],
] as const) {
  test(`${alarm} is raised; ${name}: ${expected.join(', ') || 'nothing'}`, () => {
    const state = withRaised(quiet, [raised(alarm)])
    assert.deepEqual(changes(follow(signs, [...seconds], state)), expected)
  })
}

test('pauses longer than the limit that somebody has set are silences, however usual they are', () => {
  const set = alarmSettings({ silentAfterMinutes: 5 })
  const state = withRaised(quiet, [raised('DEVICE_SILENT')])
  assert.deepEqual(changes(follow({}, everySixMinutes(40), state, set), set), [])
})

test('a change is due until it was made, and then what follows is observed anew', () => {
  const out = follow({ heartRate: 30 }, everySecond(0, 70))
  assert.deepEqual(changes(out), ['raise HEART_RATE'])
  const made = withRaised(out, [raised('HEART_RATE')])
  assert.deepEqual(changes(follow({ heartRate: 70 }, [71], made)), [])
  assert.equal(withRaised(made, []), quiet)
})

test('a limit of null is none', () => {
  const off = alarmSettings({ heartRateLow: null, heartRateHigh: null, spo2Low: null, batteryLow: null })
  assert.equal(follow({ heartRate: 20, spo2: 50, battery: 1 }, everySecond(0, 100), quiet, off), quiet)
  const onlyHigh = alarmSettings({ heartRateLow: null })
  assert.deepEqual(changes(follow({ heartRate: 150 }, everySecond(0, 60), quiet, onlyHigh), onlyHigh), [
    'raise HEART_RATE',
  ])
})
