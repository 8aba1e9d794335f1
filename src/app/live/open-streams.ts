import type { EventStream } from './event-stream.ts'

/** The open streams of this process. */
export interface OpenStreams {
  readonly all: ReadonlySet<EventStream>
  ofUser(userId: string): ReadonlySet<EventStream>
  /** Adds a stream, and returns the one of the same account that must give way to it. */
  add(stream: EventStream): EventStream | undefined
  remove(stream: EventStream): void
}

/** More are hardly used at the same time by one person. */
const maxPerAccount = 10

const none: ReadonlySet<EventStream> = new Set()

/**
 * Lets the oldest stream of an account give way to the eleventh: a client that has lost its network is
 * noticed only after minutes, and must not keep the next one from connecting.
 */
export function createOpenStreams(): OpenStreams {
  const all = new Set<EventStream>()
  const byUser = new Map<string, Set<EventStream>>()
  return {
    all,
    ofUser: (userId) => byUser.get(userId) ?? none,
    add(stream) {
      const ofUser = byUser.get(stream.userId) ?? new Set()
      byUser.set(stream.userId, ofUser.add(stream))
      all.add(stream)
      const [oldest] = ofUser
      return ofUser.size > maxPerAccount ? oldest : undefined
    },
    remove(stream) {
      all.delete(stream)
      const ofUser = byUser.get(stream.userId)
      ofUser?.delete(stream)
      if (ofUser?.size === 0) byUser.delete(stream.userId)
    },
  }
}
