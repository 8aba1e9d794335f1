import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gapsOf } from './rota-gaps.ts'

const week = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
const daily = (from: string, to: string, days: readonly (typeof week)[number][] = week) =>
  days.map((weekday) => ({ weekday, from, to }))
const threeShifts = [...daily('06:00', '14:00'), ...daily('14:00', '22:00'), ...daily('22:00', '06:00')]

const cases: [title: string, shifts: ReturnType<typeof daily>, gaps: string[]][] = [
  ['without shifts has none', [], []],
  ['of three shifts has none', threeShifts, []],
  ['of one shift of a whole day has none', daily('08:00', '08:00'), []],
  [
    'lacks the night of one day',
    threeShifts.filter(({ weekday, from }) => weekday !== 'SAT' || from !== '22:00'),
    ['SAT 22:00 – SUN 06:00'],
  ],
  [
    'lacks the night that goes into the next week',
    threeShifts.filter(({ weekday, from }) => weekday !== 'SUN' || from !== '22:00'),
    ['SUN 22:00 – MON 06:00'],
  ],
  ['of one day has the rest of the week', daily('06:00', '14:00', ['WED']), ['WED 14:00 – WED 06:00']],
  [
    'of working days lacks nights and the weekend',
    daily('08:00', '16:00', ['MON', 'TUE', 'WED', 'THU', 'FRI']),
    [
      ...['MON 16:00 – TUE 08:00', 'TUE 16:00 – WED 08:00', 'WED 16:00 – THU 08:00', 'THU 16:00 – FRI 08:00'],
      'FRI 16:00 – MON 08:00',
    ],
  ],
  [
    'whose shifts overlap has what none of them covers',
    [...daily('06:00', '15:00'), ...daily('13:00', '21:00'), ...daily('20:00', '05:00')],
    week.map((day) => `${day} 05:00 – ${day} 06:00`),
  ],
]

for (const [title, shifts, expected] of cases)
  test(`a rota ${title}`, () => {
    const gaps = gapsOf(shifts).map(
      ({ from, to }) => `${from.weekday} ${from.time} – ${to.weekday} ${to.time}`,
    )
    assert.deepEqual(gaps.sort(), [...expected].sort())
  })
