import type { Db } from '../../platform/db/database.ts'
import type { Duty, DutyHours } from './duty.ts'

export async function findDuty(db: Db, userId: string): Promise<Duty | undefined> {
  const [duty] = await db.query<Duty>(
    'select on_duty as "onDuty", hours from caregiver_duty where user_id = $1',
    [userId],
  )
  return duty
}

/**
 * Leaves the hours as they are if none are given. It returns false, and changes nothing, if the person is no
 * caregiver any more.
 */
export async function upsertDuty(
  tx: Db,
  userId: string,
  { onDuty, hours }: { onDuty: boolean; hours?: DutyHours[] | null | undefined },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into caregiver_duty (user_id, on_duty, hours)
     select id, $2, $3 from users where id = $1 and role = 'CAREGIVER' for share
     on conflict (user_id) do update
       set on_duty = excluded.on_duty, hours = case when $4 then excluded.hours else caregiver_duty.hours end
     returning 1`,
    [userId, onDuty, hours ? JSON.stringify(hours) : null, hours !== undefined],
  )
  return rows.length > 0
}

export interface RotaOf {
  teamId: string
  teamName: string
  hours: DutyHours[]
}

/** Returns the teams of a caregiver that have a rota, with the caregiver's shifts. */
export function listRotasOf(db: Db, userId: string): Promise<RotaOf[]> {
  return db.query(
    `select teams.id as "teamId", teams.name as "teamName",
            coalesce(json_agg(json_build_object('days', json_build_array(weekday), 'from', starts, 'to', ends))
                       filter (where team_shift_members.caregiver_id is not null), '[]') as hours
     from team_members
     join teams on teams.id = team_members.team_id
     join team_shifts on team_shifts.team_id = teams.id
     left join team_shift_members
       on team_shift_members.shift_id = team_shifts.id and team_shift_members.caregiver_id = $1
     where team_members.caregiver_id = $1
     group by teams.id
     order by teams.name`,
    [userId],
  )
}
