import type { Context } from '../../platform/context.ts'
import { createLazy } from '../../platform/lib/lazy.ts'
import { failure, type Notification, permanentFailure, type SendResult } from './channels/channel.ts'
import { createHttpPost } from './channels/http-post.ts'
import { createNtfy } from './channels/ntfy.ts'
import { createWebhooks } from './channels/webhook.ts'
import type { ChannelName, Contact } from './contact.ts'
import type { NotificationHold } from './hold.ts'

/** How many mails are sent at once: mail servers permit few connections of one client. */
export const maxMailConnections = 5

export type Sender = ReturnType<typeof createSender>

/**
 * createSender sends notifications by the channel of each contact. A receiver that fails is a result, not an error. While
 * messages are held, every attempt fails.
 */
export function createSender({ config, db, now }: Context, hold: NotificationHold) {
  const { allowPrivateTargets, mail, publicUrl } = config.notifications
  const post = createHttpPost({ allowPrivateTargets })
  const ntfy = createNtfy(post)
  const webhooks = createWebhooks(post)

  // Mail and web push are loaded when they are first used: that takes a tenth of the startup time.
  const mailer =
    mail &&
    createLazy(async () =>
      (await import('./channels/mail.ts')).createMailer({ ...mail, maxConnections: maxMailConnections }),
    )
  const webPush = createLazy(async () => {
    const { createWebPush } = await import('./channels/web-push.ts')
    const { loadVapidKeys } = await import('./vapid-keys.ts')
    const keys = await loadVapidKeys(db)
    const { send } = createWebPush({ post, keys, subject: pushSubject(publicUrl) })
    return { send, publicKey: keys.publicKey }
  })

  const sendBy: Record<ChannelName, (contact: Contact, notification: Notification) => Promise<SendResult>> = {
    async push({ address, secrets }, notification) {
      const keys = secrets.push ?? { p256dh: '', auth: '' }
      return (await webPush.get()).send(notification, { endpoint: address, keys })
    },
    mail: ({ address }, notification) => sendMail(address, notification),
    ntfy: ({ address }, notification) => ntfy.send(notification, address),
    webhook({ address, secrets }, notification) {
      const valid = (secrets.webhook ?? []).filter(
        ({ expiresAt }) => !expiresAt || Date.parse(expiresAt) > now().getTime(),
      )
      return webhooks.send(notification, { url: address, secrets: valid.map(({ secret }) => secret) })
    },
  }

  async function sendMail(address: string, notification: Notification): Promise<SendResult> {
    if (hold.current()) return held
    return mailer ? (await mailer.get()).send(notification, address) : permanentFailure('SMTP_URL is not set')
  }

  return {
    async send(contact: Contact, notification: Notification): Promise<SendResult> {
      return hold.current() ? held : sendBy[contact.channel](contact, notification)
    },
    /** Sends to the address of an account, which is no contact. */
    sendMail,
    /** Loads what a send needs, so that it begins at once. */
    async prepare(): Promise<void> {
      await Promise.all([webPush.get(), mailer?.get()])
    },
    vapidPublicKey: async () => (await webPush.get()).publicKey,
    sendsMail: mailer !== undefined,
    close: () => mailer?.current()?.close(),
  }
}

/** Another attempt may succeed, once an admin has released them. */
const held = failure('Messages are held')

/** Push services want to know whom to contact; nobody, if the service does not know its own address. */
const pushSubject = (publicUrl: string | undefined) =>
  publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@fallwatch.invalid'
