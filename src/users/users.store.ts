import type { Role } from '../access/role.ts'
import type { Db } from '../db/database.ts'
import type { Sensitivity } from '../detection/confidence.ts'

export interface User {
  id: string
  email: string
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

export interface NewUser {
  id: string
  email: string
  passwordHash: string | null
  firstName: string
  lastName: string
  role: Role
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
  email: 'email',
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

/** Only these two functions read the hash, so that no response can contain it by accident. */
export async function findCredentials(db: Db, email: string) {
  const [row] = await db.query<User & { passwordHash: string | null }>(
    `select ${userColumns}, password_hash as "passwordHash" from users where email = $1`,
    [email],
  )
  return row
}

export async function findPasswordHash(db: Db, id: string): Promise<string | null | undefined> {
  const [row] = await db.query<{ hash: string | null }>(
    'select password_hash as hash from users where id = $1',
    [id],
  )
  return row?.hash
}

/** setFirstPasswordHash returns false, and changes nothing, if the account has a password. */
export async function setFirstPasswordHash(db: Db, id: string, hash: string): Promise<boolean> {
  const rows = await db.query(
    'update users set password_hash = $2 where id = $1 and password_hash is null returning id',
    [id, hash],
  )
  return rows.length > 0
}

/** replacePasswordHash returns false if the password has changed since it was verified. */
export async function replacePasswordHash(db: Db, id: string, from: string, to: string): Promise<boolean> {
  const rows = await db.query(
    'update users set password_hash = $3 where id = $1 and password_hash = $2 returning id',
    [id, from, to],
  )
  return rows.length > 0
}

/**
 * recordLogin returns false if the account was deactivated, deleted or given another password since the password was
 * verified, so that a concurrent sign-in does not succeed.
 */
export async function recordLogin(db: Db, id: string, passwordHash: string, at: Date): Promise<boolean> {
  const rows = await db.query(
    `update users set last_login = $3 where id = $1 and password_hash = $2 and status = 'active' returning id`,
    [id, passwordHash, at],
  )
  return rows.length > 0
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

/** deleteUser deletes a user and, by cascade, all their rows. It returns false if there was none. */
export async function deleteUser(db: Db, id: string): Promise<boolean> {
  return (await db.query('delete from users where id = $1 returning id', [id])).length > 0
}

/** Tables that can have very many rows per user, by the column of the user; each has an index on it and the time. */
const manyRows = [
  ['falls', 'user_id'],
  ['alerts', 'caregiver_id'],
  ['messages', 'sender_id'],
  ['messages', 'recipient_id'],
] as const

/** How many rows of each are left to the deletion of the account, and how many are deleted per step before. */
const rowsLeft = 1000
const rowsAtOnce = 500

/**
 * deleteOldRowsOfUser deletes all but the newest rows of a user who is about to be deleted, in short steps. Deleting
 * 50,000 falls at once took a second, during which alerts, and commits of readings, of other people waited.
 */
export async function deleteOldRowsOfUser(db: Db, id: string): Promise<void> {
  for (const [table, owner] of manyRows) await trimRows(db, table, owner, id)
}

async function trimRows(db: Db, table: string, owner: string, id: string): Promise<void> {
  // As text, because a Date would round the time and miss rows.
  let [last] = await db.query<{ at: string | null }>(
    `select created_at::text as at from ${table} where ${owner} = $1
     order by created_at desc offset ${rowsLeft} limit 1`,
    [id],
  )
  while (last?.at) {
    // From where the previous step ended, because deleted rows are still in the index.
    ;[last] = await db.query<{ at: string | null }>(
      `with doomed as (
         select id from ${table} where ${owner} = $1 and created_at <= $2::timestamptz
         order by created_at desc limit ${rowsAtOnce}
       ), gone as (
         delete from ${table} using doomed where ${table}.id = doomed.id returning created_at
       )
       select min(created_at)::text as at from gone`,
      [id, last.at],
    )
  }
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
