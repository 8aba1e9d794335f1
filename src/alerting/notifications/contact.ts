import type { Target } from './channels/channel-definition.ts'
import { type ChannelName, channelNames, findChannel } from './channels/channels.ts'

/** What a webhook can receive, besides a test. */
export const webhookEvents = ['incident.opened', 'incident.closed'] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** A way to reach one person or, without one, a webhook of the installation. */
export interface Contact extends Target {
  id: string
  userId: string | null
  channel: ChannelName
  /** The events that a webhook wants; null for all, and of people. */
  events: WebhookEvent[] | null
  /** Names and details are part of what is sent. */
  showDetails: boolean
  createdAt: Date
  confirmedAt: Date | null
  endedAt: Date | null
  endReason: string | null
}

/** A contact with when its receiver last accepted a message. */
export interface ListedContact extends Contact {
  lastSentAt: Date | null
}

export const isUsable = ({ confirmedAt, endedAt }: Contact) => confirmedAt !== null && endedAt === null

/** The SQL condition that this version has the channel: a newer one may have stored contacts of others. */
export const isKnownChannel = `channel in (${channelNames.map((name) => `'${name}'`).join(', ')})`

/** The condition of isUsable in SQL. */
export const usableContact = `confirmed_at is not null and ended_at is null and ${isKnownChannel}`

/** What is shown of the address of a contact. */
export const labelOf = ({ channel, address }: Pick<Contact, 'channel' | 'address'>): string =>
  findChannel(channel)?.labelOf(address) ?? '…'
