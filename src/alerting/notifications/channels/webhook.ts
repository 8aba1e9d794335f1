import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { errorText, type Notification, permanentFailure, type Transport } from './channel.ts'
import { type Channel, labelOfUrl, type Target } from './channel-definition.ts'
import type { HttpPost, HttpPostRequest } from './http-post.ts'

export interface WebhookTarget {
  url: string
  /** One secret, or during a rotation the new and the old one. */
  secrets: string[]
}

/** Expires if it is being replaced. */
export interface WebhookSecret {
  secret: string
  expiresAt: string | null
}

/** Returns the secrets of a webhook: the current one first, then one that is being replaced. */
export const secretsOf = ({ secrets }: Pick<Target, 'secrets'>) => (secrets.webhook ?? []) as WebhookSecret[]

/** Notifies systems, not people. */
export const webhook = {
  name: 'webhook',
  owner: 'installation',
  replaces: false,
  isConfigured: () => true,
  labelOf: labelOfUrl,
  open({ post, now }) {
    const transport = createWebhooks(post)
    return {
      send(target, notification) {
        const valid = secretsOf(target).filter(
          ({ expiresAt }) => !expiresAt || Date.parse(expiresAt) > now().getTime(),
        )
        return transport.send(notification, {
          url: target.address,
          secrets: valid.map(({ secret }) => secret),
        })
      },
    }
  },
} as const satisfies Channel<'webhook'>

export const generateWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** Returns the channel to webhooks, signed by the Standard Webhooks specification. */
export function createWebhooks(post: HttpPost): Transport<WebhookTarget> {
  return {
    async send(notification, target) {
      let request: HttpPostRequest
      try {
        request = requestOf(notification, target)
      } catch (error) {
        return permanentFailure(errorText(error))
      }
      return post(request)
    },
  }
}

function requestOf({ deliveryId, event }: Notification, { url, secrets }: WebhookTarget): HttpPostRequest {
  if (!event) throw new Error('The notification has no event for webhooks')
  if (secrets.length === 0) throw new Error('The webhook has no secret')
  const body = JSON.stringify({
    type: event.type,
    timestamp: event.timestamp.toISOString(),
    data: event.data,
  })
  // The time of this attempt: a receiver refuses what is older than five minutes by its own clock.
  const sentAt = new Date()
  const signatures = secrets.map((secret) => new Webhook(secret).sign(deliveryId, sentAt, body))
  return {
    url,
    headers: {
      'Content-Type': 'application/json',
      'webhook-id': deliveryId,
      'webhook-timestamp': Math.floor(sentAt.getTime() / 1000),
      'webhook-signature': signatures.join(' '),
    },
    body,
    goneStatuses: [410],
  }
}
