import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Origin, recordDeed } from '../audit/audit.service.ts'
import type { Callers } from '../auth/callers.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Actor, Context } from '../context.ts'
import { type Caller, deviceKeyPrefix } from '../http/access.ts'
import { clientAddress } from '../http/rate-limits.ts'
import { conflict, forbidden, notFound, tooMany, unauthorized } from '../lib/errors.ts'
import { createKeyedLimiter } from '../lib/keyed-limiter.ts'
import * as store from './device-keys.store.ts'

const mostKeysOfUser = 50

/** A key is 256 random bits, so a plain hash keeps it safe; slow ones are for what people can remember. */
const hashKey = (key: string) => createHash('sha256').update(key).digest()

export type DeviceKeys = ReturnType<typeof createDeviceKeys>

/** A wearable cannot sign in every day: a key stands for its owner, for sending readings and nothing else. */
export function createDeviceKeys(ctx: Context, callers: Callers, sessions: Sessions) {
  // A key that is not remembered costs a statement, also one that was made up; after a restart nobody is remembered.
  const lookUps = createKeyedLimiter({
    maxPerKey: 16,
    maxTotal: 64,
    maxQueuedPerKey: 128,
    refuse: () => tooMany('Too many device keys at once'),
  })
  return { authenticate, create, list, remove }

  function authenticate(key: string, request: FastifyRequest): Caller | Promise<Caller> {
    return callers.get(key, async () => {
      const holder = await lookUps.run(clientAddress(request), () =>
        store.findKeyHolder(ctx.db, hashKey(key)),
      )
      if (!holder) throw unauthorized('Invalid device key')
      return { actor: { id: holder.userId, role: holder.role }, sessionId: holder.keyId }
    })
  }

  async function create(actor: Actor, origin: Origin, name: string) {
    const key = deviceKeyPrefix + randomBytes(32).toString('base64url')
    return ctx.db.transaction(async (tx) => {
      const count = await store.countDeviceKeys(tx, actor.id)
      if (count === undefined) throw unauthorized()
      if (count >= mostKeysOfUser) throw conflict(`An account can have at most ${mostKeysOfUser} device keys`)
      const record = { id: randomUUID(), userId: actor.id, name, createdAt: ctx.now() }
      await store.insertDeviceKey(tx, { ...record, hash: hashKey(key) })
      const message = 'Device key made'
      await recordDeed(ctx, tx, origin, { action: 'device_key.created', message, subjectId: actor.id })
      return { ...record, key }
    })
  }

  async function list(actor: Actor) {
    return store.listDeviceKeys(ctx.db, actor.id)
  }

  async function remove(actor: Actor, origin: Origin, id: string): Promise<void> {
    const key = await store.findDeviceKey(ctx.db, id)
    if (!key) throw notFound('Device key not found')
    if (key.userId !== actor.id) throw forbidden('This device key belongs to another account')
    await sessions.alter(actor.id, async (tx) => {
      if (!(await store.deleteDeviceKey(tx, id))) throw notFound('Device key not found')
      const message = 'Device key revoked'
      await recordDeed(ctx, tx, origin, { action: 'device_key.revoked', message, subjectId: actor.id })
    })
  }
}
