import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameWithPlace, nowhere, type Place, placeText } from './place.ts'

const cases: [Partial<Place>, string][] = [
  [{}, ''],
  [{ room: '12' }, 'Room 12'],
  [{ room: '12', ward: 'B' }, 'Room 12, Ward B'],
  [{ room: 'Room 12', ward: 'Garden wing', site: 'Elm House' }, 'Room 12, Garden wing, Elm House'],
  [{ ward: '3A', site: 'Elm House' }, 'Ward 3A, Elm House'],
  [{ site: 'Elm' }, 'Elm'],
]

for (const [place, text] of cases)
  test(`the place ${JSON.stringify(place)} is "${text}"`, () => {
    assert.equal(placeText({ ...nowhere, ...place }), text)
  })

test('a name stands alone without a place', () => {
  assert.equal(nameWithPlace('Irma Voss', nowhere), 'Irma Voss')
  assert.equal(nameWithPlace('Irma Voss', { ...nowhere, room: '12' }), 'Irma Voss (Room 12)')
})
