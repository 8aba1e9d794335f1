import { randomBytes } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { msPerHour } from '../../platform/lib/duration.ts'
import { deletePasswordReset, insertPasswordReset } from './password-resets.store.ts'

/** How long a link can be used: one by mail is asked for by the person who waits for it. */
export const validHours = { mail: 1, admin: 24 }

export interface ResetLink {
  token: string
  expiresAt: Date
  /** Null if the service does not know its public address. */
  url: string | null
}

/** Replaces an earlier link. The transaction has locked the account, which is active and has a password. */
export async function createResetLink(
  ctx: Context,
  tx: Db,
  userId: string,
  hours: number,
): Promise<ResetLink> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(ctx.now().getTime() + hours * msPerHour)
  await insertPasswordReset(tx, token, userId, expiresAt)
  return { token, expiresAt, url: linkTo(ctx, 'reset-password', token) }
}

/**
 * The address of a page of the console, with the token after the #, which browsers do not send. It begins with
 * the setting, never with the Host of a request, which somebody else may have chosen.
 */
export function linkTo({ config }: Context, page: string, token: string): string | null {
  const { publicUrl } = config.notifications
  return publicUrl ? `${publicUrl}/${page}#${token}` : null
}

/** Deletes an open link, because the account has changed since it was made. */
export async function voidPasswordReset(
  ctx: Context,
  tx: Db,
  caller: AnyCaller,
  userId: string,
): Promise<void> {
  if (!(await deletePasswordReset(tx, userId))) return
  const message = 'Open password reset voided'
  await recordAuditEntry(ctx, tx, caller, { action: 'password_reset.voided', message, subjectId: userId })
}
