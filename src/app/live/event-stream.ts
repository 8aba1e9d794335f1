import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Caller } from '../../platform/context.ts'
import type { ActorRole } from '../../platform/role.ts'

/** One open response. */
export interface EventStream {
  readonly userId: string
  readonly sessionId: string
  readonly role: ActorRole
  /** When its session expires; unknown until the session has been checked. */
  expiresAtMs: number
  /** All events up to this id have been written, as far as the caller may see them. */
  position: number
  /** Events are written as they come; otherwise the stream is reading what it has missed. */
  isLive: boolean
  readonly response: ServerResponse
}

export function createEventStream(
  { actor, sessionId }: Pick<Caller, 'actor' | 'sessionId'>,
  response: ServerResponse,
  position: number,
): EventStream {
  return {
    userId: actor.id,
    sessionId,
    role: actor.role,
    expiresAtMs: Number.POSITIVE_INFINITY,
    position,
    isLive: false,
    response,
  }
}

export const isOpen = ({ response }: EventStream) => !response.writableEnded && !response.destroyed

/** What a client may leave unread. */
const maxUnsentBytes = 64 * 1024

/** True while the client has too much to read; nothing is added until it has read all of that. */
export const isFull = ({ response }: EventStream) => response.writableLength >= maxUnsentBytes

/** Resolves when the client has read what was written, or has gone. */
export async function drained({ response }: EventStream): Promise<void> {
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
    .catch(() => {})
    .finally(() => waiting.abort())
}

const endTimeoutMs = 1000

/** Ends a response; a client that does not read gets a second, so that it does not delay a shutdown. */
export function endStream({ response }: EventStream): void {
  response.end()
  if (response.writableLength > 0) setTimeout(() => response.destroy(), endTimeoutMs).unref()
}
