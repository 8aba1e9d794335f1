import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** By name in lower case, unfolded, with encoded words as they are. */
  headers: Map<string, string>
  subject: string
  text: string
  html: string
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** The number of connections that it has accepted. */
  connections(): number
  stop(): Promise<void>
}

export interface MailServerOptions {
  port?: number
  /** The code by which a recipient is refused; undefined accepts. */
  refuseRecipient?: (address: string) => number | undefined
  refuseSender?: () => number | undefined
  /** Runs before a mail is accepted. */
  onMail?: (mail: ReceivedMail) => void | Promise<void>
}

/** Keeps the mails that it accepts. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let connections = 0
  const refusal = (code: number | undefined) =>
    code === undefined ? null : Object.assign(new Error('Refused'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    // A client keeps its connection for the next mail: without a limit, stopping waits half a minute for it.
    closeTimeout: 1,
    onConnect(_session, done) {
      connections++
      done()
    },
    onMailFrom: (_address, _session, done) => done(refusal(options.refuseSender?.())),
    onRcptTo: ({ address }, _session, done) => done(refusal(options.refuseRecipient?.(address))),
    async onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      // A client that was killed has sent a part of its mail.
      const raw = await buffer(stream).catch(() => undefined)
      if (!raw) return done(new Error('The mail is incomplete'))
      const mail = { from, to, ...parseMail(raw.toString('latin1')) }
      mails.push(mail)
      await options.onMail?.(mail)
      done()
    },
  })
  server.on('error', () => {})
  const listener = server.listen(options.port ?? 0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mails,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function parseMail(raw: string): Omit<ReceivedMail, 'from' | 'to'> {
  const { headers, body } = splitPart(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1]
  const parts = body.split(`--${boundary}`).slice(1, -1).map(splitPart)
  const partOf = (type: string) => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
    return part
      ? decodeBody(part.body.replace(/\r\n$/, ''), part.headers.get('content-transfer-encoding'))
      : ''
  }
  const subject = decodeWords(headers.get('subject') ?? '')
  return { headers, subject, text: partOf('text/plain'), html: partOf('text/html') }
}

function splitPart(raw: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...rest] = raw.trimStart().split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body: rest.join('\r\n\r\n') }
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
}

const decodeQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, encoding, word) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
