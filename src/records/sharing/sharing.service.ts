import { randomUUID } from 'node:crypto'
import { assertMayDecideSharing } from '../../accounts/access/policy.ts'
import { linkTo } from '../../accounts/auth/password-reset-links.ts'
import { getReadablePatient } from '../../accounts/users/readable-patient.ts'
import { lockUser } from '../../accounts/users/users.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { appendEvent } from '../../platform/events/append-event.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { createShareSecrets, hashCode, hashToken } from './share-secrets.ts'
import * as shares from './shares.store.ts'
import * as store from './sharing.store.ts'

const maxOpenShares = 20
const maxListed = 100

/** Returns to whoever may read the patient whether vital signs are shared with them. */
export async function readSharing(ctx: Context, caller: Caller, patientId: string) {
  await getReadablePatient(ctx, caller, patientId)
  return sharingOf(ctx.db, patientId)
}

async function sharingOf(db: Db, patientId: string) {
  const pausedAt = await store.findPause(db, patientId)
  return { vitals: pausedAt === null, pausedAt }
}

/** For the patient, and for an admin on behalf of a representative. */
export async function setVitalSharing(ctx: Context, caller: Caller, patientId: string, isShared: boolean) {
  return decideSharing(ctx, caller, patientId, async (tx, onBehalf) => {
    if (await store.setPaused(tx, patientId, !isShared, ctx.now())) {
      const action = isShared ? 'sharing.resumed' : 'sharing.paused'
      const message = `Sharing of vital signs ${isShared ? 'resumed' : 'paused'}${onBehalf}`
      await recordAuditEntry(ctx, tx, caller, { action, message, subjectId: patientId })
      await appendEvent(tx, { type: 'patient.changed', at: ctx.now(), patientId, subjectId: patientId })
    }
    return sharingOf(tx, patientId)
  })
}

/**
 * Runs what the patient, or an admin on behalf of a recorded representative, decides. It throws 404, 403, or 409 if
 * there is no representative whom the admin could act for.
 */
export async function decideSharing<T>(
  ctx: Context,
  caller: Caller,
  patientId: string,
  act: (tx: Db, onBehalf: string) => Promise<T>,
): Promise<T> {
  await getReadablePatient(ctx, caller, patientId)
  assertMayDecideSharing(caller.actor, patientId)
  return ctx.db.transaction(async (tx) => {
    // The patient may be deleted at the same time.
    if (!(await lockUser(tx, patientId))) throw refusal('PATIENT_NOT_FOUND')
    const isPatient = caller.actor.id === patientId
    if (!isPatient && !(await store.findRepresentative(tx, patientId)))
      throw refusal('REPRESENTATIVE_REQUIRED')
    return act(tx, isPatient ? '' : ' on behalf of the representative')
  })
}

export interface NewRepresentative {
  name: string
  relationship: string
}

export async function recordRepresentative(
  ctx: Context,
  caller: Caller,
  patientId: string,
  { name, relationship }: NewRepresentative,
) {
  await getReadablePatient(ctx, caller, patientId)
  return ctx.db.transaction(async (tx) => {
    if (!(await lockUser(tx, patientId))) throw refusal('PATIENT_NOT_FOUND')
    const representative = { name, relationship, recordedAt: ctx.now() }
    await store.upsertRepresentative(tx, patientId, representative)
    const message = 'Representative recorded'
    await recordAuditEntry(ctx, tx, caller, {
      action: 'representative.recorded',
      message,
      subjectId: patientId,
    })
    return representative
  })
}

export async function removeRepresentative(ctx: Context, caller: Caller, patientId: string): Promise<void> {
  await getReadablePatient(ctx, caller, patientId)
  await ctx.db.transaction(async (tx) => {
    if (!(await store.deleteRepresentative(tx, patientId))) throw refusal('REPRESENTATIVE_NOT_FOUND')
    const message = 'Representative removed'
    await recordAuditEntry(ctx, tx, caller, {
      action: 'representative.removed',
      message,
      subjectId: patientId,
    })
  })
}

