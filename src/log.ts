import pino, { type Logger } from 'pino'
import pretty from 'pino-pretty'

const secrets = [
  'password',
  'currentPassword',
  'newPassword',
  'confirmPassword',
  'token',
  'authorization',
  'cookie',
]

/** createLog writes JSON lines, or readable ones on a terminal. Whatever is logged, secrets are blotted out. */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
