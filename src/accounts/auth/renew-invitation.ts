import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/database-errors.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { changeUser, findPasswordHash, lockUser } from '../users/users.service.ts'
import { createInvitation, type Invitation } from './invitations.service.ts'
import { linkTo } from './password-reset-links.ts'

export interface SentInvitation extends Invitation {
  email: string
  /** Null if the service does not know its public address. */
  url: string | null
}

/**
 * renewInvitation makes an invitation for an account without a password, in place of an earlier one that has expired or
 * was lost. An account without an e-mail address gets the given one from an admin; another address is never replaced,
 * because whoever holds the invitation can sign in.
 */
export async function renewInvitation(
  ctx: Context,
  caller: Caller,
  id: string,
  email: string | undefined,
): Promise<SentInvitation> {
  return ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw refusal('USER_NOT_FOUND')
    if (user.email === null && caller.actor.role !== 'ADMIN') throw onlyAdminsAddAddresses()
    if (user.email === null && email === undefined)
      throw invalidFields({ email: fieldMessage('REQUIRED_WITHOUT_EMAIL') })
    if (user.status !== 'active') throw refusal('ACCOUNT_INACTIVE')
    if ((await findPasswordHash(tx, id)) !== null) throw refusal('ACCOUNT_HAS_PASSWORD')
    if (user.email !== null && email !== undefined && user.email !== email)
      throw refusal('ACCOUNT_HAS_OTHER_EMAIL')
    const audit = (action: string, message: string) =>
      recordAuditEntry(ctx, tx, caller, { action, message, subjectId: id })
    const address = user.email ?? email ?? ''
    if (user.email === null) {
      await changeUser(tx, id, { email: address }).catch(explainTakenEmail)
      await audit('user.updated', 'Changed email')
    }
    const invitation = await createInvitation(ctx, tx, id)
    await audit('invitation.renewed', 'New invitation made')
    return { ...invitation, email: address, url: linkTo(ctx, 'invitation', invitation.token) }
  })
}

/** Anybody else could give an address of their own, and sign in as that person. */
export const onlyAdminsAddAddresses = () => refusal('INVITE_NEEDS_ADMIN')

/** The e-mail address is the only unique field of an account that can be changed here. */
function explainTakenEmail(error: unknown): never {
  if (isUniqueViolation(error)) throw refusal('EMAIL_TAKEN')
  throw error
}
