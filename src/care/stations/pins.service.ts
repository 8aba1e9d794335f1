import type { Passwords } from '../../accounts/auth/passwords.ts'
import { findPasswordHash, lockUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { msPerMinute, msPerSecond } from '../../platform/lib/duration.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import * as store from './pins.store.ts'
import type { PinChange } from './stations.schemas.ts'

/** Wrong PINs of a caregiver at one station before it refuses all of theirs for a while. */
const maxWrongPins = 5
const lockMinutes = 15

export type Pins = ReturnType<typeof createPins>

/** Sets and checks the PINs by which caregivers act in their own name at a station. */
export function createPins(ctx: Context, passwords: Passwords) {
  return { set, find, verify }

  async function set(caller: Caller, { pin, currentPassword }: PinChange) {
    const { id } = caller.actor
    const passwordHash = await findPasswordHash(ctx.db, id)
    const matches = await passwords.verify(passwordHash, currentPassword)
    if (!passwordHash || !matches) {
      throw refusal('CURRENT_PASSWORD_INCORRECT', undefined, {
        fields: { currentPassword: fieldMessage('PASSWORD_INCORRECT') },
      })
    }
    const pinHash = await passwords.hash(pin)
    const updatedAt = ctx.now()
    await ctx.db.transaction(async (tx) => {
      if ((await lockUser(tx, id))?.role !== 'CAREGIVER') throw refusal('FORBIDDEN')
      await store.upsertPin(tx, id, pinHash, updatedAt)
      await recordAuditEntry(ctx, tx, caller, {
        action: 'caregiver.pin_changed',
        message: 'PIN for stations changed',
        subjectId: id,
      })
    })
    return { hasPin: true, updatedAt }
  }

  async function find({ actor }: Caller) {
    const pin = await store.findPin(ctx.db, actor.id)
    return { hasPin: pin !== undefined, updatedAt: pin?.updatedAt ?? null }
  }

  /** Throws 400 for a wrong PIN, and 429 after too many. The caller is the station. */
  async function verify(caller: Caller, caregiverId: string, pin: string): Promise<void> {
    const stationId = caller.actor.id
    const now = ctx.now()
    const since = new Date(now.getTime() - lockMinutes * msPerMinute)
    const limit = { max: maxWrongPins, now, since }
    const { attempts, countedAt } = await store.countAttempt(ctx.db, stationId, caregiverId, limit)
    if (attempts > maxWrongPins) throw tooManyWrongPins(countedAt.getTime() - since.getTime())
    const stored = await store.findPin(ctx.db, caregiverId)
    if (await passwords.verify(stored?.pinHash, pin)) {
      await store.deleteAttempts(ctx.db, stationId, caregiverId)
      return
    }
    const isLocked = attempts === maxWrongPins
    await recordAuditEntry(ctx, ctx.db, caller, {
      level: 'WARNING',
      action: isLocked ? 'station.pin_locked' : 'station.pin_wrong',
      message: isLocked
        ? `${maxWrongPins} wrong PINs: locked for ${lockMinutes} minutes at this station`
        : 'Wrong PIN',
      subjectId: caregiverId,
    })
    throw invalidFields({ pin: fieldMessage('PIN_INCORRECT') })
  }
}

const tooManyWrongPins = (waitMs: number) =>
  refusal(
    'TOO_MANY_WRONG_PINS',
    { minutes: lockMinutes },
    { retryAfter: Math.max(1, Math.ceil(waitMs / msPerSecond)) },
  )
