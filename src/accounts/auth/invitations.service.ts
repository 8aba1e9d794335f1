import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { randomToken } from '../../platform/lib/random-token.ts'
import { deleteInvitation, insertInvitation, insertInvitations } from './invitations.store.ts'

const invitationDays = 7

export interface Invitation {
  token: string
  expiresAt: Date
}

/** Creates an invitation for an account without a password. */
export async function createInvitation(ctx: Context, tx: Db, userId: string): Promise<Invitation> {
  const token = randomToken()
  const expiresAt = new Date(ctx.now().getTime() + invitationDays * msPerDay)
  await insertInvitation(tx, token, userId, expiresAt)
  return { token, expiresAt }
}

/** Creates those of many accounts, by user. */
export async function createInvitations(
  ctx: Context,
  tx: Db,
  userIds: readonly string[],
): Promise<Map<string, Invitation>> {
  const expiresAt = new Date(ctx.now().getTime() + invitationDays * msPerDay)
  const invitations = userIds.map((userId) => ({ userId, token: randomToken() }))
  await insertInvitations(tx, invitations, expiresAt)
  return new Map(invitations.map(({ userId, token }) => [userId, { token, expiresAt }]))
}

/** Deletes an open invitation, which was meant for the former address and role. */
export async function revokeInvitation(ctx: Context, tx: Db, caller: Caller, userId: string): Promise<void> {
  if (!(await deleteInvitation(tx, userId))) return
  const message = 'Open invitation voided'
  await recordAuditEntry(ctx, tx, caller, { action: 'invitation.voided', message, subjectId: userId })
}
