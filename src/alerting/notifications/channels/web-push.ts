import { setImmediate as nextIteration } from 'node:timers/promises'
import webPush from 'web-push'
import { createBoundedMap } from '../../../platform/lib/bounded-map.ts'
import { msPerHour, secondsPerDay } from '../../../platform/lib/duration.ts'
import { truncateToBytes } from '../../../platform/lib/truncate.ts'
import {
  acknowledgeLabel,
  errorText,
  identityHash,
  isUrgent,
  type Notification,
  openLabel,
  permanentFailure,
  type Transport,
} from './channel.ts'
import type { HttpPost, HttpPostRequest } from './http-post.ts'

/** What a browser returns when a person permits push messages. */
export interface PushSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** VapidKeys identify the service to push services; a browser's subscription is bound to the public one. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

type VapidHeaders = ReturnType<typeof webPush.getVapidHeaders>

export interface WebPushOptions {
  post: HttpPost
  keys: VapidKeys
  /** Whom an operator of a push service contacts: an https: or mailto: URL. */
  subject: string
}

export const generateVapidKeys = (): VapidKeys => webPush.generateVAPIDKeys()

const encoding = 'aes128gcm'

/** How long a push service keeps a message for a device that is off; as long as the acknowledgement link is valid. */
const timeToLiveSeconds = secondsPerDay

/** The parts of a message whose length varies. Even if JSON doubles them, all of it fits into the 3,993 bytes of a push. */
const maxTitleBytes = 150
const maxTextBytes = 1_400

/** How long a signature is used, which is valid for twelve hours: to sign takes longer than to encrypt. */
const signatureAgeMs = msPerHour
/** Anybody can name push services. */
const maxSignatures = 1000

/** Messages that are encrypted in a row: sixty made readings wait for 0.2 s. */
const maxPerIteration = 10

/** Throws if the keys or the subject are invalid. */
export function createWebPush({ post, keys, subject }: WebPushOptions): Transport<PushSubscription> {
  const signatures = createBoundedMap<string, { headers: VapidHeaders; signedAt: number }>(maxSignatures)
  let encrypted = 0
  let reset: Promise<void> | undefined

  function vapidHeaders(origin: string): VapidHeaders {
    const now = Date.now()
    const known = signatures.get(origin)
    if (known && Math.abs(now - known.signedAt) < signatureAgeMs) return known.headers
    const headers = webPush.getVapidHeaders(origin, subject, keys.publicKey, keys.privateKey, encoding)
    signatures.set(origin, { headers, signedAt: now })
    return headers
  }
  vapidHeaders('https://push.example.org')

  /** Waits for the next iteration of the event loop if this one has encrypted enough. */
  async function takeTurn(): Promise<void> {
    while (encrypted >= maxPerIteration) await reset
    encrypted++
    reset ??= nextIteration().then(() => {
      encrypted = 0
      reset = undefined
    })
  }

  function requestOf(notification: Notification, { endpoint, keys }: PushSubscription): HttpPostRequest {
    const { cipherText } = webPush.encrypt(keys.p256dh, keys.auth, payloadOf(notification), encoding)
    return {
      url: endpoint,
      headers: {
        ...vapidHeaders(new URL(endpoint).origin),
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': encoding,
        TTL: timeToLiveSeconds,
        Urgency: isUrgent(notification.severity) ? 'high' : 'normal',
        Topic: identityHash(notification.tag),
      },
      body: cipherText,
      goneStatuses: [404, 410],
    }
  }

  return {
    async send(notification, subscription) {
      await takeTurn()
      let request: HttpPostRequest
      try {
        request = requestOf(notification, subscription)
      } catch (error) {
        return permanentFailure(`The subscription is invalid: ${errorText(error)}`)
      }
      return post(request)
    },
  }
}

/** What the service worker of the console shows. */
function payloadOf(notification: Notification): string {
  const { tag, title, text, url, acknowledgeUrl, purpose, severity, isQuiet, forRelative } = notification
  const actions = [
    { action: 'acknowledge', title: acknowledgeLabel(notification) },
    { action: 'open', title: openLabel },
  ]
  return JSON.stringify({
    tag,
    title: truncateToBytes(title, maxTitleBytes),
    text: truncateToBytes(text, maxTextBytes),
    url,
    acknowledgeUrl,
    purpose,
    isQuiet,
    forRelative,
    severity,
    actions: purpose === 'alert' ? actions : undefined,
  })
}
