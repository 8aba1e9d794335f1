import { gapsOf, type RotaGap } from '../../../src/care/teams/rota-gaps.ts'
import type { Schema } from '../api/client.ts'
import { type Weekday, weekdays } from '../me/duty-hours.ts'

export type RotaTeam = Pick<Schema<'RotaOfTeam'>, 'id' | 'name' | 'members'>

/** One of a week, as the service takes it. */
export interface Shift {
  weekday: Weekday
  from: string
  to: string
  caregiverIds: string[]
}

/** The shifts of each team, by its id. */
export type Week = Readonly<Record<string, readonly Shift[]>>

export type Hours = Pick<Shift, 'from' | 'to'>

/** A row of the grid: the same hours on several days. */
export interface ShiftRow extends Hours {
  /** Who works on a day; a day without the shift is missing. */
  days: Partial<Record<Weekday, readonly string[]>>
}

/** The shifts that most homes have. */
export const usualShifts: readonly Hours[] = [
  { from: '06:00', to: '14:00' },
  { from: '14:00', to: '22:00' },
  { from: '22:00', to: '06:00' },
]

export const weekOf = (teams: readonly Schema<'RotaOfTeam'>[]): Week =>
  Object.fromEntries(
    teams.map(({ id, shifts }) => [
      id,
      shifts.map(({ caregivers, ...shift }) => ({ ...shift, caregiverIds: caregivers.map((one) => one.id) })),
    ]),
  )

const isOf = (hours: Hours) => (shift: Shift) => shift.from === hours.from && shift.to === hours.to

/** Puts shifts with the same hours into one row, the earliest first. Two such shifts on one day are shown as one. */
export function rowsOf(shifts: readonly Shift[]): ShiftRow[] {
  const rows = new Map<string, ShiftRow>()
  for (const { weekday, from, to, caregiverIds } of shifts) {
    const row = rows.get(`${from} ${to}`) ?? { from, to, days: {} }
    row.days[weekday] = [...new Set([...(row.days[weekday] ?? []), ...caregiverIds])]
    rows.set(`${from} ${to}`, row)
  }
  return [...rows.values()].sort((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to))
}

/** What somebody has chosen for a shift. */
export interface ShiftEdit extends Hours {
  days: readonly Weekday[]
  caregiverIds: readonly string[]
  /** Other teams that get the same shift. */
  copyTo: readonly string[]
}

/** Which part of a row is edited; without hours, a new shift. */
export interface ShiftPlace {
  teamId: string
  hours?: Hours | undefined
  days: readonly Weekday[]
}

/**
 * Replaces what was edited. Another team gets the shift on the same days, with those who are members of it as
 * well; whoever works there in the same hours already stays.
 */
export function withEdit(
  week: Week,
  teams: readonly RotaTeam[],
  { teamId, hours, days }: ShiftPlace,
  { copyTo, ...edit }: ShiftEdit,
): Week {
  const kept = (week[teamId] ?? []).filter(
    (shift) => !(hours && isOf(hours)(shift) && days.includes(shift.weekday)),
  )
  const others = Object.fromEntries(
    copyTo.map((id) => {
      const members = new Set(teams.find((team) => team.id === id)?.members.map((member) => member.id))
      return [
        id,
        withShifts(
          week[id] ?? [],
          edit,
          edit.caregiverIds.filter((one) => members.has(one)),
          false,
        ),
      ]
    }),
  )
  return { ...week, ...others, [teamId]: withShifts(kept, edit, edit.caregiverIds, true) }
}

function withShifts(
  shifts: readonly Shift[],
  { from, to, days }: Omit<ShiftEdit, 'copyTo'>,
  caregiverIds: readonly string[],
  isReplaced: boolean,
): Shift[] {
  const isThere = (weekday: Weekday) => (shift: Shift) =>
    isOf({ from, to })(shift) && shift.weekday === weekday
  const kept = shifts.filter((shift) => !isReplaced || !days.some((day) => isThere(day)(shift)))
  const added = days
    .filter((day) => !kept.some(isThere(day)))
    .map((weekday) => ({ weekday, from, to, caregiverIds: [...caregiverIds] }))
  return inOrder([...kept, ...added])
}

const inOrder = (shifts: Shift[]) =>
  shifts.sort(
    (a, b) =>
      weekdays.indexOf(a.weekday) - weekdays.indexOf(b.weekday) ||
      a.from.localeCompare(b.from) ||
      a.to.localeCompare(b.to),
  )

/** Gives the usual shifts, still without people, to the teams that have none. */
export const withUsualShifts = (week: Week, teams: readonly RotaTeam[]): Week => ({
  ...week,
  ...Object.fromEntries(
    teams
      .filter(({ id }) => !week[id]?.length)
      .map(({ id }) => [
        id,
        inOrder(
          usualShifts.flatMap((hours) =>
            weekdays.map((weekday) => ({ ...hours, weekday, caregiverIds: [] as string[] })),
          ),
        ),
      ]),
  ),
})

/** A row of the grid, and the days on which nobody works in it. */
export interface EmptyShift extends Hours {
  days: Weekday[]
}

export interface Warnings {
  gaps: RotaGap[]
  empty: EmptyShift[]
}

/** What a team's week lacks: hours without a shift, and shifts with nobody in them. */
export function warningsOf(shifts: readonly Shift[]): Warnings {
  const empty = rowsOf(shifts)
    .map(({ from, to, days }) => ({
      ...{ from, to },
      days: weekdays.filter((day) => days[day]?.length === 0),
    }))
    .filter(({ days }) => days.length > 0)
  return { gaps: gapsOf(shifts), empty }
}

/** Puts days together on which the same people work, for a list on a phone. */
export function sameDays(row: ShiftRow): { days: Weekday[]; caregiverIds: readonly string[] | undefined }[] {
  const groups = new Map<string, { days: Weekday[]; caregiverIds: readonly string[] | undefined }>()
  for (const day of weekdays) {
    const caregiverIds = row.days[day]
    const key = caregiverIds ? [...caregiverIds].sort().join() : 'none'
    const group = groups.get(key) ?? { days: [], caregiverIds }
    group.days.push(day)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Compares the week of a team with that which is saved. */
export const isSame = (a: readonly Shift[] = [], b: readonly Shift[] = []) =>
  JSON.stringify(inOrder([...a]).map(normal)) === JSON.stringify(inOrder([...b]).map(normal))

const normal = ({ weekday, from, to, caregiverIds }: Shift) => [weekday, from, to, [...caregiverIds].sort()]
