import type { Db } from '../db/database.ts'
import type { Role } from '../http/schemas.ts'

export interface DeviceKey {
  id: string
  userId: string
  name: string
  createdAt: Date
}

const columns = 'id, user_id as "userId", name, created_at as "createdAt"'

export async function insertDeviceKey(db: Db, key: DeviceKey & { hash: Buffer }): Promise<void> {
  await db.query(
    'insert into device_keys (id, user_id, name, key_hash, created_at) values ($1, $2, $3, $4, $5)',
    [key.id, key.userId, key.name, key.hash, key.createdAt],
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

export async function deleteDeviceKey(db: Db, id: string): Promise<void> {
  await db.query('delete from device_keys where id = $1', [id])
}

/** findKeyHolder gives the active account behind a key. */
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
