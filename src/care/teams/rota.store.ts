import { randomUUID } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import type { Shift } from './rota.ts'
import type { TeamPerson } from './teams.store.ts'

export interface StaffedShift extends Shift {
  caregivers: TeamPerson[]
}

/** Returns the rota of a team, from Monday on. */
export async function listShifts(db: Db, teamId: string): Promise<StaffedShift[]> {
  const shifts = await listShiftsOfTeams(db, [teamId])
  return shifts.map(({ teamId: _, ...shift }) => shift)
}

/** Returns the rotas of several teams, each from Monday on. */
export function listShiftsOfTeams(
  db: Db,
  teamIds: readonly string[],
): Promise<(StaffedShift & { teamId: string })[]> {
  return db.query(
    `select team_id as "teamId", weekday, starts as "from", ends as "to", (
       select coalesce(json_agg(json_build_object('id', users.id, 'name', first_name || ' ' || last_name)
                                order by last_name, first_name, users.id), '[]')
       from team_shift_members join users on users.id = caregiver_id
       where shift_id = team_shifts.id
     ) as caregivers
     from team_shifts where team_id = any($1::uuid[])
     order by array_position(array['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], weekday), starts, ends, id`,
    [teamIds],
  )
}

export interface NewShift extends Shift {
  caregiverIds: string[]
}

/** Replaces the whole rota; the caregivers must be members. */
export async function replaceShifts(tx: Db, teamId: string, shifts: readonly NewShift[]): Promise<void> {
  await tx.query('delete from team_shifts where team_id = $1', [teamId])
  const rows = shifts.map((shift) => ({ ...shift, id: randomUUID() }))
  await tx.query(
    `insert into team_shifts (id, team_id, weekday, starts, ends)
     select id, $1, weekday, starts, ends
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) as shift (id, weekday, starts, ends)`,
    [
      teamId,
      rows.map(({ id }) => id),
      rows.map(({ weekday }) => weekday),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
    ],
  )
  const members = rows.flatMap(({ id, caregiverIds }) =>
    [...new Set(caregiverIds)].map((caregiverId) => ({ id, caregiverId })),
  )
  await tx.query(
    `insert into team_shift_members (shift_id, team_id, caregiver_id)
     select shift_id, $1, caregiver_id from unnest($2::uuid[], $3::uuid[]) as member (shift_id, caregiver_id)`,
    [teamId, members.map(({ id }) => id), members.map(({ caregiverId }) => caregiverId)],
  )
}
