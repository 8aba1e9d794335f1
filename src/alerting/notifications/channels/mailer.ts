import { createTransport, type SendMailOptions } from 'nodemailer'
import { createConcurrencyLimiter } from '../../../platform/lib/concurrency-limiter.ts'
import {
  defaultTimeoutMs,
  errorText,
  failure,
  permanentFailure,
  type SendFailure,
  type SendResult,
  type Transport,
} from './channel.ts'
import { mailMessage } from './mail-message.ts'

export interface MailerOptions {
  smtpUrl: string
  /** The sender, such as Fallwatch <alerts@example.org>. */
  from: string
  timeoutMs?: number
  maxConnections?: number
}

/** The channel to e-mail addresses. */
export interface Mailer extends Transport<string> {
  /** Closes connections that are idle, and the others when they have sent their mail. */
  close(): void
}

type Connection = ReturnType<typeof createConnection>

const idleTimeoutMs = 30_000
const maxQueued = 1_000

const queueFull = new Error('Too many mails are waiting')

export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, timeoutMs = defaultTimeoutMs, maxConnections = 5 } = options
  const limiter = createConcurrencyLimiter({
    maxConcurrent: maxConnections,
    maxQueued,
    refuse: () => queueFull,
  })
  const idle: Connection[] = []
  let isClosed = false

  function release(connection: Connection, isStuck: boolean): void {
    if (isStuck || isClosed) connection.close({ force: isStuck })
    else idle.push(connection)
  }

  return {
    async send(notification, address) {
      if (isClosed) return failure({ code: 'STOPPING' })
      const mail = mailMessage(notification, from, address)
      const deadline = createDeadline(timeoutMs)
      const sent = limiter.run(async () => {
        if (deadline.isPast()) return deadline.result
        const connection = idle.pop() ?? createConnection(smtpUrl, timeoutMs)
        const result = await Promise.race([sendMail(connection, mail), deadline.result])
        release(connection, deadline.isPast())
        return result
      })
      const result = await Promise.race([sent.catch(unsent), deadline.result])
      deadline.clear()
      return result
    },
    close() {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}

/**
 * A pool of a single connection. A mail that takes too long can be ended only by closing the pool,
 * which must not end others.
 */
function createConnection(url: string, timeoutMs: number) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 1,
    // A connection that the server closed while it was idle is replaced once.
    maxRequeues: 1,
    idleTimeout: idleTimeoutMs,
    socketTimeout: 2 * idleTimeoutMs,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    // The default answers a turn of the event loop later; a pool that was closed meanwhile would still connect.
    getSocket: (_options: unknown, callback: (error: null, socket: false) => void) => callback(null, false),

    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function sendMail(connection: Connection, mail: SendMailOptions): Promise<SendResult> {
  try {
    await connection.sendMail(mail)
    return { ok: true }
  } catch (error) {
    return failureOf(error)
  }
}

const unsent = (error: unknown) =>
  failure(error === queueFull ? { code: 'TOO_MANY_MAILS' } : errorText(error))

/** Permanent if the recipient was refused. Other refusals concern the settings, which may be corrected. */
function failureOf(error: unknown): SendFailure {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  const isRefused = command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500
  const isInvalid = code === 'EENVELOPE' && responseCode === undefined
  return isRefused || isInvalid ? permanentFailure(errorText(error)) : failure(errorText(error))
}

function createDeadline(timeoutMs: number) {
  let isPast = false
  let timer: NodeJS.Timeout | undefined
  const result = new Promise<SendFailure>((resolve) => {
    timer = setTimeout(() => {
      isPast = true
      resolve(failure({ code: 'MAIL_TIMEOUT', details: { milliseconds: timeoutMs } }))
    }, timeoutMs)
  })
  return { result, isPast: () => isPast, clear: () => clearTimeout(timer) }
}
