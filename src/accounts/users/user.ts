import type { Sensitivity } from '../../detection/confidence.ts'
import type { Role } from '../../platform/role.ts'
import { type PersonFieldName, personColumns, personFields } from '../person-fields.ts'

export interface User extends Record<PersonFieldName, string | null> {
  id: string
  /** Null for somebody who signs in with a name, and of a patient who cannot sign in. */
  email: string | null
  /** A name to sign in with instead of the address. */
  signInName: string | null
  firstName: string
  lastName: string
  role: Role
  status: 'active' | 'inactive'
  sensitivity: Sensitivity
  createdAt: Date
  lastLogin: Date | null
}

/** The columns of an account, without the hash of its password. */
export const userColumns = `
  users.id, email, sign_in_name as "signInName", first_name as "firstName", last_name as "lastName", role, status,
  ${personColumns(Object.keys(personFields) as PersonFieldName[])}, sensitivity,
  users.created_at as "createdAt", last_login as "lastLogin"`

/** The SQL of a name to sort by: of one last name, by the first. A tab comes before every letter and sign. */
export const nameSort = `users.last_name || E'\\t' || users.first_name`

/** The sort orders of every list of users. */
export const userSorts = {
  created_at: 'users.created_at',
  last_name: 'last_name',
  first_name: 'first_name',
  // Null sorts as the empty text, because a page cursor cannot continue from null.
  email: `coalesce(email, '')`,
}

/** Leaves out a sign-in name that somebody does not have: most accounts have an e-mail address alone. */
export const shownUser = <Shown extends { signInName: string | null }>({
  signInName,
  ...user
}: Shown): Omit<Shown, 'signInName'> & { signInName?: string } =>
  signInName === null ? user : { ...user, signInName }
