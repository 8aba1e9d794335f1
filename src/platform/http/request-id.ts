import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Accepts a proxy's request id if it is safe to log, and else creates one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}
