import type { RateLimit } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import type { RedisLink } from '../redis/redis.ts'
import { createMemoryPacer, intervalOf, tooSoon } from './pacing.ts'
import { readSaid, type Said, writeSaid } from './said.ts'

/** Turn is a device's turn to be heard: when the next one is, and what it said elsewhere since it was heard here. */
export interface Turn {
  next: Date
  /** A time at which no process has heard the device, in milliseconds. */
  at: number
  /** Counts the device's readings, so that a process knows which it has not heard; 0 where nothing is shared. */
  count: number
  missed: Said[]
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
      if (turn.count === 0) await own.giveBack(key, turn)
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
    async take(key, now) {
      return { next: pacer.take(key, now), at: now.getTime(), count: 0, missed: [] }
    },
    async giveBack(key, { next }) {
      pacer.giveBack(key, next)
    },
  }
}

/** Of a device's readings the last sixteen are kept: a verdict takes ten, and a few for whoever is not asked in turn. */
const ringSize = 16
const rememberedFor = 120_000

/**
 * One hash a device: `t` holds when the next turn is, the count and the newest time; the rest is a ring of readings.
 * The count begins with the time, so that it also grows when Redis has forgotten it.
 */
const takeScript = `
local next, count, at = 0, 0, 0
local turn = redis.call('hget', KEYS[1], 't')
if turn then next, count, at = struct.unpack('ddd', turn) end
local now, interval, heard, forget = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
if now < next then return {next - now} end
local missed = {}
if turn and heard ~= count then
  local first = math.max(heard + 1, count - ${ringSize} + 1)
  local slots = {}
  for i = first, count do slots[#slots + 1] = i % ${ringSize} end
  if #slots > 0 then missed = redis.call('hmget', KEYS[1], unpack(slots)) end
end
if not turn then count = now end
at = math.max(now, at + 1)
local set = {'hset', KEYS[1]}
for i = 5, #ARGV do
  count = count + 1
  set[#set + 1] = count % ${ringSize}
  set[#set + 1] = ARGV[i]
end
set[#set + 1] = 't'
set[#set + 1] = struct.pack('ddd', now + interval, count, at)
redis.call(unpack(set))
redis.call('pexpire', KEYS[1], forget)
return {0, at, count, unpack(missed)}`

/** What others have heard meanwhile stays; the turn is free again, and the last reading as if it had not been said. */
const giveBackScript = `
local turn = redis.call('hget', KEYS[1], 't')
if not turn then return end
local next, count, at = struct.unpack('ddd', turn)
if count ~= tonumber(ARGV[1]) then return end
redis.call('hdel', KEYS[1], count % ${ringSize})
redis.call('hset', KEYS[1], 't', struct.pack('ddd', 0, count - 1, at))`

interface Scripts {
  takeTurnBuffer(...values: (string | number | Buffer)[]): Promise<[number, number, number, ...Buffer[]]>
  giveTurnBack(key: string, count: number): Promise<void>
}

function sharedTurns(limit: RateLimit, { client, key }: RedisLink): Turns {
  client.defineCommand('takeTurn', { numberOfKeys: 1, lua: takeScript })
  client.defineCommand('giveTurnBack', { numberOfKeys: 1, lua: giveBackScript })
  const scripts = client as unknown as Scripts
  const interval = intervalOf(limit)
  const forget = Math.max(rememberedFor, interval)
  return {
    async take(device, now, heard, said) {
      const time = now.getTime()
      const [wait, at, count, ...missed] = await scripts.takeTurnBuffer(
        key(`device:${device}`),
        time,
        interval,
        heard,
        forget,
        ...said.slice(-ringSize).map(writeSaid),
      )
      if (wait > 0) throw tooSoon(wait)
      return { next: new Date(time + interval), at, count, missed: missed.filter(Boolean).map(readSaid) }
    },
    async giveBack(device, { count }) {
      await scripts.giveTurnBack(key(`device:${device}`), count)
    },
  }
}
