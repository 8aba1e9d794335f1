import type english from '../i18n/en.json'

/** The section of a catalogue that the worker uses. */
export type PushTexts = (typeof english)['push']

/** What the service sends to a browser. */
export interface PushMessage {
  /** The same in every message about one incident: `incident-` and its id. */
  tag: string
  title: string
  text: string
  purpose: 'alert' | 'closing' | 'test' | 'note'
  /** A link with a token after the #, by which its receiver says that they are on it. */
  acknowledgeUrl?: string | undefined
  /** It says who is going meanwhile, in the place of an alert, without a sound. */
  isQuiet?: boolean
  /** Its receiver is a relative, whose answer does not end the alarm. */
  forRelative?: boolean
}

/** A notification as the browser takes it; the types of TypeScript leave out some options. */
export interface ShownNotification {
  title: string
  options: {
    body: string
    tag: string
    icon: string
    badge: string
    requireInteraction: boolean
    renotify: boolean
    silent: boolean
    actions: { action: string; title: string }[]
    data: PushMessage
  }
}

const purposes: readonly unknown[] = ['alert', 'closing', 'test', 'note']

/** Undefined for what the service never sends. */
export function parsePush(json: string): PushMessage | undefined {
  let value: Partial<Record<keyof PushMessage, unknown>>
  try {
    value = JSON.parse(json) ?? {}
  } catch {
    return undefined
  }
  const { tag, title, text, purpose, acknowledgeUrl, isQuiet, forRelative } = value
  if (typeof tag !== 'string' || typeof title !== 'string' || typeof text !== 'string') return undefined
  if (!purposes.includes(purpose)) return undefined
  return {
    tag,
    title,
    text,
    purpose: purpose as PushMessage['purpose'],
    acknowledgeUrl: typeof acknowledgeUrl === 'string' ? acknowledgeUrl : undefined,
    ...(isQuiet === true && { isQuiet }),
    ...(forRelative === true && { forRelative }),
  }
}

/** Undefined for a message that is not about an incident. */
export const incidentIdOf = ({ tag }: PushMessage): string | undefined =>
  /^incident-([0-9a-f-]{36})$/i.exec(tag)?.[1]

/** The screen that a message leads to. */
export function pathOf(message: PushMessage): string {
  const id = incidentIdOf(message)
  if (id) return `/incidents/${id}`
  return message.purpose === 'test' ? '/me/notifications' : '/'
}

/** What proves who acknowledges, without a session. */
export function tokenOf({ acknowledgeUrl }: PushMessage): string | undefined {
  const [, token] = acknowledgeUrl?.split('#') ?? []
  return token || undefined
}

/**
 * Stays until somebody answers if it is an alert, and makes a sound again each time one comes. The message
 * that closes it takes its place quietly.
 */
export function notificationOf(message: PushMessage, texts: PushTexts): ShownNotification {
  const isAlert = message.purpose === 'alert'
  const isQuiet = message.purpose === 'closing' || message.isQuiet === true
  const answer = message.forRelative ? texts.going : texts.onIt
  const open = { action: 'open', title: texts.open }
  return {
    title: message.title,
    options: {
      body: message.text,
      tag: message.tag,
      icon: '/icon-192.png',
      badge: '/badge.png',
      requireInteraction: isAlert,
      renotify: !isQuiet,
      silent: isQuiet,
      actions: isAlert && incidentIdOf(message) ? [{ action: 'acknowledge', title: answer }, open] : [],
      data: message,
    },
  }
}
