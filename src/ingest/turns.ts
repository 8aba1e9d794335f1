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
local interval, forget, place = tonumber(ARGV[1]), ARGV[2], 3

local function take(key, now, heard, said)
  local next, count, at = 0, now, 0
  local turn = redis.call('hget', key, 't')
  if turn then next, count, at = struct.unpack('ddd', turn) end
  if now < next then return {next - now} end
  local answer = {0, math.max(now, at + 1), count + said}
  if turn and heard < count then
    for i = math.max(heard + 1, count - ${ringSize} + 1), count do
      answer[#answer + 1] = redis.call('hget', key, i % ${ringSize}) or ''
    end
  end
  local set = {'hset', key, 't', struct.pack('ddd', now + interval, answer[3], answer[2])}
  for i = 1, said do
    set[#set + 1] = (count + i) % ${ringSize}
    set[#set + 1] = ARGV[place + i - 1]
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

/** What others have heard meanwhile stays; the turn is free again, and the last reading as if it had not been said. */
const giveBackScript = `
local turn = redis.call('hget', KEYS[1], 't')
if not turn then return end
local next, count, at = struct.unpack('ddd', turn)
if count ~= tonumber(ARGV[1]) then return end
redis.call('hdel', KEYS[1], count % ${ringSize})
redis.call('hset', KEYS[1], 't', struct.pack('ddd', 0, count - 1, at))`

/** How long to wait, or 0 and the turn's time and count, and then the readings that were missed. */
type Answer = [wait: number, at: number, count: number, ...missed: Buffer[]]

interface Scripts {
  takeTurnsBuffer(values: (string | number | Buffer)[]): Promise<Answer[]>
  giveTurnBack(key: string, count: number): Promise<void>
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
  client.defineCommand('takeTurns', { lua: takeScript })
  client.defineCommand('giveTurnBack', { numberOfKeys: 1, lua: giveBackScript })
  const scripts = client as unknown as Scripts
  const mostAtOnce = client.isCluster ? 1 : 100
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
    const values = group.flatMap((one) => one.arguments)
    try {
      const answers = await scripts.takeTurnsBuffer([keys.length, ...keys, interval, forget, ...values])
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
      return { next, at, count, missed: missed.filter(({ length }) => length > 0).map(readSaid) }
    },
    async giveBack(device, { count }) {
      await scripts.giveTurnBack(key(`device:${device}`), count)
    },
  }
}
