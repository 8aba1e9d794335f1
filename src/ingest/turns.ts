import type { RateLimit } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import type { RedisLink } from '../redis/redis.ts'
import { createMemoryPacer } from './pacing.ts'
import type { Said } from './said.ts'
import { sharedTurns } from './shared-turns.ts'

/** Turn is a device's turn to be heard: when the next one is, and what it said elsewhere since it was heard here. */
export interface Turn {
  next: Date
  /** A time at which no process has heard the device, in milliseconds. */
  at: number
  /** The device's readings are counted, so that a process knows which it has not heard: without these, and with them. */
  before: number
  count: number
  missed: Missed[]
}

/** Missed is what a device said to another process, and when it was heard there: at a time that no other reading has. */
export interface Missed extends Said {
  heardAt: number
}

/** Turns lets each device speak at its pace, and keeps the processes that hear it in step. */
export interface Turns {
  /** Takes the turn for what the device says; `heard` is the count of the last one heard here. Throws 429 when it is too early. */
  take(key: number, now: Date, heard: number, said: readonly Said[]): Promise<Turn>
  /** Gives a turn back that came to nothing: only an accepted reading uses it up. */
  giveBack(key: number, turn: Turn): Promise<void>
}

/** createTurns shares them through Redis where there is one; while that is away, each process goes by what it knows. */
export function createTurns(limit: RateLimit, redis: RedisLink | undefined): Turns {
  const own = ownTurns(limit)
  if (!redis) return own
  const shared = sharedTurns(limit, redis)
  return {
    async take(key, now, heard, said) {
      const turn = redis.alive && (await shared.take(key, now, heard, said).catch(unlessRefused))
      return turn || own.take(key, now, heard, said)
    },
    async giveBack(key, turn) {
      // What is not shared is not counted.
      if (turn.count === turn.before) await own.giveBack(key, turn)
      else await shared.giveBack(key, turn).catch(unlessRefused)
    },
  }
}

/** A turn that is refused is an answer; anything else is Redis not answering. */
function unlessRefused(error: unknown): undefined {
  if (error instanceof AppError) throw error
}

function ownTurns(limit: RateLimit): Turns {
  const pacer = createMemoryPacer(limit)
  return {
    async take(key, now, heard) {
      return { next: pacer.take(key, now), at: now.getTime(), before: heard, count: heard, missed: [] }
    },
    async giveBack(key, { next }) {
      pacer.giveBack(key, next)
    },
  }
}
