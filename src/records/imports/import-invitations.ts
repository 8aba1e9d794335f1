import { sendInvitation } from '../../accounts/auth/mail-invitation.ts'
import type { MailSender } from '../../accounts/auth/mail-link.ts'
import type { Caller, Context } from '../../platform/context.ts'
import type { ImportSecrets } from './apply-import.ts'
import type { LineResult } from './import-plan.ts'

/** What becomes of the invitation of a person; in a dry run, what would. */
export const accessStates = [
  'MAILED',
  'MAIL_FAILED',
  'TO_HAND_OVER',
  'HAS_PASSWORD',
  'INVITED_EARLIER',
  'NONE',
] as const
export type AccessState = (typeof accessStates)[number]

/** Mails that are sent at the same time. */
const mailsAtOnce = 5

/** After as many failures in a row, the mail server is taken for broken, and nobody waits for the others. */
const maxFailures = 3

/** Sends the invitations of an import whose people are stored, and returns the lines whose mail was accepted. */
export async function mailAll(
  ctx: Context,
  caller: Caller,
  sender: MailSender,
  lines: readonly LineResult[],
  secrets: ImportSecrets,
): Promise<ReadonlySet<LineResult>> {
  const mailed = new Set<LineResult>()
  const waiting = lines.filter((line) => secrets(line).invitation?.email)
  let failures = 0
  async function sendNext(): Promise<void> {
    for (let line = waiting.shift(); line && failures < maxFailures; line = waiting.shift()) {
      const { invitation } = secrets(line)
      if (!invitation || line.userId === null) continue
      const { email, token } = invitation
      const isSent = await sendInvitation(ctx, caller, sender, { id: line.userId, email, token })
      failures = isSent ? 0 : failures + 1
      if (isSent) mailed.add(line)
    }
  }
  await Promise.all(Array.from({ length: mailsAtOnce }, sendNext))
  return mailed
}

interface Sending {
  secrets: ImportSecrets
  /** Undefined if nothing was mailed. */
  mailed: ReadonlySet<LineResult> | undefined
  willMail: boolean
}

/** Null for a line that is not about a person. */
export function stateOf(line: LineResult, { secrets, mailed, willMail }: Sending): AccessState | null {
  if (line.access !== undefined) return line.access
  const { invitation } = secrets(line)
  const address = invitation?.email ?? line.invited?.email
  if (!invitation && !line.invited) return null
  if (!address || !willMail) return 'TO_HAND_OVER'
  return !mailed || mailed.has(line) ? 'MAILED' : 'MAIL_FAILED'
}
