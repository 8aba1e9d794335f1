import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { CredentialCache } from '../../accounts/auth/credential-cache.ts'
import type { Sessions } from '../../accounts/auth/sessions.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context, Principal } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Client, clientAddress } from '../../platform/lib/client-address.ts'
import { refusal, tooMany } from '../../platform/lib/errors.ts'
import { createKeyedLimiter } from '../../platform/lib/keyed-limiter.ts'
import { deviceKeyPrefix } from '../../platform/token-prefixes.ts'
import { setDeviceDisabledIn } from './device-disabling.ts'
import * as store from './device-keys.store.ts'
import { findDevice, markReplaced } from './devices.store.ts'

export const maxKeysPerUser = 50

/** A key has 256 random bits, so a fast hash is safe; slow ones are for passwords. */
const hashKey = (key: string) => createHash('sha256').update(key).digest()

export type NewDeviceKey = store.DeviceKey & { key: string }

/** Makes a key of a user whom the transaction has locked, perhaps for one device; throws 409. */
export async function createKeyIn(
  ctx: Context,
  tx: Db,
  caller: Caller,
  owner: { userId: string; name: string; deviceId?: string },
  keysBefore: number,
): Promise<NewDeviceKey> {
  if (keysBefore >= maxKeysPerUser) throw refusal('TOO_MANY_DEVICE_KEYS', { limit: maxKeysPerUser })
  const key = deviceKeyPrefix + randomBytes(32).toString('base64url')
  const record = { id: randomUUID(), ...owner, createdAt: ctx.now() }
  await store.insertDeviceKey(tx, { ...record, hash: hashKey(key) })
  const message = 'Device key made'
  await recordAuditEntry(ctx, tx, caller, { action: 'device_key.created', message, subjectId: owner.userId })
  return { ...record, key }
}

export type DeviceKeys = ReturnType<typeof createDeviceKeys>

/** A wearable cannot sign in every day, so a device key authenticates it for its owner, for sending readings only. */
export function createDeviceKeys(ctx: Context, credentials: CredentialCache, sessions: Sessions) {
  // A key that is not cached costs a statement, also an invented one; after a restart none is cached.
  const lookUps = createKeyedLimiter({
    maxPerKey: 16,
    maxTotal: 64,
    maxQueuedPerKey: 128,
    refuse: () => tooMany('DEVICE_KEYS_BUSY'),
  })
  return { authenticate, create, createFor, list, remove, giveUp }

  function authenticate(key: string, client: Client): Principal | Promise<Principal> {
    return credentials.get(key, async () => {
      const holder = await lookUps.run(clientAddress(client), () => store.findKeyHolder(ctx.db, hashKey(key)))
      if (!holder) throw refusal('INVALID_DEVICE_KEY')
      return { actor: { id: holder.userId, role: holder.role }, sessionId: holder.keyId }
    })
  }

  function create(caller: Caller, name: string) {
    return insertKey(caller, caller.actor.id, name, () => refusal('INVALID_TOKEN'))
  }

  /** Makes a key for somebody else, whose device somebody has to set up for them. */
  function createFor(caller: Caller, userId: string, name: string) {
    return insertKey(caller, userId, name, () => refusal('USER_NOT_FOUND'))
  }

  async function insertKey(caller: Caller, userId: string, name: string, missing: () => Error) {
    return ctx.db.transaction(async (tx) => {
      const count = await store.countDeviceKeys(tx, userId)
      if (count === undefined) throw missing()
      return createKeyIn(ctx, tx, caller, { userId, name }, count)
    })
  }

  async function list({ actor }: Caller) {
    return store.listDeviceKeys(ctx.db, actor.id)
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    const { actor } = caller
    const key = await store.findDeviceKey(ctx.db, id)
    if (!key) throw refusal('DEVICE_KEY_NOT_FOUND')
    if (key.userId !== actor.id) throw refusal('DEVICE_KEY_OF_OTHER')
    await sessions.alter(actor.id, async (tx) => {
      await removeIn(tx, caller, id)
    })
  }

  async function removeIn(tx: Db, caller: Caller, id: string) {
    const removed = await store.deleteDeviceKey(tx, id)
    if (!removed) throw refusal('DEVICE_KEY_NOT_FOUND')
    const message = 'Device key revoked'
    const subjectId = caller.actor.id
    await recordAuditEntry(ctx, tx, caller, { action: 'device_key.revoked', message, subjectId })
    return removed
  }

  /**
   * Revokes the key of the request. A phone never gets another one: it is disabled, so that nobody waits for its readings
   * and another one has its place.
   */
  async function giveUp(caller: Caller): Promise<void> {
    await sessions.alter(caller.actor.id, async (tx) => {
      const { deviceId } = await removeIn(tx, caller, caller.sessionId)
      const device = deviceId ? await findDevice(tx, deviceId) : undefined
      if (device?.kind !== 'PHONE') return
      await setDeviceDisabledIn(ctx, tx, caller, device.id, true)
      await markReplaced(tx, device.id)
    })
  }
}
