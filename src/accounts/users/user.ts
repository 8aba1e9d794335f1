import type { Sensitivity } from '../../detection/confidence.ts'
import type { Role } from '../../platform/role.ts'

export interface User {
  id: string
  /** Null of a patient who cannot sign in. */
  email: string | null
  firstName: string
  lastName: string
  role: Role
  status: 'active' | 'inactive'
  dateOfBirth: string | null
  phone: string | null
  avatar: string | null
  emergencyContact: string | null
  bloodPressure: string | null
  sensitivity: Sensitivity
  specialization: string | null
  organization: string | null
  createdAt: Date
  lastLogin: Date | null
}

/** The columns of an account, without the hash of its password. */
export const userColumns = `
  users.id, email, first_name as "firstName", last_name as "lastName", role, status,
  date_of_birth as "dateOfBirth", phone, avatar, emergency_contact as "emergencyContact",
  blood_pressure as "bloodPressure", sensitivity, specialization, organization,
  users.created_at as "createdAt", last_login as "lastLogin"`

/** userSorts is the sort orders of every list of users. */
export const userSorts = {
  created_at: 'users.created_at',
  last_name: 'last_name',
  first_name: 'first_name',
  // Null sorts as the empty text, because a page cursor cannot continue from null.
  email: `coalesce(email, '')`,
}
