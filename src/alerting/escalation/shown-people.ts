import type { Actor } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { findShownPeople } from './shown-people.store.ts'

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
