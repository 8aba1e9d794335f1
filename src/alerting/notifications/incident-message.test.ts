import assert from 'node:assert/strict'
import { test } from 'node:test'
import { incidentMessage, type MessageParts } from './incident-message.ts'

const parts = (place: object, showDetails: boolean) =>
  ({
    delivery: { id: 'd', purpose: 'alert' },
    contact: { channel: 'push', userId: 'eva', showDetails },
    incident: {
      ...{ id: 'i', kind: 'WANDERING', state: 'OPEN', severity: 'HIGH', patientId: null, patientName: null },
      ...{ site: null, ward: null, room: null, deviceName: null, going: [] },
      ...place,
    },
    isEntitled: true,
    isRelative: false,
    publicUrl: undefined,
    acknowledgeUrl: undefined,
    now: new Date(0),
  }) as unknown as MessageParts

const door = { ward: 'B', deviceName: 'Garden door' }
const cases: [name: string, incident: object, showsDetails: boolean, text: string][] = [
  [
    'says where',
    door,
    true,
    'Ward B: a door was opened (Garden door). Say that you are on it, or others are told.',
  ],
  [
    'says no place to whoever wants none',
    door,
    false,
    'Open Fallwatch to see where, and say that you are on it.',
  ],
  [
    'names a patient with what happened',
    { patientId: 'p', patientName: 'Irma Voss', room: '12' },
    true,
    'Irma Voss (Room 12) may be leaving: a door was opened. Say that you are on it, or others are told.',
  ],
]
for (const [name, incident, showsDetails, expected] of cases) {
  test(`the message of a door ${name}`, () => {
    const { title, text } = incidentMessage(parts(incident, showsDetails))
    assert.equal(title, 'A door was opened')
    assert.equal(text, expected)
  })
}
