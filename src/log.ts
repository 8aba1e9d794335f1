import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

/** describeError logs only some fields, because a driver's error contains the whole connection, including secrets. */
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

/** createLog logs JSON lines, or readable ones on a terminal, with secrets redacted. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: {
      paths: [...secrets, 'set-cookie'].flatMap((name) => {
        const key = `["${name}"]`
        return [key, `*${key}`, `*.*${key}`]
      }),
      censor: '[redacted]',
    },
  }
  const onTerminal = process.stdout.isTTY
  return onTerminal ? pino(options, pretty({ sync: true, translateTime: 'SYS:HH:MM:ss' })) : pino(options)
}
