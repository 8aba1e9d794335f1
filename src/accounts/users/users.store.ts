import type { Sensitivity } from '../../detection/confidence.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Role } from '../../platform/role.ts'
import { type User, userColumns } from './user.ts'

export interface NewUser {
  id: string
  /** Null of a patient only. */
  email: string | null
  passwordHash: string | null
  firstName: string
  lastName: string
  role: Role
  createdAt: Date
  lastLogin: Date | null
}

/** insertUser returns undefined, and inserts nothing, if the e-mail address is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  const [inserted] = await db.query<User>(
    `insert into users (id, email, password_hash, first_name, last_name, role, created_at, last_login)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (email) do nothing
     returning ${userColumns}`,
    [
      user.id,
      user.email,
      user.passwordHash,
      user.firstName,
      user.lastName,
      user.role,
      user.createdAt,
      user.lastLogin,
    ],
  )
  return inserted
}

export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const [user] = await db.query<User>(`select ${userColumns} from users where id = $1`, [id])
  return user
}

export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const [user] = await db.query<User>(`select ${userColumns} from users where email = $1`, [email])
  return user
}

export type ImportedUser = Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'role'> &
  Pick<User, 'phone' | 'dateOfBirth' | 'emergencyContact'> & { reference: string | null }

/** importUsers inserts accounts without a password. */
export async function importUsers(tx: Db, people: readonly ImportedUser[], createdAt: Date): Promise<void> {
  const column = (name: keyof ImportedUser) => people.map((person) => person[name])
  await tx.query(
    `insert into users (id, email, first_name, last_name, role, phone, date_of_birth, emergency_contact, reference,
                        created_at)
     select *, $10::timestamptz
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::date[], $8::text[],
                 $9::text[])`,
    [
      column('id'),
      column('email'),
      column('firstName'),
      column('lastName'),
      column('role'),
      column('phone'),
      column('dateOfBirth'),
      column('emergencyContact'),
      column('reference'),
      createdAt,
    ],
  )
}

/** ImportedChange is what an import changes of an account; undefined fields are kept. */
export type ImportedChange = Pick<User, 'id'> & {
  [Field in 'email' | 'phone' | 'dateOfBirth' | 'emergencyContact' | 'reference']?: string | undefined
}

/**
 * changeImported changes accounts that the transaction keeps from being deleted, and returns how many: those that have
 * got another reference meanwhile are left out. A new address locks the account as a deletion does, so that its falls
 * wait until the transaction ends.
 */
export async function changeImported(tx: Db, changes: readonly ImportedChange[]): Promise<number> {
  const column = (name: keyof ImportedChange) => changes.map((change) => change[name] ?? null)
  const rows = await tx.query(
    `update users set
       email             = coalesce(given.email, users.email),
       phone             = coalesce(given.phone, users.phone),
       date_of_birth     = coalesce(given.date_of_birth, users.date_of_birth),
       emergency_contact = coalesce(given.emergency_contact, users.emergency_contact),
       reference         = coalesce(given.reference, users.reference)
     from unnest($1::uuid[], $2::text[], $3::text[], $4::date[], $5::text[], $6::text[])
       as given (id, email, phone, date_of_birth, emergency_contact, reference)
     where users.id = given.id
       and (given.reference is null or users.reference is null or users.reference = given.reference)
     returning 1`,
    [
      column('id'),
      column('email'),
      column('phone'),
      column('dateOfBirth'),
      column('emergencyContact'),
      column('reference'),
    ],
  )
  return rows.length
}

/** UserChange is the fields of an account that can be changed; undefined ones are kept. */
export interface UserChange {
  email?: string | undefined
  firstName?: string | undefined
  lastName?: string | undefined
  phone?: string | undefined
  dateOfBirth?: string | undefined
  emergencyContact?: string | undefined
  bloodPressure?: string | undefined
  specialization?: string | undefined
  organization?: string | undefined
  status?: User['status'] | undefined
}

/** updateUser changes the given fields and keeps the others. */
export async function updateUser(db: Db, id: string, change: UserChange): Promise<User | undefined> {
  const [user] = await db.query<User>(
    `update users set
       email             = coalesce($2, email),
       first_name        = coalesce($3, first_name),
       last_name         = coalesce($4, last_name),
       phone             = coalesce($5, phone),
       date_of_birth     = coalesce($6, date_of_birth),
       emergency_contact = coalesce($7, emergency_contact),
       blood_pressure    = coalesce($8, blood_pressure),
       specialization    = coalesce($9, specialization),
       organization      = coalesce($10, organization),
       status            = coalesce($11, status)
     where id = $1
     returning ${userColumns}`,
    [
      id,
      change.email,
      change.firstName,
      change.lastName,
      change.phone,
      change.dateOfBirth,
      change.emergencyContact,
      change.bloodPressure,
      change.specialization,
      change.organization,
      change.status,
    ],
  )
  return user
}

/**
 * lockActiveAdmins prevents changes of the set of admins until the transaction ends. Invited admins without a password
 * do not count.
 */
export async function lockActiveAdmins(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from users where role = 'ADMIN' and status = 'active' and password_hash is not null
     order by id for no key update`,
  )
  return rows.map((row) => row.id)
}

/** lockUser prevents changes of the account until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(`select ${userColumns} from users where id = $1 for no key update`, [
    id,
  ])
  return user
}

/** updateSensitivity returns the previous value, or undefined if there is no such account. */
export async function updateSensitivity(
  tx: Db,
  id: string,
  sensitivity: Sensitivity,
): Promise<Sensitivity | undefined> {
  const [before] = await tx.query<{ sensitivity: Sensitivity }>(
    `with before as (select id, sensitivity from users where id = $1 for no key update)
     update users set sensitivity = $2 from before where users.id = before.id
     returning before.sensitivity`,
    [id, sensitivity],
  )
  return before?.sensitivity
}

export async function setRole(tx: Db, id: string, role: Role): Promise<void> {
  await tx.query('update users set role = $2 where id = $1', [id, role])
}
