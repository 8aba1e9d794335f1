import pino, { type Logger } from 'pino'
import pretty, { type PrettyOptions } from 'pino-pretty'
import { countRepeats } from './lib/repeated-lines.ts'

/** Somebody watches: the log is for reading then, and JSON for programs otherwise. */
export const isOnTerminal = Boolean(process.stdout.isTTY)

/** Logs only some fields, because a driver's error contains the whole connection, including secrets. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause, code } = error as Error & { code?: unknown }
  return { type: name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) }
}

const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'token',
  'authorization',
  'cookie',
]

/** Logs JSON lines, or readable ones on a terminal, with secrets redacted and repeated lines counted. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: { logMethod: countRepeats().logMethod },
    redact: {
      paths: [...secrets, 'set-cookie'].flatMap((name) => {
        const key = `["${name}"]`
        return [key, `*${key}`, `*.*${key}`]
      }),
      censor: '[redacted]',
    },
  }
  return isOnTerminal ? pino(options, pretty({ sync: true, ...readableLines })) : pino(options)
}

/** Puts an entry on one line, with what a request was about in words; the stack of an error follows. */
export const readableLines = {
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
  // In the message, or of no use to somebody at the terminal.
  ignore: 'reqId,method,path,status,ms,ip,userId',
  messageFormat(entry, messageKey, _level, { colors }) {
    const { reqId, method, path, status, ms } = entry
    const isRequest = method !== undefined
    const code = Number(status)
    const paint = code >= 500 ? colors.red : code >= 400 ? colors.yellow : colors.green
    const text = isRequest ? `${method} ${path} ${paint(String(status))} ${ms} ms` : String(entry[messageKey])
    return reqId ? `${text} ${colors.gray(String(reqId))}` : text
  },
} satisfies PrettyOptions
