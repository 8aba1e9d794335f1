import { z } from 'zod'
import type { Severity } from '../../../detection/levels/severity.ts'
import { fieldMessage } from '../../../platform/lib/field-messages.ts'
import { truncateToBytes } from '../../../platform/lib/truncate.ts'
import {
  acknowledgeLabel,
  identityHash,
  isUrgent,
  type Notification,
  openLabel,
  permanentFailure,
  type Transport,
} from './channel.ts'
import { type Channel, labelOfUrl } from './channel-definition.ts'
import type { HttpPost } from './http-post.ts'
import { findTargetProblem, maxUrlLength, type TargetRules } from './target-url.ts'

interface Topic {
  /** Where messages in JSON are published, with the query of the topic's URL, which may contain an access token. */
  publishUrl: string
  name: string
}

const topicProblem = fieldMessage('NOT_TOPIC')

/** From 1, without sound, to 5, which also sounds while the phone is silent, if its owner permits that. */
const priorities: Record<Severity, number> = { LOW: 2, MEDIUM: 3, HIGH: 4, CRITICAL: 5 }
const silentPriority = 2

/** A server makes an attachment of a message over 4,096 bytes, and refuses a request of twice that length. */
const maxTitleBytes = 150
const maxTextBytes = 2_000

/** Finds what is wrong with the URL of a topic. */
export const findTopicProblem = (url: string, rules: TargetRules): string | undefined =>
  findTargetProblem(url, rules) ?? (parseTopic(url) ? undefined : topicProblem)

const fields = {
  url: z
    .string()
    .max(maxUrlLength)
    .meta({ description: 'The URL of a topic', example: 'https://ntfy.sh/my-topic' }),
}

export const ntfy = {
  name: 'ntfy',
  owner: 'person',
  addressKind: 'url',
  wakes: true,
  replaces: true,
  needsCode: false,
  fields,
  isConfigured: (config) => config.ntfyServers.length > 0,
  findProblem({ url }, config) {
    const { ntfyServers } = config
    const problem =
      findTopicProblem(url, config) ??
      (ntfyServers.includes(new URL(url).origin)
        ? undefined
        : fieldMessage('OTHER_NTFY_SERVER', { servers: ntfyServers.join(' or ') }))
    return problem === undefined ? undefined : { url: problem }
  },
  targetOf: ({ url }) => ({ address: url, secrets: {} }),
  labelOf: labelOfUrl,
  open({ post }) {
    const transport = createNtfy(post)
    return { send: ({ address }, notification) => transport.send(notification, address) }
  },
} as const satisfies Channel<'ntfy', typeof fields>

/** Returns the channel to ntfy topics. A target is the URL of a topic. */
export function createNtfy(post: HttpPost): Transport<string> {
  return {
    async send(notification, topicUrl) {
      const topic = parseTopic(topicUrl)
      if (!topic) return permanentFailure(`The URL ${topicProblem}`)
      return post({
        url: topic.publishUrl,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(messageOf(notification, topic.name)),
      })
    },
  }
}

function parseTopic(topicUrl: string): Topic | undefined {
  if (!URL.canParse(topicUrl)) return undefined
  const url = new URL(topicUrl)
  const name = /^\/([-_A-Za-z0-9]{1,64})$/.exec(url.pathname)?.[1]
  if (!name) return undefined
  url.pathname = '/'
  return { publishUrl: url.href, name }
}

/** JSON, because headers would have to be ASCII. Servers before 2.16 ignore the sequence and add a message. */
function messageOf(notification: Notification, topic: string) {
  const { tag, title, text, url, purpose, severity } = notification
  return {
    topic,
    sequence_id: identityHash(tag),
    title: truncateToBytes(title, maxTitleBytes),
    message: truncateToBytes(text, maxTextBytes),
    priority: purpose === 'closing' || notification.isQuiet ? silentPriority : priorities[severity],
    tags: [emojiOf(notification)],
    click: url,
    actions: purpose === 'alert' ? actionsOf(notification) : undefined,
  }
}

/** A name that ntfy shows as an emoji before the title. */
function emojiOf({ purpose, severity }: Notification): string {
  if (purpose === 'closing') return 'white_check_mark'
  if (purpose !== 'alert') return 'information_source'
  return isUrgent(severity) ? 'rotating_light' : 'warning'
}

function actionsOf(notification: Notification) {
  const { url, acknowledgeUrl } = notification
  const label = acknowledgeLabel(notification)
  return [
    ...(acknowledgeUrl ? [{ action: 'view', label, url: acknowledgeUrl }] : []),
    ...(url ? [{ action: 'view', label: openLabel, url }] : []),
  ]
}
