import type { Role } from '../access/role.ts'
import type { Db } from '../db/database.ts'
import { listPage, type Page, type PageResult } from '../db/page.ts'
import { type User, userColumns, userSorts } from '../users/user.ts'

export interface UserFilter {
  role?: Role | undefined
  status?: User['status'] | undefined
}

export function listUsers(db: Db, { role, status }: UserFilter, page: Page): Promise<PageResult<User>> {
  // Both are one of a few fixed values. As literals, the planner can estimate the number of users.
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
