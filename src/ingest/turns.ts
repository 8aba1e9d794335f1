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

/** Of a device's readings the last sixteen are kept: a verdict takes ten, and a few for whoever is not asked in turn. */
const ringSize = 16
const rememberedFor = 120_000

/**
 * One hash a device: `t` holds when the next turn is, the count and the newest time; the rest is a ring of readings.
 * The count begins with the time, so that it also grows when Redis has forgotten it. A reading begins with the time
 * at which it was heard, which is known for certain only here.
 */
const takeScript = `
local interval, forget, place = tonumber(ARGV[1]), ARGV[2], 3

local function take(key, now, heard, said)
  local next, count, at = 0, now, 0
  local turn = redis.call('hget', key, 't')
  if turn then next, count, at = struct.unpack('ddd', turn) end
  if interval > 0 and now < next then return {next - now} end
  local answer = {0, math.max(now, at + 1), count + said}
  if turn and heard < count then
    local slots = {}
    for i = math.max(heard + 1, count - ${ringSize} + 1), count do slots[#slots + 1] = i % ${ringSize} end
    for _, missed in ipairs(redis.call('hmget', key, unpack(slots))) do answer[#answer + 1] = missed end
  end
  local set = {'hset', key, 't', struct.pack('ddd', now + interval, answer[3], answer[2])}
  for i = 1, said do
    set[#set + 1] = (count + i) % ${ringSize}
    set[#set + 1] = struct.pack('<d', answer[2]) .. ARGV[place + i - 1]
  end
  redis.call(unpack(set))
  redis.call('pexpire', key, forget)
  return answer
end

local answers = {}
for i, key in ipairs(KEYS) do
  local now, heard, said = tonumber(ARGV[place]), tonumber(ARGV[place + 1]), tonumber(ARGV[place + 2])
  place = place + 3
  answers[i] = take(key, now, heard, said)
  place = place + said
end
return answers`

/** What others have heard meanwhile stays; the turn is free again, and its readings as if they had not been said. */
const giveBackScript = `
local turn = redis.call('hget', KEYS[1], 't')
if not turn then return end
local next, count, at = struct.unpack('ddd', turn)
local before = tonumber(ARGV[1])
if count ~= tonumber(ARGV[2]) then return end
for i = before + 1, count do redis.call('hdel', KEYS[1], i % ${ringSize}) end
redis.call('hset', KEYS[1], 't', struct.pack('ddd', 0, before, at))`

/** How long to wait, or 0 and the turn's time and count, and then the readings that were missed. */
type Answer = [wait: number, at: number, count: number, ...missed: (Buffer | null)[]]

interface Scripts {
  takeTurnsBuffer(...values: (string | number | Buffer)[]): Promise<Answer[]>
  giveTurnBack(key: string, before: number, count: number): Promise<void>
}

interface Waiting {
  key: string
  arguments: (number | Buffer)[]
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Readings that come at the same moment take their turns in one call, which costs this process and Redis half as much
 * as a call for each. The nodes of a cluster each know their own devices: there, the client groups the calls.
 */
function sharedTurns(limit: RateLimit, { client, key }: RedisLink): Turns {
  // A cluster's client finds the node by the first key, and must know where that is.
  const oneByOne = client.isCluster
  client.defineCommand('takeTurns', { lua: takeScript, ...(oneByOne && { numberOfKeys: 1 }) })
  client.defineCommand('giveTurnBack', { numberOfKeys: 1, lua: giveBackScript })
  const scripts = client as unknown as Scripts
  const mostAtOnce = oneByOne ? 1 : 100
  const interval = intervalOf(limit)
  const forget = Math.max(rememberedFor, interval)
  let waiting: Waiting[] = []

  function ask(key: string, ...values: (number | Buffer)[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      waiting.push({ key, arguments: values, resolve, reject })
      if (waiting.length === 1) setImmediate(askForAll)
    })
  }

  function askForAll(): void {
    for (let i = 0; i < waiting.length; i += mostAtOnce) void askFor(waiting.slice(i, i + mostAtOnce))
    waiting = []
  }

  async function askFor(group: Waiting[]): Promise<void> {
    const keys = group.map(({ key }) => key)
    const values = [...keys, interval, forget, ...group.flatMap((one) => one.arguments)]
    try {
      const answers = await scripts.takeTurnsBuffer(...(oneByOne ? values : [keys.length, ...values]))
      for (const [i, { resolve }] of group.entries()) resolve(answers[i] as Answer)
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }

  return {
    async take(device, now, heard, said) {
      const time = now.getTime()
      const bytes = said.slice(-ringSize).map(writeSaid)
      const [wait, at, count, ...missed] = await ask(
        key(`device:${device}`),
        time,
        heard,
        bytes.length,
        ...bytes,
      )
      if (wait > 0) throw tooSoon(wait)
      const next = new Date(time + interval)
      const before = count - bytes.length
      const known = missed.filter((bytes) => bytes !== null)
      return { next, at, before, count, missed: known.map(readMissed) }
    },
    async giveBack(device, { before, count }) {
      await scripts.giveTurnBack(key(`device:${device}`), before, count)
    },
  }
}

/** The time in front is the script's: only there is it known for certain. */
function readMissed(bytes: Buffer): Missed {
  return { heardAt: bytes.readDoubleLE(0), ...readSaid(bytes.subarray(8)) }
}
