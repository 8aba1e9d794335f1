import type { RateLimit } from '../../platform/config.ts'
import { createBatcher } from '../../platform/lib/batcher.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import type { RedisLink } from '../../platform/redis/redis.ts'
import {
  type DeviceRateLimiter,
  jitterShare,
  type MissedReading,
  rateLimitError,
  slotIntervalMs,
} from './device-rate-limiter.ts'
import { decodeSharedReading, encodeSharedReading } from './shared-reading.ts'

/** Readings kept of each device: an assessment needs ten, and some more cover processes that are not used in turn. */
const ringSize = 16
/** Renewed when half of it has passed, so that at least half always remains. */
const minExpiryMs = 4 * msPerMinute

/**
 * One hash per device. The field `turn` holds when the next slot is, the last sequence number, the newest receive time
 * and when the expiry is to be renewed; the other fields are a ring of readings. Sequence numbers begin with the current
 * time, so that they also grow after Redis has lost them. A reading is preceded by its receive time, which is unique
 * only here.
 *
 * Requests and responses are one string each, written by encodeRequests and read by decodeResponses: dozens of separate
 * values cost the client and Redis more than all the rest.
 */
const acquireScript = `
local interval, expiry, requests, offset = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], 1
local responses = {}

local function acquire(key)
  local now, lastSequence, readings
  now, lastSequence, readings, offset = struct.unpack('<ddI2', requests, offset)
  local nextAllowed, sequence, newest, renewAt = 0, now, 0, 0
  local turn = redis.call('hget', key, 'turn')
  if turn then nextAllowed, sequence, newest, renewAt = struct.unpack('<dddd', turn) end
  local tooEarly = interval > 0 and now < nextAllowed - interval * ${jitterShare}
  local set = {'hset', key, 'turn', ''}
  local receivedAt = math.max(now, newest + 1)
  for i = 1, readings do
    local reading
    reading, offset = struct.unpack('<I4c0', requests, offset)
    set[#set + 1] = (sequence + i) % ${ringSize}
    set[#set + 1] = struct.pack('<d', receivedAt) .. reading
  end
  if tooEarly then
    responses[#responses + 1] = struct.pack('<dddI2', nextAllowed - now, 0, 0, 0)
    return
  end
  local missed = {}
  if turn and lastSequence < sequence then
    local fields = {}
    for i = math.max(lastSequence + 1, sequence - ${ringSize} + 1), sequence do fields[#fields + 1] = i % ${ringSize} end
    for _, reading in ipairs(redis.call('hmget', key, unpack(fields))) do
      if reading then missed[#missed + 1] = struct.pack('<I4c0', #reading, reading) end
    end
  end
  responses[#responses + 1] =
    struct.pack('<dddI2', 0, receivedAt, sequence + readings, #missed) .. table.concat(missed)
  local renew = now > renewAt
  if renew then renewAt = now + expiry / 2 end
  set[4] = struct.pack('<dddd', now + interval, sequence + readings, receivedAt, renewAt)
  redis.call(unpack(set))
  if renew then redis.call('pexpire', key, expiry) end
end

for _, key in ipairs(KEYS) do acquire(key) end
return table.concat(responses)`

/** Frees the slot and removes its readings, unless a later slot was acquired meanwhile. */
const releaseScript = `
local turn = redis.call('hget', KEYS[1], 'turn')
if not turn then return end
local nextAllowed, sequence, newest, renewAt = struct.unpack('<dddd', turn)
local previousSequence = tonumber(ARGV[1])
if sequence ~= tonumber(ARGV[2]) then return end
for i = previousSequence + 1, sequence do redis.call('hdel', KEYS[1], i % ${ringSize}) end
redis.call('hset', KEYS[1], 'turn', struct.pack('<dddd', 0, previousSequence, newest, renewAt))`

interface Scripts {
  acquireSlotsBuffer(...values: (string | number | Buffer)[]): Promise<Buffer>
  releaseSlot(key: string, previousSequence: number, sequence: number): Promise<void>
}

interface SlotRequest {
  key: string
  nowMs: number
  lastSequence: number
  readings: Buffer[]
}

