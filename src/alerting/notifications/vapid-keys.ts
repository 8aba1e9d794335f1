import type { Db } from '../../platform/db/database.ts'
import { generateVapidKeys, type VapidKeys } from './channels/web-push.ts'

/** Returns the keys of the installation, and creates them once: subscriptions are bound to them. */
export async function loadVapidKeys(db: Db): Promise<VapidKeys> {
  const stored = await findVapidKeys(db)
  if (stored) return stored
  const { publicKey, privateKey } = generateVapidKeys()
  // Another process may have been faster.
  await db.query(
    'update installation set vapid_public_key = $1, vapid_private_key = $2 where vapid_public_key is null',
    [publicKey, privateKey],
  )
  return (await findVapidKeys(db)) as VapidKeys
}

async function findVapidKeys(db: Db): Promise<VapidKeys | undefined> {
  const [keys] = await db.query<VapidKeys>(
    `select vapid_public_key as "publicKey", vapid_private_key as "privateKey" from installation
     where vapid_public_key is not null`,
  )
  return keys
}
