import type { Db } from '../../platform/db/database.ts'
import type { Role } from '../../platform/role.ts'

export interface DeviceKey {
  id: string
  userId: string
  name: string
  createdAt: Date
  /** The device that the key was made for; null of a key for all devices of the user. */
  deviceId?: string | null
}

const columns = 'id, user_id as "userId", name, created_at as "createdAt"'

export async function insertDeviceKey(db: Db, key: DeviceKey & { hash: Buffer }): Promise<void> {
  await db.query(
    `insert into device_keys (id, user_id, name, key_hash, created_at, device_id)
     values ($1, $2, $3, $4, $5, $6)`,
    [key.id, key.userId, key.name, key.hash, key.createdAt, key.deviceId ?? null],
  )
}

export async function listDeviceKeys(db: Db, userId: string): Promise<DeviceKey[]> {
  return db.query(`select ${columns} from device_keys where user_id = $1 order by created_at desc, id`, [
    userId,
  ])
}

export async function findDeviceKey(db: Db, id: string): Promise<DeviceKey | undefined> {
  const [key] = await db.query<DeviceKey>(`select ${columns} from device_keys where id = $1`, [id])
  return key
}

/** Returns the device that it was made for, if it was made for one; undefined if there is no such key. */
export async function deleteDeviceKey(db: Db, id: string): Promise<Pick<DeviceKey, 'deviceId'> | undefined> {
  const [deleted] = await db.query<Pick<DeviceKey, 'deviceId'>>(
    'delete from device_keys where id = $1 returning device_id as "deviceId"',
    [id],
  )
  return deleted
}

/** Deletes the keys that were made for a device, and returns how many. */
export async function deleteKeysOfDevice(tx: Db, deviceId: string): Promise<number> {
  return (await tx.query('delete from device_keys where device_id = $1 returning id', [deviceId])).length
}

/** Deletes all keys of a user, and returns how many. */
export async function deleteKeysOfUser(tx: Db, userId: string): Promise<number> {
  return (await tx.query('delete from device_keys where user_id = $1 returning id', [userId])).length
}

/**
 * Locks the user's row, so that nobody else adds a key meanwhile. It returns undefined if there is no
 * such user.
 */
export async function countDeviceKeys(tx: Db, userId: string): Promise<number | undefined> {
  const owner = await tx.query('select 1 from users where id = $1 for no key update', [userId])
  if (owner.length === 0) return undefined
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from device_keys where user_id = $1',
    [userId],
  )
  return row?.count ?? 0
}

/** Returns the active account behind a key. */
export async function findKeyHolder(db: Db, hash: Buffer) {
  const [holder] = await db.query<{ keyId: string; userId: string; role: Role }>(
    `select device_keys.id as "keyId", users.id as "userId", users.role
     from device_keys join users on users.id = device_keys.user_id
     where key_hash = $1 and users.status = 'active'`,
    [hash],
    'find-key-holder',
  )
  return holder
}
