import { msPerSecond } from '../../platform/lib/duration.ts'
import type { Purpose } from './channels/channel.ts'
import type { ChannelName } from './channels/channels.ts'
import type { StoredFailure } from './send-failures.ts'

export const deliveryStates = ['PENDING', 'SENDING', 'SENT', 'FAILED', 'CANCELLED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** A receiver that takes longer holds a slot that others could use. */
export const slowAfterMs = 2 * msPerSecond

/** One message to one contact. */
export interface Delivery extends StoredFailure {
  id: string
  contactId: string
  /** Null for a test or a note. */
  incidentId: string | null
  /** The step of the escalation, from 1; null for a test or a note. */
  step: number | null
  purpose: Purpose
  state: DeliveryState
  attempts: number
  createdAt: Date
  sentAt: Date | null
}

/** A delivery with the contact and the person that it was for. */
export interface ListedDelivery extends Delivery {
  channel: ChannelName
  address: string
  userId: string | null
  personName: string | null
}
