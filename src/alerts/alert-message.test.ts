import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type AlertFacts, alertMessage } from './alert-message.ts'

const facts: AlertFacts = {
  patientName: 'Rosa Marín',
  level: 'POTENTIAL',
  location: null,
  late: false,
  fallenAt: new Date('2026-03-03T04:05:59.999Z'),
  emergencyContact: null,
}

describe('an alert says who fell, how certain that is, and what to do', () => {
  const messages: [title: string, given: Partial<AlertFacts>, message: string][] = [
    ['possible', { level: 'SUSPICIOUS' }, 'Rosa Marín may have fallen. Please check on them.'],
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
      'Rosa Marín has probably fallen (told late, it happened on 3 March 2026 at 04:05 UTC). Please check on them.',
    ],
    [
      'late and somewhere',
      { late: true, location: 'Kitchen', level: 'HIGH' },
      'Rosa Marín has very probably fallen (told late, it happened on 3 March 2026 at 04:05 UTC; place: Kitchen). Check on them now.',
    ],
  ]
  for (const [title, given, message] of messages) {
    test(title, () => assert.equal(alertMessage({ ...facts, ...given }), message))
  }
})
