import type { Sensitivity } from '../../detection/confidence.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Role } from '../../platform/role.ts'
import {
  changeableFields,
  type ImportedField,
  importedFields,
  type PersonFieldName,
  personFields,
} from '../person-fields.ts'
import { type User, userColumns } from './user.ts'

export interface NewUser {
  id: string
  /** Null for a patient, or with a sign-in name. */
  email: string | null
  signInName?: string | null
  passwordHash: string | null
  firstName: string
  lastName: string
  role: Role
  createdAt: Date
  lastLogin: Date | null
}

/** Returns undefined, and inserts nothing, if the e-mail address or the sign-in name is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  const [inserted] = await db.query<User>(
    `insert into users (id, email, password_hash, first_name, last_name, role, created_at, last_login, sign_in_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict do nothing
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
      user.signInName ?? null,
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

export type ImportedUser = Pick<
  User,
  'id' | 'email' | 'signInName' | 'firstName' | 'lastName' | 'role' | ImportedField
> & {
  reference: string | null
}

const columnsOf = (names: readonly PersonFieldName[]) => names.map((name) => personFields[name].column)

/** Numbers the parameters of an unnest(), which begin with the id. */
const arraysOf = (types: readonly string[]) => types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')

const importedTypes = importedFields.map((name) => personFields[name].type)

/** Inserts accounts without a password. */
export async function importUsers(tx: Db, people: readonly ImportedUser[], createdAt: Date): Promise<void> {
  const names = [
    ...(['id', 'email', 'firstName', 'lastName', 'role', 'reference', 'signInName'] as const),
    ...importedFields,
  ]
  await tx.query(
    `insert into users (id, email, first_name, last_name, role, reference, sign_in_name, ${columnsOf(importedFields).join(', ')},
                        created_at)
     select *, $${names.length + 1}::timestamptz
     from unnest(${arraysOf(['uuid', 'text', 'text', 'text', 'text', 'text', 'text', ...importedTypes])})`,
    [...names.map((name) => people.map((person) => person[name])), createdAt],
  )
}

/** What an import changes of an account; undefined fields are kept. */
export type ImportedChange = Pick<User, 'id'> & {
  [Field in 'email' | 'signInName' | 'reference' | ImportedField]?: string | undefined
}

/**
 * Changes accounts that the transaction keeps from being deleted, and returns how many: those that have
 * got another reference meanwhile are left out. A new address locks the account as a deletion does, so that its falls
 * wait until the transaction ends.
 */
export async function changeImported(tx: Db, changes: readonly ImportedChange[]): Promise<number> {
  const names = ['id', 'email', 'reference', 'signInName', ...importedFields] as const
  const columns = ['email', 'reference', 'sign_in_name', ...columnsOf(importedFields)]
  const rows = await tx.query(
    `update users set
       ${columns.map((column) => `${column} = coalesce(given.${column}, users.${column})`).join(',\n       ')}
     from unnest(${arraysOf(['uuid', 'text', 'text', 'text', ...importedTypes])}) as given (id, ${columns.join(', ')})
     where users.id = given.id
       and (given.reference is null or users.reference is null or users.reference = given.reference)
     returning 1`,
    names.map((name) => changes.map((change) => change[name] ?? null)),
  )
  return rows.length
}

/** The fields of an account that can be changed; undefined ones are kept. */
export type UserChange = {
  [Field in 'email' | 'signInName' | 'firstName' | 'lastName' | PersonFieldName]?: string | undefined
} & { status?: User['status'] | undefined }

const changes = [
  ['email', 'email'],
  ['signInName', 'sign_in_name'],
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['status', 'status'],
  ...changeableFields.map((name) => [name, personFields[name].column] as const),
] as const

const changedColumns = changes.map(([, column], i) => `${column} = coalesce($${i + 2}, ${column})`).join(', ')

/** Changes the given fields and keeps the others. */
export async function updateUser(db: Db, id: string, change: UserChange): Promise<User | undefined> {
  const [user] = await db.query<User>(
    `update users set ${changedColumns} where id = $1 returning ${userColumns}`,
    [id, ...changes.map(([name]) => change[name])],
  )
  return user
}

/**
 * Prevents changes of the set of admins until the transaction ends. Invited admins without a password
 * do not count.
 */
export async function lockActiveAdmins(db: Db): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from users where role = 'ADMIN' and status = 'active' and password_hash is not null
     order by id for no key update`,
  )
  return rows.map((row) => row.id)
}

/** Prevents changes of the account until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<User | undefined> {
  const [user] = await tx.query<User>(`select ${userColumns} from users where id = $1 for no key update`, [
    id,
  ])
  return user
}

/** Returns the previous value, or undefined if there is no such account. */
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