/** Returns who sees the data of a patient, since when and why: for the patient and admins. */
export async function readAccess(ctx: Context, caller: Caller, patientId: string) {
  await getReadablePatient(ctx, caller, patientId)
  assertMayDecideSharing(caller.actor, patientId)
  return {
    patientId,
    sharing: await sharingOf(ctx.db, patientId),
    representative: await store.findRepresentative(ctx.db, patientId),
    caregivers: await store.listCaregiverViewers(ctx.db, patientId),
    stations: await store.listStationViewers(ctx.db, patientId),
    admins: await store.listAdmins(ctx.db, maxListed),
    links: await sharesOf(ctx, patientId),
  }
}

export async function listSharesOf(ctx: Context, caller: Caller, patientId: string) {
  await getReadablePatient(ctx, caller, patientId)
  assertMayDecideSharing(caller.actor, patientId)
  return sharesOf(ctx, patientId)
}

async function sharesOf(ctx: Context, patientId: string) {
  const now = ctx.now()
  return (await shares.listShares(ctx.db, patientId, maxListed)).map((share) => ({
    ...share,
    state: stateOf(share, now),
  }))
}

export const shareStates = ['OPEN', 'EXPIRED', 'REVOKED', 'LOCKED'] as const

function stateOf(
  { revokedAt, expiresAt, wrongCodes }: shares.Share,
  now: Date,
): (typeof shareStates)[number] {
  if (revokedAt) return 'REVOKED'
  if (expiresAt <= now) return 'EXPIRED'
  return wrongCodes >= shares.maxWrongCodes ? 'LOCKED' : 'OPEN'
}

export interface NewShare {
  label: string
  days: number
}

/** Returns the token and the code of a link this once. */
export async function createShare(
  ctx: Context,
  caller: Caller,
  patientId: string,
  { label, days }: NewShare,
) {
  return decideSharing(ctx, caller, patientId, async (tx, onBehalf) => {
    const createdAt = ctx.now()
    if ((await shares.countOpenShares(tx, patientId, createdAt)) >= maxOpenShares)
      throw refusal('TOO_MANY_LINKS', { limit: maxOpenShares })
    const id = randomUUID()
    const { token, code } = createShareSecrets()
    const expiresAt = new Date(createdAt.getTime() + days * msPerDay)
    const hashes = { tokenHash: hashToken(token), codeHash: hashCode(token, code) }
    await shares.insertShare(tx, {
      ...{ id, patientId, label, createdAt, expiresAt, createdBy: caller.actor.id },
      ...hashes,
    })
    const message = `Link ${id} to the record created for ${days} days${onBehalf}`
    await recordAuditEntry(ctx, tx, caller, { action: 'share.created', message, subjectId: patientId })
    await announceShares(ctx, tx, patientId)
    return { id, label, createdAt, expiresAt, token, code, url: linkTo(ctx, 'shared', token) }
  })
}

export async function revokeShare(
  ctx: Context,
  caller: Caller,
  patientId: string,
  id: string,
): Promise<void> {
  await getReadablePatient(ctx, caller, patientId)
  assertMayDecideSharing(caller.actor, patientId)
  await ctx.db.transaction(async (tx) => {
    if (!(await shares.revokeShare(tx, patientId, id, ctx.now()))) throw refusal('LINK_NOT_FOUND')
    const message = `Link ${id} to the record revoked`
    await recordAuditEntry(ctx, tx, caller, { action: 'share.revoked', message, subjectId: patientId })
    await announceShares(ctx, tx, patientId)
  })
}

/** Notifies the patient alone: caregivers do not see who else reads the record. */
function announceShares(ctx: Context, tx: Db, patientId: string): Promise<void> {
  return appendEvent(tx, {
    type: 'shares.changed',
    at: ctx.now(),
    userId: patientId,
    subjectId: patientId,
  })
}
