import type { Caller, Context } from '../../platform/context.ts'
import { refusal, unavailable } from '../../platform/lib/errors.ts'
import { type MailSender, mailLink } from './mail-link.ts'
import { linkTo } from './password-reset-links.ts'
import { renewInvitation } from './renew-invitation.ts'

/** An invitation whose token only the invited person knows. */
export interface MailedInvitation {
  email: string
  signInName: null
  expiresAt: Date
  token: null
  url: null
  mailed: true
}

/**
 * Makes an invitation anew and sends it to the address of the account. Whoever asks for it does not get the
 * token: with it, they could sign in as that person.
 */
export async function mailInvitation(
  ctx: Context,
  caller: Caller,
  sender: MailSender,
  id: string,
  given: string | undefined,
): Promise<MailedInvitation> {
  if (!mailsInvitations(ctx, sender)) throw refusal('INVITATION_NEEDS_MAIL')
  const { email, expiresAt, token } = await renewInvitation(ctx, caller, id, { email: given })
  if (email === null || !(await sendInvitation(ctx, caller, sender, { id, email, token })))
    throw unavailable('INVITATION_NOT_MAILED')
  return { email, signInName: null, expiresAt, token: null, url: null, mailed: true }
}

/** Whether invitations can be mailed: the service has a mail server, and knows its own address. */
export const mailsInvitations = ({ config }: Context, { sendsMail }: MailSender) =>
  sendsMail && config.notifications.publicUrl !== undefined

export interface InvitedPerson {
  id: string
  email: string | null
  token: string
}

/** Mails an invitation whose account is stored, and returns whether the mail server accepted it. */
export async function sendInvitation(
  ctx: Context,
  caller: Caller,
  sender: MailSender,
  { id, email, token }: InvitedPerson,
): Promise<boolean> {
  if (email === null || !mailsInvitations(ctx, sender)) return false
  return mailLink(ctx, caller, sender, {
    userId: id,
    email,
    tag: `invitation-${id}`,
    title: 'Choose your password',
    text: mailText,
    url: linkTo(ctx, 'invitation', token) ?? '',
    failure: {
      action: 'invitation.not_sent',
      message: 'The invitation could not be mailed',
      logMessage: 'an invitation could not be mailed',
    },
  })
}

const mailText = [
  'You have been invited to Fallwatch.',
  'Open the link within seven days to choose a password. It works once, and an earlier link no longer works.',
  'If you do not expect this, ignore this message: without a password nobody can sign in.',
].join('\n')
