import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOf, groupByWard, isFoundBy, stateOf } from '../../web/src/residents/resident-groups.ts'
import { nextChange, themeAt } from '../../web/src/station/theme-at.ts'
import { byRoom } from '../../web/src/ui/place.ts'

test('rooms are in the order of their doors: 2 before 10, A before B, and who has none comes last', () => {
  const rooms = ['10', 'B1', null, 'A10', '2', 'A2', '2a', '2']
  const residents = rooms.map((room, i) => ({ room, name: `Resident ${9 - i}` }))
  assert.deepEqual(
    residents.toSorted(byRoom('de')).map(({ room, name }) => [room, name.slice(-1)].join(' ')),
    ['2 2', '2 5', '2a 3', '10 9', 'A2 4', 'A10 6', 'B1 8', ' 7'],
  )
})

test('a station is dark at night, and what somebody chose lasts until the night begins or ends', () => {
  const at = (time: string) => new Date(`2026-03-10T${time}`)
  const themes = ['05:59', '06:00', '20:59', '21:00'].map((time) => themeAt(at(time), undefined, false))
  assert.deepEqual(themes, ['dark', 'light', 'light', 'dark'])
  assert.equal(themeAt(at('12:00'), undefined, true), 'dark')
  assert.deepEqual(nextChange(at('22:00')), new Date('2026-03-11T06:00'))
  assert.deepEqual(nextChange(at('03:00')), at('06:00'))
  assert.deepEqual(nextChange(at('06:00')), at('21:00'))

  const chosen = { theme: 'light', untilMs: nextChange(at('22:00')).getTime() } as const
  assert.equal(themeAt(at('23:00'), chosen, false), 'light')
  assert.equal(themeAt(new Date('2026-03-11T22:00'), chosen, false), 'dark')
  // Chosen by a clock that was a day ahead.
  assert.equal(themeAt(at('05:00'), chosen, false), 'dark')
})

test('residents are found by the beginning of the room or a part of the name, and grouped by ward', () => {
  const resident = (ward: string | null, room: string | null, name: string) => ({
    site: 'Elm',
    ward,
    room,
    name,
  })
  const residents = [
    resident('10', '1', 'José Ruiz'),
    resident(null, null, 'Ada Mar'),
    resident('2', '21', 'Rosa Marín'),
    resident('2', '12', 'Otto Lang'),
  ]
  const found = (text: string) => residents.filter(isFoundBy(text)).map(({ name }) => name)
  assert.deepEqual(found('1'), ['José Ruiz', 'Otto Lang'])
  assert.deepEqual(found(' MARIN '), ['Rosa Marín'])
  assert.equal(found('').length, 4)
  assert.deepEqual(
    groupByWard(residents, 'en').map(({ ward, residents }) => [ward, ...residents.map(({ room }) => room)]),
    [
      ['2', '12', '21'],
      ['10', '1'],
      [null, null],
    ],
  )
  assert.deepEqual(
    firstOf(groupByWard(residents, 'en'), 3).map(({ residents }) => residents.length),
    [2, 1],
  )
  const now = new Date('2026-01-01T12:00:00Z')
  const state = (status: 'FINE' | 'SILENT', lastReadingAt: string | null, urgent: string[] = []) =>
    stateOf({ patientId: 'a', status, lastReadingAt }, new Set(urgent), now)
  assert.equal(state('FINE', '2026-01-01T11:59:00Z'), 'FINE')
  assert.equal(state('FINE', null), 'UNKNOWN')
  assert.equal(state('SILENT', null), 'SILENT')
  assert.equal(state('FINE', '2026-01-01T11:59:00Z', ['a']), 'URGENT')
})
