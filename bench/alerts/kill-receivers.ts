import type { Cleanup } from '../../harness/cleanup.ts'
import { type HttpReceiver, startHttpReceiver } from '../../harness/http-receiver.ts'
import { type MailServer, startMailServer } from '../../harness/mail-server.ts'
import { type PushReceiver, startPushReceiver } from '../../harness/push-receiver.ts'
import type { Purpose } from './kill-places.ts'

export type ReceiverName = 'push' | 'webhook' | 'mail'

/** A message about an incident as a receiver sees it. */
export interface ReceivedMessage {
  by: ReceiverName
  /** The endpoint, URL or address. */
  to: string
  incidentId: string
  purpose: Purpose
  /** What makes a repetition the same message: the topic of a push, the webhook-id, the Message-ID. */
  identity: string
}

export type OnReceived = (message: ReceivedMessage) => void | Promise<void>

/** All that receivers have received, in the order of receipt. */
export interface MessageLog {
  messages: ReceivedMessage[]
  receive: OnReceived
  /** Replaces what happens when a message has been received and not been answered. */
  onReceived: OnReceived
}

export function createMessageLog(): MessageLog {
  const log: MessageLog = {
    messages: [],
    receive(message) {
      log.messages.push(message)
      return log.onReceived(message)
    },
    onReceived: () => {},
  }
  return log
}

const incidentIn = (text: string) => /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/.exec(text)?.[0] ?? ''

export async function receivePushes(
  cleanup: Cleanup,
  vapidPublicKey: string,
  receive: OnReceived,
): Promise<PushReceiver> {
  const receiver = await startPushReceiver(vapidPublicKey, ({ endpoint, topic = '', payload }) => {
    const { tag, purpose } = payload as { tag: string; purpose: Purpose }
    return receive({ by: 'push', to: endpoint, incidentId: incidentIn(tag), purpose, identity: topic })
  })
  cleanup.add(receiver.stop)
  return receiver
}

export async function receiveWebhooks(cleanup: Cleanup, receive: OnReceived): Promise<HttpReceiver> {
  const receiver = await startHttpReceiver(async (response, { path, headers, body }) => {
    const { type, data } = JSON.parse(body.toString()) as { type: string; data: { id: string } }
    const identity = String(headers['webhook-id'])
    const purpose = type === 'incident.closed' ? 'closing' : 'alert'
    await receive({ by: 'webhook', to: path, incidentId: data.id, purpose, identity })
    response.end()
  })
  cleanup.add(receiver.stop)
  return receiver
}

/** Finds the incident of a mail by the link in it. */
export async function receiveMails(cleanup: Cleanup, receive: OnReceived): Promise<MailServer> {
  const server = await startMailServer({
    onMail({ to: [to = ''], headers, text, subject }) {
      const purpose = /fallen|asks for help/.test(subject) ? 'alert' : 'closing'
      const identity = headers.get('message-id') ?? ''
      return receive({ by: 'mail', to, incidentId: incidentIn(text), purpose, identity })
    },
  })
  cleanup.add(server.stop)
  return server
}