interface SlotResponse {
  /** The time until the next slot; 0 if this one was acquired. */
  waitMs: number
  receivedAtMs: number
  sequence: number
  missed: MissedReading[]
}

/** Writes the time, the last sequence number and each reading, preceded by its length. */
function encodeRequests(requests: SlotRequest[]): Buffer {
  const length = requests.reduce(
    (sum, { readings }) => readings.reduce((sum, { length }) => sum + 4 + length, sum + 18),
    0,
  )
  const bytes = Buffer.allocUnsafe(length)
  let offset = 0
  for (const { nowMs, lastSequence, readings } of requests) {
    offset = bytes.writeDoubleLE(nowMs, offset)
    offset = bytes.writeDoubleLE(lastSequence, offset)
    offset = bytes.writeUInt16LE(readings.length, offset)
    for (const reading of readings) {
      offset = bytes.writeUInt32LE(reading.length, offset)
      offset += reading.copy(bytes, offset)
    }
  }
  return bytes
}

/** Reads, for each response, three numbers and each missed reading, preceded by its length. */
function decodeResponses(bytes: Buffer): SlotResponse[] {
  const responses: SlotResponse[] = []
  for (let offset = 0; offset < bytes.length; ) {
    const missed: MissedReading[] = []
    const waitMs = bytes.readDoubleLE(offset)
    const receivedAtMs = bytes.readDoubleLE(offset + 8)
    const sequence = bytes.readDoubleLE(offset + 16)
    const missedCount = bytes.readUInt16LE(offset + 24)
    offset += 26
    for (let i = 0; i < missedCount; i++) {
      const start = offset + 4
      offset = start + bytes.readUInt32LE(offset)
      missed.push(decodeMissedReading(bytes.subarray(start, offset)))
    }
    responses.push({ waitMs, receivedAtMs, sequence, missed })
  }
  return responses
}

/**
 * Limits devices across all processes on one Redis. Concurrent readings share one call, which
 * costs this process and Redis half as much as a call for each. On a cluster each node has its own devices, and the
 * client groups the calls.
 */
export function createRedisRateLimiter(limit: RateLimit, { client, key }: RedisLink): DeviceRateLimiter {
  // A cluster's client finds the node by the first key, and must know where that is.
  const oneByOne = client.isCluster
  client.defineCommand('acquireSlots', { lua: acquireScript, ...(oneByOne && { numberOfKeys: 1 }) })
  client.defineCommand('releaseSlot', { numberOfKeys: 1, lua: releaseScript })
  const scripts = client as unknown as Scripts
  const intervalMs = slotIntervalMs(limit)
  const expiryMs = Math.max(minExpiryMs, 2 * intervalMs)
  const request = createBatcher(oneByOne ? 1 : 100, async (requests: SlotRequest[]) => {
    const values = [...requests.map(({ key }) => key), intervalMs, expiryMs, encodeRequests(requests)]
    return decodeResponses(
      await scripts.acquireSlotsBuffer(...(oneByOne ? values : [requests.length, ...values])),
    )
  })

  return {
    async acquire(device, now, lastSequence, all) {
      const nowMs = now.getTime()
      const readings = all.slice(-ringSize).map(encodeSharedReading)
      const response = await request({ key: key(`turns:${device}`), nowMs, lastSequence, readings })
      const { waitMs, receivedAtMs, sequence, missed } = response
      if (waitMs > 0) throw rateLimitError(waitMs, intervalMs)
      const previousSequence = sequence - readings.length
      return { nextAllowedAt: new Date(nowMs + intervalMs), receivedAtMs, previousSequence, sequence, missed }
    },
    async release(device, { previousSequence, sequence }) {
      await scripts.releaseSlot(key(`turns:${device}`), previousSequence, sequence)
    },
  }
}

/** The script writes the receive time in front of the reading. */
function decodeMissedReading(bytes: Buffer): MissedReading {
  return { receivedAtMs: bytes.readDoubleLE(0), ...decodeSharedReading(bytes.subarray(8)) }
}
