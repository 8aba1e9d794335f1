import { EventEmitter, once } from 'node:events'
import type { Message, Receivers } from './receivers.ts'
import type { Stage } from './stage.ts'

type Kind = 'alert' | 'closing'

const kindOf = ({ acknowledgeUrl }: Message): Kind => (acknowledgeUrl ? 'alert' : 'closing')

/** Shows the messages to everybody as they arrive, with a heading before the first ones. */
export function createInbox(stage: Stage, receivers: Receivers, headings: string[], signal: AbortSignal) {
  const messages: Message[] = []
  const arrivals = new EventEmitter()
  receivers.listen((message) => {
    const heading = headings[messages.length]
    messages.push(message)
    const { channel, to, title, text } = message
    if (heading) stage.timedStep(heading)
    stage.event(`${stage.paint('cyan', `${channel} to ${to}`)}  ${stage.paint('bold', title)}. ${text}`)
    arrivals.emit('message')
  })
  return {
    /** Resolves to the message, which may have arrived already. */
    async arrives(to: string, channel: Message['channel'], kind: Kind): Promise<Message> {
      for (;;) {
        const found = messages.find(
          (message) => message.to === to && message.channel === channel && kindOf(message) === kind,
        )
        if (found) return found
        await once(arrivals, 'message', { signal })
      }
    },
    has: (to: string) => messages.some((message) => message.to === to),
  }
}

/** Opens the page behind a link, which changes nothing, and does what its button does. */
export async function acknowledgeByLink(link: string, signal: AbortSignal): Promise<void> {
  const { origin, hash } = new URL(link)
  const page = await fetch(link, { signal })
  if (!page.ok) throw new Error(`The page of the link answered ${page.status}`)
  const response = await fetch(`${origin}/api/incidents/acknowledge`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: hash.slice(1) }),
    signal,
  })
  if (!response.ok) throw new Error(`The link answered ${response.status}: ${await response.text()}`)
}
