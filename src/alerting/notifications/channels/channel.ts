import { createHash } from 'node:crypto'
import type { Severity } from '../../../detection/levels/severity.ts'
import { type FailureReason, reasonText } from '../send-failures.ts'

export const purposes = ['alert', 'closing', 'test', 'note', 'update', 'assistance'] as const
/**
 * What a notification is for: only an alert asks for an action. An update is an alert again, without a
 * sound, which says who is going meanwhile; assistance is an alert in the name of the handler, who asks for a second person.
 */
export type Purpose = (typeof purposes)[number]

/** One message to one contact; sent again under the same tag, it replaces the earlier one. */
export interface Notification {
  /** The identity of the subject: the same in every step, every retry and the closing message of one incident. */
  tag: string
  /** The identity of the delivery: the same in every retry. */
  deliveryId: string
  purpose: Exclude<Purpose, 'update' | 'assistance'>
  /** Takes the place of an alert without a sound. */
  isQuiet?: boolean | undefined
  /** Its receiver is a relative, whose answer does not end the alarm. */
  forRelative?: boolean | undefined
  severity: Severity
  /** Title and text are shown on locked screens: the caller leaves out names unless the owner wants them. */
  title: string
  text: string
  /** The page that shows the incident; undefined if the service does not know its public address. */
  url?: string | undefined
  /** A page with a button that acknowledges. Opening it changes nothing: mail scanners follow links. */
  acknowledgeUrl?: string | undefined
  /** The event that a webhook receives. */
  event?: NotificationEvent | undefined
}

export interface NotificationEvent {
  type: string
  timestamp: Date
  data: object
}

export type SendResult = { ok: true } | SendFailure

export interface SendFailure {
  ok: false
  /** Why, in English. */
  error: string
  /** The same as data; null of what others wrote, such as the answer of a mail server. */
  reason: FailureReason | null
  /** Another attempt would fail, too. */
  permanent: boolean
  /** The contact no longer exists. */
  gone: boolean
}

/** Sends notifications to targets of one kind. It never throws, and returns within the timeout. */
export interface Transport<To> {
  send(notification: Notification, target: To): Promise<SendResult>
}

/** The time that a send may take in all: name resolution, connection, TLS, request and response. */
export const defaultTimeoutMs = 5_000

/** acknowledgeLabel and openLabel are the titles of the two actions of an alert, in every channel. */
export const acknowledgeLabel = ({ forRelative }: Notification) => (forRelative ? "I'm going" : "I'm on it")
export const openLabel = 'Open'

export const isUrgent = (severity: Severity) => severity === 'HIGH' || severity === 'CRITICAL'

/** A result that permits another attempt. */
export function failure(why: FailureReason | string): SendFailure {
  const attempt = { ok: false, permanent: false, gone: false } as const
  if (typeof why === 'string') return { ...attempt, error: why, reason: null }
  return { ...attempt, error: reasonText(why), reason: why }
}

export const permanentFailure = (why: FailureReason | string): SendFailure => ({
  ...failure(why),
  permanent: true,
})

/** Describes an error; one of several connection attempts has no message of its own. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join('; ')
  return error instanceof Error ? error.message : String(error)
}

/**
 * Turns an identity into the form that every channel accepts: 32 characters of base64url, the maximum of
 * the Topic of a web push. It does not show third parties the ids of the service.
 */
export const identityHash = (identity: string) =>
  createHash('sha256').update(identity).digest('base64url').slice(0, 32)
