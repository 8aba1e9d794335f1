export const personalChannels = ['push', 'mail', 'ntfy'] as const
export type PersonalChannel = (typeof personalChannels)[number]

export const channelNames = [...personalChannels, 'webhook'] as const
export type ChannelName = (typeof channelNames)[number]

/** webhookEvents are what a webhook can receive, besides a test. */
export const webhookEvents = ['incident.opened', 'incident.closed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Contact is a way to reach one person or, without one, a webhook of the installation. */
export interface Contact {
  id: string
  userId: string | null
  channel: ChannelName
  /** The e-mail address, the URL of a topic or webhook, or the endpoint of a push subscription. */
  address: string
  secrets: ContactSecrets
  /** The events that a webhook wants; null for all, and of people. */
  events: WebhookEvent[] | null
  /** Names and details are part of what is sent. */
  showDetails: boolean
  createdAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
  endReason: string | null
}

/** ListedContact is a contact with when its receiver last accepted a message. */
export interface ListedContact extends Contact {
  lastSentAt: Date | null
}

/** ContactSecrets never leave the service. */
export interface ContactSecrets {
  /** The keys of a push subscription. */
  push?: { p256dh: string; auth: string }
  /** The secrets of a webhook: the current one first, then one that is being replaced. */
  webhook?: { secret: string; expiresAt: string | null }[]
}

export const isUsable = ({ confirmedAt, endedAt }: Contact) => confirmedAt !== null && endedAt === null

/** usableContact is the condition of isUsable in SQL. */
export const usableContact = 'confirmed_at is not null and ended_at is null'

/** How much of a path can be shown: of a short one, that would be nearly all of it. */
const minHiddenLength = 8

/**
 * labelOf is what is shown of an address: enough to know it again, and not the part that would let somebody else send
 * messages there.
 */
export function labelOf({ channel, address }: Pick<Contact, 'channel' | 'address'>): string {
  if (channel === 'mail') return address.replace(/^(.)[^@]*/, '$1…')
  const { host, pathname } = new URL(address)
  if (channel === 'push') return host
  return `${host}/${pathname.length > minHiddenLength ? pathname.slice(1, 3) : ''}…`
}
