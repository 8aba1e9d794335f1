import { placeSearchText } from '../../accounts/residences/place.ts'
import { nameSort, type User, userColumns, userSorts } from '../../accounts/users/user.ts'
import type { Context } from '../../platform/context.ts'
import { listPage, type Page, type PageResult } from '../../platform/db/page.ts'
import type { Role } from '../../platform/role.ts'
import { type PersonDetails, personDetails, personSorts } from './person-details.ts'

export interface UserFilter {
  role?: Role | undefined
  status?: User['status'] | undefined
  /** Part of the name or e-mail address, in any case. */
  search?: string | undefined
  /** Whether the accounts have PersonDetails. */
  details?: boolean | undefined
}

export function listUsers(
  ctx: Context,
  { role, status, search, details }: UserFilter,
  page: Page,
): Promise<PageResult<User & Partial<PersonDetails>>> {
  const now = ctx.now()
  const conditions = [
    // Both are one of a few fixed values. As literals, the planner can estimate the number of users.
    role && `role = '${role}'`,
    status && `status = '${status}'`,
    search &&
      `position(lower($1) in lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(sign_in_name, '') || ' ' || ${placeSearchText(search)})) > 0`,
  ]
  return listPage(
    ctx.db,
    {
      columns: details ? `${userColumns}, ${personDetails(now)}` : userColumns,
      from: search ? 'users left join residences on residences.patient_id = users.id' : 'users',
      where: conditions.filter(Boolean).join(' and ') || 'true',
      values: search ? [search] : [],
      id: 'users.id',
      sorts: {
        ...userSorts,
        name: nameSort,
        ...personSorts(page.order, now),
        last_login: `coalesce(last_login, '-infinity')`,
      },
    },
    page,
  )
}
