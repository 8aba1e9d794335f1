import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Callers } from '../auth/callers.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Actor, Context } from '../context.ts'
import { type Caller, deviceKeyPrefix } from '../http/access.ts'
import { conflict, forbidden, notFound, unauthorized } from '../lib/errors.ts'
import * as store from './device-keys.store.ts'

const mostKeysOfUser = 50

/** A key is 256 random bits, so a plain hash keeps it safe; slow ones are for what people can remember. */
const hashKey = (key: string) => createHash('sha256').update(key).digest()

export type DeviceKeys = ReturnType<typeof createDeviceKeys>

/** A wearable cannot sign in every day: a key stands for its owner, for sending readings and nothing else. */
export function createDeviceKeys(ctx: Context, callers: Callers, sessions: Sessions) {
  return { authenticate, create, list, remove }

  function authenticate(key: string): Caller | Promise<Caller> {
    return callers.get(key, async () => {
      const holder = await store.findKeyHolder(ctx.db, hashKey(key))
      if (!holder) throw unauthorized('Invalid device key')
      return { actor: { id: holder.userId, role: holder.role }, sessionId: holder.keyId }
    })
  }

  async function create(actor: Actor, name: string) {
    if ((await store.listDeviceKeys(ctx.db, actor.id)).length >= mostKeysOfUser) {
      throw conflict(`An account can have at most ${mostKeysOfUser} device keys`)
    }
    const key = deviceKeyPrefix + randomBytes(32).toString('base64url')
    const record = { id: randomUUID(), userId: actor.id, name, createdAt: ctx.now() }
    await store.insertDeviceKey(ctx.db, { ...record, hash: hashKey(key) })
    return { ...record, key }
  }

  async function list(actor: Actor) {
    return store.listDeviceKeys(ctx.db, actor.id)
  }

  async function remove(actor: Actor, id: string): Promise<void> {
    const key = await store.findDeviceKey(ctx.db, id)
    if (!key) throw notFound('Device key not found')
    if (key.userId !== actor.id) throw forbidden('This device key belongs to another account')
    await sessions.alter(actor.id, (tx) => store.deleteDeviceKey(tx, id))
  }
}
