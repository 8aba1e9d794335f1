import type { SendMailOptions } from 'nodemailer'
import { acknowledgeLabel, identityHash, isUrgent, type Notification, openLabel } from './channel.ts'

/** A notification as a mail, in plain text and in HTML. */
export function mailMessage(notification: Notification, from: string, address: string): SendMailOptions {
  const { tag, deliveryId, title, severity, purpose } = notification
  const domain = domainOf(from)
  // No mail has this id, but all mails of the incident refer to it: mail programs show them as one conversation.
  const conversation = `<${identityHash(tag)}@${domain}>`
  return {
    from,
    // An object, because a text may be a list of several addresses.
    to: { name: '', address },
    subject: title,
    messageId: `<${identityHash(deliveryId)}@${domain}>`,
    inReplyTo: conversation,
    references: conversation,
    priority: purpose === 'alert' && !notification.isQuiet && isUrgent(severity) ? 'high' : 'normal',
    // Keeps automatic replies, such as those of somebody on holiday, away.
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: plainBody(notification),
    html: htmlBody(notification),
  }
}

const domainOf = (from: string) => /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'

function linksOf(notification: Notification): { label: string; href: string }[] {
  const { purpose, url, acknowledgeUrl } = notification
  const label = acknowledgeLabel(notification)
  return [
    ...(purpose === 'alert' && acknowledgeUrl ? [{ label, href: acknowledgeUrl }] : []),
    ...(url ? [{ label: openLabel, href: url }] : []),
  ]
}

function plainBody(notification: Notification): string {
  const links = linksOf(notification).map(({ label, href }) => `${label}: ${href}`)
  return `${[notification.text, ...links].join('\n\n')}\n`
}

const buttonStyle =
  'display:inline-block;padding:12px 20px;border-radius:6px;background:#1f4e79;color:#ffffff;text-decoration:none'

function htmlBody(notification: Notification): string {
  const text = escapeHtml(notification.text).replace(/\r?\n/g, '<br>')
  const links = linksOf(notification).map(
    ({ label, href }) =>
      `<p><a href="${escapeHtml(href)}" style="${buttonStyle}">${escapeHtml(label)}</a></p>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(notification.title)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5">
<h1 style="font-size:20px">${escapeHtml(notification.title)}</h1>
<p>${text}</p>
${links.join('\n')}
</body>
</html>
`
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
