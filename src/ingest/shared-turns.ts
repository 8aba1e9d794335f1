import type { RateLimit } from '../config.ts'
import { gather } from '../lib/gather.ts'
import type { RedisLink } from '../redis/redis.ts'
import { intervalOf, jitterShare, tooSoon } from './pacing.ts'
import { readSaid, writeSaid } from './said.ts'
import type { Missed, Turns } from './turns.ts'

/** Of a device's readings the last sixteen are kept: a verdict takes ten, and a few for whoever is not asked in turn. */
const ringSize = 16
/** Set anew when half of it is over: half of it is certain. */
const rememberedFor = 240_000

/**
 * One hash a device: `turn` holds when the next one is, the count, the newest time and when the hash is to be kept for
 * longer; the rest is a ring of readings. The count begins with the time, so that it also grows when Redis has
 * forgotten it. A reading begins with the time at which it was heard, which is known for certain only here.
 *
 * What is asked and answered comes as one string, as askedOf writes it and readAnswers reads it: dozens of values on
 * their own take the client and Redis longer than all the rest.
 */
const takeScript = `
local interval, forget, asked, place = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], 1
local answer = {}

local function take(key)
  local now, heard, said
  now, heard, said, place = struct.unpack('<ddI2', asked, place)
  local next, count, at, lasts = 0, now, 0, 0
  local turn = redis.call('hget', key, 'turn')
  if turn then next, count, at, lasts = struct.unpack('<dddd', turn) end
  local tooEarly = interval > 0 and now < next - interval * ${jitterShare}
  local set = {'hset', key, 'turn', ''}
  local heardAt = math.max(now, at + 1)
  for i = 1, said do
    local reading
    reading, place = struct.unpack('<I4c0', asked, place)
    set[#set + 1] = (count + i) % ${ringSize}
    set[#set + 1] = struct.pack('<d', heardAt) .. reading
  end
  if tooEarly then
    answer[#answer + 1] = struct.pack('<dddI2', next - now, 0, 0, 0)
    return
  end
  local missed = {}
  if turn and heard < count then
    local slots = {}
    for i = math.max(heard + 1, count - ${ringSize} + 1), count do slots[#slots + 1] = i % ${ringSize} end
    for _, reading in ipairs(redis.call('hmget', key, unpack(slots))) do
      if reading then missed[#missed + 1] = struct.pack('<I4c0', #reading, reading) end
    end
  end
  answer[#answer + 1] = struct.pack('<dddI2', 0, heardAt, count + said, #missed) .. table.concat(missed)
  local extend = now > lasts
  if extend then lasts = now + forget / 2 end
  set[4] = struct.pack('<dddd', now + interval, count + said, heardAt, lasts)
  redis.call(unpack(set))
  if extend then redis.call('pexpire', key, forget) end
end

for _, key in ipairs(KEYS) do take(key) end
return table.concat(answer)`

/** What others have heard meanwhile stays; the turn is free again, and its readings as if they had not been said. */
const giveBackScript = `
local turn = redis.call('hget', KEYS[1], 'turn')
if not turn then return end
local next, count, at, lasts = struct.unpack('<dddd', turn)
local before = tonumber(ARGV[1])
if count ~= tonumber(ARGV[2]) then return end
for i = before + 1, count do redis.call('hdel', KEYS[1], i % ${ringSize}) end
redis.call('hset', KEYS[1], 'turn', struct.pack('<dddd', 0, before, at, lasts))`

interface Scripts {
  takeTurnsBuffer(...values: (string | number | Buffer)[]): Promise<Buffer>
  giveTurnBack(key: string, before: number, count: number): Promise<void>
}

interface Asked {
  key: string
  now: number
  heard: number
  said: Buffer[]
}

interface Answer {
  /** Milliseconds until the turn; 0 if it was given. */
  wait: number
  at: number
  count: number
  missed: Missed[]
}

/** askedOf writes what is asked: the time, what was heard and, with its length, each reading that is said. */
function askedOf(all: Asked[]): Buffer {
  const length = all.reduce(
    (sum, { said }) => said.reduce((sum, { length }) => sum + 4 + length, sum + 18),
    0,
  )
  const bytes = Buffer.allocUnsafe(length)
  let place = 0
  for (const { now, heard, said } of all) {
    place = bytes.writeDoubleLE(now, place)
    place = bytes.writeDoubleLE(heard, place)
    place = bytes.writeUInt16LE(said.length, place)
    for (const reading of said) {
      place = bytes.writeUInt32LE(reading.length, place)
      place += reading.copy(bytes, place)
    }
  }
  return bytes
}

/** readAnswers reads as many answers as there are: three numbers and, with its length, each reading that was missed. */
function readAnswers(bytes: Buffer): Answer[] {
  const answers: Answer[] = []
  for (let place = 0; place < bytes.length; ) {
    const missed: Missed[] = []
    const wait = bytes.readDoubleLE(place)
    const at = bytes.readDoubleLE(place + 8)
    const count = bytes.readDoubleLE(place + 16)
    const missedCount = bytes.readUInt16LE(place + 24)
    place += 26
    for (let i = 0; i < missedCount; i++) {
      const begin = place + 4
      place = begin + bytes.readUInt32LE(place)
      missed.push(readMissed(bytes.subarray(begin, place)))
    }
    answers.push({ wait, at, count, missed })
  }
  return answers
}

/**
 * sharedTurns are those of all processes on one Redis. Readings that come at the same moment take them in one call,
 * which costs this process and Redis half as much as a call for each. The nodes of a cluster each know their own
 * devices: there, the client groups the calls.
 */
export function sharedTurns(limit: RateLimit, { client, key }: RedisLink): Turns {
  // A cluster's client finds the node by the first key, and must know where that is.
  const oneByOne = client.isCluster
  client.defineCommand('takeTurns', { lua: takeScript, ...(oneByOne && { numberOfKeys: 1 }) })
  client.defineCommand('giveTurnBack', { numberOfKeys: 1, lua: giveBackScript })
  const scripts = client as unknown as Scripts
  const interval = intervalOf(limit)
  const forget = Math.max(rememberedFor, 2 * interval)
  const ask = gather(oneByOne ? 1 : 100, async (all: Asked[]) => {
    const values = [...all.map(({ key }) => key), interval, forget, askedOf(all)]
    return readAnswers(await scripts.takeTurnsBuffer(...(oneByOne ? values : [all.length, ...values])))
  })

  return {
    async take(device, time, heard, all) {
      const now = time.getTime()
      const said = all.slice(-ringSize).map(writeSaid)
      const { wait, at, count, missed } = await ask({ key: key(`turns:${device}`), now, heard, said })
      if (wait > 0) throw tooSoon(wait, interval)
      return { next: new Date(now + interval), at, before: count - said.length, count, missed }
    },
    async giveBack(device, { before, count }) {
      await scripts.giveTurnBack(key(`turns:${device}`), before, count)
    },
  }
}

/** The time in front is the script's: only there is it known for certain. */
function readMissed(bytes: Buffer): Missed {
  return { heardAt: bytes.readDoubleLE(0), ...readSaid(bytes.subarray(8)) }
}
