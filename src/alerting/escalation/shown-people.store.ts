import type { Actor } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'

/** How somebody appears to a viewer. */
export interface ShownPerson {
  role: 'CAREGIVER' | 'ADMIN'
  /** False for those whose name the viewer does not see. */
  isNamed: boolean
}

/**
 * Tells whom of some people a viewer sees by name. Staff, which is admins and the members of teams, is
 * named to admins and to members of the same team: anybody may sign up, and add a patient whose alarms go to the admins.
 */
export async function findShownPeople(
  db: Db,
  { id, role }: Actor,
  userIds: readonly string[],
): Promise<Map<string, ShownPerson>> {
  const rows = await db.query<ShownPerson & { id: string }>(
    `select id, role, $3 or id = $2 or case when teams.of_person is null then role <> 'ADMIN' else exists (
              select from team_members where caregiver_id = $2 and team_id = any(teams.of_person)) end as "isNamed"
     from users, lateral (
       select array_agg(team_id) as of_person from team_members where caregiver_id = users.id
     ) as teams
     where id = any($1::uuid[])`,
    [userIds, id, role === 'ADMIN'],
  )
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}
