import type { Context } from '../../platform/context.ts'
import { failure, type Notification, type SendResult } from './channels/channel.ts'
import type { OpenChannel } from './channels/channel-definition.ts'
import { channels } from './channels/channels.ts'
import { createHttpPost } from './channels/http-post.ts'
import { mail } from './channels/mail.ts'
import { push } from './channels/push.ts'
import type { Contact } from './contact.ts'
import type { NotificationHold } from './hold.ts'

export type Sender = ReturnType<typeof createSender>

/**
 * Sends notifications by the channel of each contact. A receiver that fails is a result, not an error. While
 * messages are held, every attempt fails.
 */
export function createSender({ config, db, now }: Context, hold: NotificationHold) {
  const { notifications } = config
  const post = createHttpPost({ allowPrivateTargets: notifications.allowPrivateTargets })
  const parts = { config: notifications, db, post, now }
  const open = new Map<string, OpenChannel>(channels.map((channel) => [channel.name, channel.open(parts)]))
  // These two are used beside contacts, too.
  const webPush = open.get(push.name) as ReturnType<typeof push.open>
  const mailer = open.get(mail.name) as OpenChannel

  return {
    async send(contact: Contact, notification: Notification): Promise<SendResult> {
      if (hold.current()) return held
      return open.get(contact.channel)?.send(contact, notification) ?? unknownChannel
    },
    /** Sends to the address of an account, which is no contact. */
    async sendMail(address: string, notification: Notification): Promise<SendResult> {
      return hold.current() ? held : mailer.send({ address, secrets: {} }, notification)
    },
    /** Loads what a send needs, so that it begins at once. */
    async prepare(): Promise<void> {
      await Promise.all([...open.values()].map((channel) => channel.prepare?.()))
    },
    vapidPublicKey: () => webPush.publicKey(),
    sendsMail: mail.isConfigured(notifications),
    close() {
      for (const channel of open.values()) channel.close?.()
    },
  }
}

/** A process of a newer version, which has the channel, may run beside this one: it is not the contact that is wrong. */
const unknownChannel = failure({ code: 'UNKNOWN_CHANNEL' })

/** Another attempt may succeed, once an admin has released them. */
const held = failure({ code: 'HELD' })
