import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  calmVitals,
  couldBeAtHighRisk,
  type DeviceSigns,
  type PatientSigns,
  patientHealth,
} from './patient-health.ts'

const noon = Date.UTC(2026, 0, 15, 12)
const hour = 3_600_000

/** A device whose last reading was so many hours before noon. */
const deviceSeen = (hoursAgo: number, signs: Partial<DeviceSigns> = {}): DeviceSigns => ({
  lastSeen: new Date(noon - hoursAgo * hour),
  heartRate: null,
  heartRateAt: new Date(noon - hoursAgo * hour),
  heartSpread: null,
  spo2: null,
  spo2At: new Date(noon - hoursAgo * hour),
  battery: null,
  sensorsInitialized: null,
  ...signs,
})

const healthOf = (devices: DeviceSigns[], others: Partial<PatientSigns> = {}) =>
  patientHealth({ patientId: 'rosa', bloodPressure: null, recentFalls: 0, devices, ...others })

test('somebody without a reading has the full score, and no vital signs', () => {
  assert.deepEqual(healthOf([]), {
    ...{ patientId: 'rosa', healthScore: 100, riskScore: 0, isHighRisk: false, lastUpdate: null },
    vitals: { heartRate: null, bloodPressure: null, oxygenSaturation: null },
  })
})

test('falls count without any device', () => {
  const { healthScore, riskScore } = healthOf([], { recentFalls: 2 })
  assert.deepEqual([healthScore, riskScore], [80, 20])
})

test('the vitals are those that the score is made of, beside the blood pressure that was entered', () => {
  const health = healthOf([deviceSeen(0, { heartRate: 130, spo2: 90 })], { bloodPressure: '120/80' })
  assert.deepEqual(health.vitals, { heartRate: 130, bloodPressure: '120/80', oxygenSaturation: 90 })
  assert.deepEqual([health.healthScore, health.riskScore], [60, 40])
  assert.deepEqual(health.lastUpdate, new Date(noon))
})

describe('of several devices', () => {
  const cases: [string, DeviceSigns[], (number | null)[]][] = [
    ['the newest counts', [deviceSeen(2, { heartRate: 60 }), deviceSeen(1, { heartRate: 70 })], [70, null]],
    ['one that reports nothing hides nothing', [deviceSeen(0), deviceSeen(3, { heartRate: 60 })], [60, null]],
    [
      'each sign comes from the newest that reports it',
      [deviceSeen(1, { heartRate: 60 }), deviceSeen(2, { heartRate: 80, spo2: 97 })],
      [60, 97],
    ],
    ['a zero is a report', [deviceSeen(0, { heartRate: 0 }), deviceSeen(1, { heartRate: 60 })], [0, null]],
    ['one last seen 24 hours before counts', [deviceSeen(0), deviceSeen(24, { spo2: 97 })], [null, 97]],
    ['one last seen earlier does not', [deviceSeen(0), deviceSeen(24.001, { spo2: 97 })], [null, null]],
    [
      'what a device reported more than a day before does not, however often it has sent since',
      [deviceSeen(0, { heartRate: 190, heartRateAt: new Date(noon - 25 * hour), spo2: 97 })],
      [null, 97],
    ],
    ['the day ends with the newest, however old', [deviceSeen(9000, { heartRate: 60 })], [60, null]],
  ]
  for (const [title, devices, expected] of cases) {
    test(title, () => {
      for (const order of [devices, devices.toReversed()]) {
        const { heartRate, oxygenSaturation } = healthOf(order).vitals
        assert.deepEqual([heartRate, oxygenSaturation], expected)
      }
    })
  }

  test('the newest determines the time', () => {
    const { lastUpdate } = healthOf([deviceSeen(5), deviceSeen(2), deviceSeen(90)])
    assert.deepEqual(lastUpdate, new Date(noon - 2 * hour))
  })
})

describe('a risk is high', () => {
  const dire = { heartRate: 0, spo2: 88, sensorsInitialized: false }
  const cases: [string, Partial<DeviceSigns>, number, number, boolean][] = [
    ['not at 73', { ...dire, battery: 19 }, 0, 73, false],
    ['at 76', { ...dire, heartSpread: 18 }, 0, 76, true],
    ['at 75', { ...dire, heartSpread: 17 }, 0, 75, true],
    ['not at 74', { ...dire, heartSpread: 16 }, 0, 74, false],
    ['when falls make it so', { ...dire }, 1, 78, true],
    ['with little oxygen, a racing heart and two falls', { spo2: 80, heartRate: 170 }, 2, 90, true],
    ['not with a flat battery alone', { battery: 0 }, 0, 10, false],
  ]
  for (const [title, signs, recentFalls, risk, isHigh] of cases) {
    test(title, () => {
      const health = healthOf([deviceSeen(0, signs)], { recentFalls })
      assert.deepEqual([health.riskScore, health.isHighRisk], [risk, isHigh])
    })
  }
})

const worstOfAll = { patientId: 'rosa', heartSpread: 300, battery: 0, sensorsInitialized: false }

test('nobody with calm vital signs could be at high risk', () => {
  const { heartRate, oxygenSaturation } = calmVitals
  for (let rate = heartRate.least; rate <= heartRate.most; rate++) {
    for (let spo2 = oxygenSaturation.least; spo2 <= 100; spo2++) {
      const signs = { ...worstOfAll, slowestHeart: rate, fastestHeart: heartRate.most, spo2 }
      assert.equal(couldBeAtHighRisk(signs), false, `${rate} and ${spo2}`)
    }
  }
})

describe('who could be at high risk is determined by the worst values', () => {
  const cases: [string, number | null, number | null, number | null, boolean][] = [
    ['a heart that races on one device', 60, 200, 97, true],
    ['a heart that stopped on one device', 0, 60, 97, true],
    ['little oxygen', 60, 60, 80, true],
    ['little oxygen, no heart rate', null, null, 80, true],
    ['no vital signs at all', null, null, null, false],
  ]
  for (const [title, slowestHeart, fastestHeart, spo2, expected] of cases) {
    test(title, () =>
      assert.equal(couldBeAtHighRisk({ ...worstOfAll, slowestHeart, fastestHeart, spo2 }), expected),
    )
  }
})
