import type { Caller, Context } from '../../platform/context.ts'
import { refusal, unavailable } from '../../platform/lib/errors.ts'
import { type MailSender, mailLink } from './mail-link.ts'
import { renewInvitation } from './renew-invitation.ts'

/** MailedInvitation is an invitation whose token only the invited person knows. */
export interface MailedInvitation {
  email: string
  expiresAt: Date
  token: null
  url: null
  mailed: true
}

/**
 * mailInvitation makes an invitation anew and sends it to the address of the account. Whoever asks for it does not get the
 * token: with it, they could sign in as that person.
 */
export async function mailInvitation(
  ctx: Context,
  caller: Caller,
  sender: MailSender,
  id: string,
  email: string | undefined,
): Promise<MailedInvitation> {
  if (!sender.sendsMail || ctx.config.notifications.publicUrl === undefined)
    throw refusal('INVITATION_NEEDS_MAIL')
  const invitation = await renewInvitation(ctx, caller, id, email)
  const isSent = await mailLink(ctx, caller, sender, {
    userId: id,
    email: invitation.email,
    tag: `invitation-${id}`,
    title: 'Choose your password',
    text: mailText,
    url: invitation.url ?? '',
    failure: {
      action: 'invitation.not_sent',
      message: 'The invitation could not be mailed',
      logMessage: 'an invitation could not be mailed',
    },
  })
  if (!isSent) throw unavailable('INVITATION_NOT_MAILED')
  return { email: invitation.email, expiresAt: invitation.expiresAt, token: null, url: null, mailed: true }
}

const mailText = [
  'You have been invited to Fallwatch.',
  'Open the link within seven days to choose a password. It works once, and an earlier link no longer works.',
  'If you do not expect this, ignore this message: without a password nobody can sign in.',
].join('\n')
