import { timingSafeEqual } from 'node:crypto'
import { sharesVitals } from '../../accounts/access/policy.ts'
import { listFallsOf } from '../../alerting/falls/falls.service.ts'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Context, OutsideReader } from '../../platform/context.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import { createSessionToken, hashCode, hashToken } from './share-secrets.ts'
import * as store from './shares.store.ts'

/** How long a link stays open after the code was entered. */
const sessionMs = 30 * msPerMinute

/** The same for links that were invented, have expired, were revoked or are locked, and for wrong codes. */
const notOpened = () => refusal('SHARE_LINK_INVALID')

/** Opens a link with its code, or throws 401. Every attempt at an existing link is in the audit log. */
export async function openShare(ctx: Context, caller: AnyCaller, link: { token: string; code: string }) {
  const opened = await ctx.db.transaction(async (tx) => {
    const at = ctx.now()
    const share = await store.lockShare(tx, hashToken(link.token), at)
    if (!share) return undefined
    const audit = (action: string, message: string, level: 'INFO' | 'WARNING') =>
      recordAuditEntry(ctx, tx, caller, { level, action, message, subjectId: share.patientId })
    const isRight = timingSafeEqual(share.codeHash, hashCode(link.token, link.code))
    if (!share.isOpen || !isRight) {
      if (share.isOpen) await store.countWrongCode(tx, share.id)
      await audit('share.refused', `Link ${share.id} to the record did not open`, 'WARNING')
      return undefined
    }
    const token = createSessionToken()
    const expiresAt = new Date(at.getTime() + sessionMs)
    await store.insertShareSession(tx, { shareId: share.id, tokenHash: hashToken(token), at, expiresAt })
    await audit('share.opened', `Link ${share.id} to the record opened`, 'INFO')
    return { token, expiresAt }
  })
  // Thrown after the commit, which keeps the number of wrong codes.
  if (!opened) throw notOpened()
  return opened
}

/** Returns who holds the token of an open link, or throws 401. */
export async function findOutsideReader(ctx: Context, token: string): Promise<OutsideReader> {
  const reader = await store.findReader(ctx.db, hashToken(token), ctx.now())
  if (!reader) throw refusal('INVALID_TOKEN')
  return reader
}

/** Records that an outside reader has read something, and when the link was used last. */
export async function auditUse(
  ctx: Context,
  caller: AnyCaller,
  { shareId, patientId }: OutsideReader,
  what: string,
): Promise<void> {
  await store.setLastUsed(ctx.db, shareId, ctx.now())
  const message = `${what} by link ${shareId}`
  await recordAuditEntry(ctx, ctx.db, caller, { action: 'share.viewed', message, subjectId: patientId })
}

/** Returns whose record it is, and how long it can be read. */
export async function readSharedRecord(ctx: Context, { shareId, patientId }: OutsideReader) {
  const record = await store.findSharedRecord(ctx.db, shareId)
  if (!record) throw refusal('INVALID_TOKEN')
  return { ...record, sharesVitals: await sharesVitals(ctx.db, patientId) }
}

const newestFalls = {
  page: 1,
  limit: 100,
  sort: 'created_at',
  order: 'desc',
  days: 90,
  status: undefined,
} as const

/** Returns the newest falls of the last 90 days. */
export async function listSharedFalls(ctx: Context, { patientId }: OutsideReader) {
  const { rows } = await listFallsOf(ctx, patientId, newestFalls)
  return rows.map(({ id, status, location, createdAt, incident }) => ({
    id,
    status,
    location,
    createdAt,
    outcome: incident?.outcome ?? null,
  }))
}
