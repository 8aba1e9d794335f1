import { placeSearchText } from '../../accounts/residences/place.ts'
import { type User, userColumns, userSorts } from '../../accounts/users/user.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { Role } from '../../platform/role.ts'

export interface UserFilter {
  role?: Role | undefined
  status?: User['status'] | undefined
  /** Part of the name or e-mail address, in any case. */
  search?: string | undefined
}

export function listUsers(
  db: Db,
  { role, status, search }: UserFilter,
  page: Page,
): Promise<PageResult<User>> {
  const conditions = [
    // Both are one of a few fixed values. As literals, the planner can estimate the number of users.
    role && `role = '${role}'`,
    status && `status = '${status}'`,
    search &&
      `position(lower($1) in lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || ${placeSearchText(search)})) > 0`,
  ]
  return listPage(
    db,
    {
      columns: userColumns,
      from: search ? 'users left join residences on residences.patient_id = users.id' : 'users',
      where: conditions.filter(Boolean).join(' and ') || 'true',
      values: search ? [search] : [],
      id: 'users.id',
      sorts: {
        ...userSorts,
        last_login: `coalesce(last_login, '-infinity')`,
      },
    },
    page,
  )
}
