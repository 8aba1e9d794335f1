import { randomUUID } from 'node:crypto'
import { recordAuditEntry } from '../../platform/audit/audit.service.ts'
import type { AnyCaller, Context } from '../../platform/context.ts'

/** Sends to the address of an account. */
export interface MailSender {
  /** False if the installation has no mail server. */
  sendsMail: boolean
  sendMail(address: string, message: MailedLink): Promise<{ ok: true } | { ok: false; error: string }>
}

interface MailedLink {
  deliveryId: string
  purpose: 'note'
  severity: 'LOW'
  tag: string
  title: string
  text: string
  url: string
}

/** A message with a link that only its receiver may know. */
export interface LinkMail {
  userId: string
  email: string
  tag: string
  title: string
  text: string
  url: string
  /** What the audit log and the log say if it could not be mailed. */
  failure: { action: string; message: string; logMessage: string }
}

/** Returns whether the mail server accepted the message; if not, the audit log says so. */
export async function mailLink(
  ctx: Context,
  caller: AnyCaller,
  sender: MailSender,
  { userId, email, failure, ...mail }: LinkMail,
): Promise<boolean> {
  const result = await sender.sendMail(email, {
    deliveryId: randomUUID(),
    purpose: 'note',
    severity: 'LOW',
    ...mail,
  })
  if (result.ok) return true
  const { logMessage, ...entry } = failure
  // The error of a mail server may name the address, which the audit log must not contain.
  ctx.log.warn({ userId, error: result.error }, logMessage)
  await recordAuditEntry(ctx, ctx.db, caller, { level: 'WARNING', ...entry, subjectId: userId })
  return false
}
