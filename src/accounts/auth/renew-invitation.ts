import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { invalidFields, refusal } from '../../platform/lib/errors.ts'
import { fieldMessage } from '../../platform/lib/field-messages.ts'
import { changeUser, explainTaken, findPasswordHash, lockUser } from '../users/users.service.ts'
import { createInvitation, type Invitation } from './invitations.service.ts'
import { linkTo } from './password-reset-links.ts'

export interface SentInvitation extends Invitation {
  email: string | null
  signInName: string | null
  /** Null if the service does not know its public address. */
  url: string | null
}

/** What somebody signs in with from now on who has nothing yet. */
export interface GivenIdentity {
  email?: string | undefined
  signInName?: string | undefined
}

/**
 * Makes an invitation for an account without a password, in place of an earlier one that has expired or
 * was lost. An account without an e-mail address gets the given one, or a sign-in name, from an admin; another one is
 * never replaced, because whoever holds the invitation can sign in.
 */
export async function renewInvitation(
  ctx: Context,
  caller: Caller,
  id: string,
  { email, signInName }: GivenIdentity,
): Promise<SentInvitation> {
  return ctx.db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw refusal('USER_NOT_FOUND')
    if (user.email === null && caller.actor.role !== 'ADMIN') throw onlyAdminsAddAddresses()
    const isNameless = user.email === null && user.signInName === null
    if (isNameless && email === undefined && signInName === undefined)
      throw invalidFields({ email: fieldMessage('REQUIRED_WITHOUT_EMAIL') })
    if (user.status !== 'active') throw refusal('ACCOUNT_INACTIVE')
    if ((await findPasswordHash(tx, id)) !== null) throw refusal('ACCOUNT_HAS_PASSWORD')
    if (user.email !== null && email !== undefined && user.email !== email)
      throw refusal('ACCOUNT_HAS_OTHER_EMAIL')
    if (user.signInName !== null && signInName !== undefined && user.signInName !== signInName)
      throw refusal('ACCOUNT_HAS_OTHER_NAME')
    const audit = (action: string, message: string) =>
      recordAuditEntry(ctx, tx, caller, { action, message, subjectId: id })
    const change = {
      ...(user.email === null && email !== undefined && { email }),
      ...(user.signInName === null && signInName !== undefined && { signInName }),
    }
    const changed = Object.keys(change)
    const after = changed.length > 0 ? await changeUser(tx, id, change).catch(explainTaken) : user
    if (changed.length > 0) await audit('user.updated', `Changed ${changed.join(', ')}`)
    const invitation = await createInvitation(ctx, tx, id)
    await audit('invitation.renewed', 'New invitation made')
    return {
      ...invitation,
      ...{ email: after.email, signInName: after.signInName },
      url: linkTo(ctx, 'invitation', invitation.token),
    }
  })
}

/** Anybody else could give an address of their own, and sign in as that person. */
export const onlyAdminsAddAddresses = () => refusal('INVITE_NEEDS_ADMIN')
