import type { Db } from '../db/database.ts'
import { type Listed, listPage, type Page } from '../db/page.ts'
import type { Role } from '../http/schemas.ts'
import type { User } from '../users/users.service.ts'
import { userColumns, userSorts } from '../users/users.store.ts'

export interface UserFilter {
  role?: Role | undefined
  status?: User['status'] | undefined
}

export function listUsers(db: Db, { role, status }: UserFilter, page: Page): Promise<Listed<User>> {
  // Both are one of a few fixed words. Written out, the planner knows how many people they leave.
  const conditions = [role && `role = '${role}'`, status && `status = '${status}'`]
  return listPage(
    db,
    {
      columns: userColumns,
      from: 'users',
      where: conditions.filter(Boolean).join(' and ') || 'true',
      values: [],
      id: 'id',
      sorts: {
        ...userSorts,
        last_login: `coalesce(last_login, '-infinity')`,
      },
    },
    page,
  )
}
