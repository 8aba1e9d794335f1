import { startHttpReceiver } from '../../harness/http-receiver.ts'
import { type ReceivedMail, startMailServer } from '../../harness/mail-server.ts'
import { type PushReceiver, startPushReceiver } from '../../harness/push-receiver.ts'

/** What arrived at somebody's phone, as they see it. */
export interface Message {
  channel: 'push' | 'e-mail' | 'ntfy'
  /** The name of the receiver. */
  to: string
  title: string
  text: string
  /** What the button "I'm on it" opens; only an alert has one. */
  acknowledgeUrl: string | undefined
}

export type Receivers = Awaited<ReturnType<typeof openReceivers>>

/** Stands in for a push service, a mail server and an ntfy server, on this machine. */
export async function openReceivers() {
  const names = new Map<string, string>()
  let onMessage: (message: Message) => void = () => {}
  const receive = (address: string, message: Omit<Message, 'to'>) =>
    onMessage({ to: names.get(address) ?? address, ...message })

  const mail = await startMailServer({
    onMail: (mail) => receive(mail.to[0] ?? '', { channel: 'e-mail', ...messageOfMail(mail) }),
  })
  const ntfy = await startHttpReceiver((response, { body }) => {
    const { topic, title, message, actions = [] } = JSON.parse(String(body)) as NtfyMessage
    const url = actions.find(({ label }) => label === "I'm on it")?.url
    receive(topic, { channel: 'ntfy', title, text: message, acknowledgeUrl: url })
    response.end('{}')
  })
  let push: PushReceiver | undefined
  return {
    /** Settings with which the service reaches these receivers. */
    settings: {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Fallwatch <alerts@demo.example>',
      NTFY_SERVERS: ntfy.url,
      ALLOW_PRIVATE_TARGETS: 'on',
    },
    listen(listener: typeof onMessage) {
      onMessage = listener
    },
    /** Returns the fields of a contact: the subscription of a browser. */
    async subscribe(name: string, publicKey: string) {
      push ??= await startPushReceiver(publicKey, ({ endpoint, payload }) => {
        const { title, text, acknowledgeUrl } = payload as Omit<Message, 'to' | 'channel'>
        receive(endpoint, { channel: 'push', title, text, acknowledgeUrl })
      })
      const subscription = push.subscribe()
      names.set(subscription.endpoint, name)
      return { channel: 'push', ...subscription }
    },
    mailbox(name: string) {
      const address = `${name.toLowerCase()}@demo.example`
      names.set(address, name)
      return { channel: 'mail', address }
    },
    topic(name: string) {
      const topic = `${name.toLowerCase()}-phone`
      names.set(topic, name)
      return { channel: 'ntfy', url: `${ntfy.url}/${topic}` }
    },
    /** The code in the last mail. */
    lastCode: () => /\d{6}/.exec(mail.mails.at(-1)?.text ?? '')?.[0] ?? '',
    async stop() {
      await Promise.all([mail.stop(), ntfy.stop(), push?.stop()])
    },
  }
}

interface NtfyMessage {
  topic: string
  title: string
  message: string
  actions?: { label: string; url: string }[]
}

function messageOfMail({ subject, text }: ReceivedMail): Pick<Message, 'title' | 'text' | 'acknowledgeUrl'> {
  const [first = ''] = text.split(/\r?\n/)
  return { title: subject, text: first, acknowledgeUrl: /I'm on it: (\S+)/.exec(text)?.[1] }
}
