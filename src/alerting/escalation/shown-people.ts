import type { Actor } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'

/** Returns how a viewer sees each of some people: by id and name, or by what they are. */
export async function showPeopleTo(db: Db, viewer: Actor, userIds: readonly string[]) {
  const shown = await findShownPeople(db, viewer, userIds)
  return (userId: string, name: string) => {
    const { role, isNamed } = shown.get(userId) ?? { role: 'CAREGIVER', isNamed: false }
    return isNamed ? { personId: userId, name, role } : { personId: null, name: unnamed[role], role }
  }
}

/** What stands for the name of somebody whom the viewer does not see by name. */
const unnamed = { CAREGIVER: 'Staff', ADMIN: 'Admin' } as const

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
