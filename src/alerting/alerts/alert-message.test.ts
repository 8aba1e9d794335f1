import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { nowhere } from '../../accounts/residences/place.ts'
import type { Evidence } from '../../detection/fall-event.ts'
import { type AlertFacts, alertMessage } from './alert-message.ts'

const facts: AlertFacts = {
  kind: 'FALL',
  patientName: 'Rosa Marín',
  ...nowhere,
  level: 'POTENTIAL',
  evidence: null,
  location: null,
  late: false,
  fallenAt: new Date('2026-03-03T04:05:59.999Z'),
  emergencyContact: null,
}

describe('an alert says who fell, how certain that is, and what to do', () => {
  const messages: [title: string, given: Partial<AlertFacts>, message: string][] = [
    ['possible', { level: 'SUSPICIOUS' }, 'Rosa Marín may have fallen. Please check on them.'],
    [
      'likely, in a place that is known',
      { room: '12', ward: 'B' },
      'Rosa Marín (Room 12, Ward B) has probably fallen. Please check on them.',
    ],
    ['likely', {}, 'Rosa Marín has probably fallen. Please check on them.'],
    ['strong', { level: 'HIGH' }, 'Rosa Marín has very probably fallen. Check on them now.'],
    [
      'definite',
      { level: 'CONFIRMED' },
      'Rosa Marín has fallen. Go to them now or call the emergency services.',
    ],
    [
      'definite, with somebody to call',
      { level: 'CONFIRMED', emergencyContact: '+34 600 123 456' },
      'Rosa Marín has fallen. Go to them now or call their emergency contact, +34 600 123 456.',
    ],
    [
      'likely, with somebody to call',
      { emergencyContact: '+34 600 123 456' },
      'Rosa Marín has probably fallen. Please check on them.',
    ],
    [
      'somewhere',
      { location: 'Kitchen,\n by the  door' },
      'Rosa Marín has probably fallen (place: Kitchen, by the door). Please check on them.',
    ],
    [
      'late',
      { late: true },
      'Rosa Marín has probably fallen (reported late; it happened on 3 March 2026 at 04:05 UTC). Please check on them.',
    ],
    [
      'late and somewhere',
      { late: true, location: 'Kitchen', level: 'HIGH' },
      'Rosa Marín has very probably fallen (reported late; it happened on 3 March 2026 at 04:05 UTC; place: Kitchen). Check on them now.',
    ],
  ]
  for (const [title, given, message] of messages) {
    test(title, () => assert.equal(alertMessage({ ...facts, ...given }), message))
  }
})

describe('an alert says in plain words what the device measured', () => {
  const knock: Evidence = {
    peakG: 2.9,
    turnDegrees: null,
    stillSeconds: 0,
    secondsSince: 0,
    gotUpAfterSeconds: null,
    raisedBy: ['impact'],
  }
  const cases: [title: string, given: Partial<Evidence>, words: string][] = [
    ['an impact and nothing more', {}, 'Their device recorded an impact.'],
    ['a hard one', { peakG: 3 }, 'Their device recorded a hard impact.'],
    ['a very hard one', { peakG: 6 }, 'Their device recorded a very hard impact.'],
    [
      'a turn that counts',
      { turnDegrees: 82, raisedBy: ['impact', 'turn'] },
      'Their device recorded an impact and a change in body position.',
    ],
    ['a turn that does not', { turnDegrees: 20 }, 'Their device recorded an impact.'],
    ['a pause', { stillSeconds: 4 }, 'Their device recorded an impact.'],
    ['stillness', { stillSeconds: 5 }, 'Their device recorded an impact and no movement for 5 seconds.'],
    [
      'all of it',
      {
        peakG: 6.2,
        stillSeconds: 31,
        raisedBy: ['impact', 'turn', 'stillness', 'pressure', 'foot', 'heart'],
      },
      'Their device recorded a very hard impact, a change in body position, a faster heartbeat and no movement for 31 seconds.',
    ],
    [
      'getting up, which ends the stillness',
      { stillSeconds: 12, gotUpAfterSeconds: 14, raisedBy: ['impact', 'turn', 'stillness'] },
      'Their device recorded an impact and a change in body position. They seem to have got up after 14 seconds.',
    ],
    [
      'getting up at once',
      { gotUpAfterSeconds: 0 },
      'Their device recorded an impact. They seem to have got up after a second.',
    ],
  ]
  for (const [title, given, words] of cases) {
    test(title, () => {
      const evidence = { ...knock, ...given }
      assert.equal(
        alertMessage({ ...facts, evidence }),
        `Rosa Marín has probably fallen. ${words} Please check on them.`,
      )
    })
  }
})
