import { type Row, sampleRateHz } from './motion-sampler.ts'

/** A second of motion that the service does not have yet. */
export interface KeptSecond {
  id: number
  client_timestamp: string
  uptime_ms: number
  rows: Row[]
}

/** What a phone knows of itself beside its motion. */
export interface PhoneFacts {
  device_id: string
  placement: string
  battery_level?: number | undefined
}

/** One request, and which of the seconds are in it. */
export interface Outgoing {
  kind: 'live' | 'batch'
  ids: number[]
  body: object
}

/** At 25 Hz a reading has room for ten seconds. */
const maxLiveSeconds = 5
/** What is older has a time of its own, which only a batch can say. */
const maxLiveAgeMs = 10_000
export const maxInBatch = 100

const force = ([x, y, z]: Row) => Math.hypot(x, y, z)

/** A reading of one or several seconds: their samples, and the motion at the peak. */
function readingOf(seconds: readonly KeptSecond[]) {
  const samples = seconds.flatMap(({ rows }) => rows)
  const peak = samples.reduce((most, row) => (force(row) > force(most) ? row : most))
  const [accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z] = peak
  const motion = { accel_x, accel_y, accel_z, gyro_x, gyro_y, gyro_z }
  return { ...motion, uptime_ms: seconds.at(-1)?.uptime_ms, samples, sample_rate_hz: sampleRateHz }
}

/** Whether a second begins where the one before ends. */
function follows(second: KeptSecond, before: KeptSecond): boolean {
  const lengthMs = (second.rows.length * 1000) / sampleRateHz
  return Math.abs(second.uptime_ms - before.uptime_ms - lengthMs) < 1000 / sampleRateHz
}

/** Chooses what to send next of what is kept, oldest first: what has just happened live, everything else in batches. */
export function nextRequest(
  kept: readonly KeptSecond[],
  { device_id, ...facts }: PhoneFacts,
  nowMs: number,
): Outgoing | undefined {
  const [oldest] = kept
  if (!oldest) return undefined
  const isLive =
    kept.length <= maxLiveSeconds &&
    nowMs - Date.parse(oldest.client_timestamp) < maxLiveAgeMs &&
    kept.every((second, i) => i === 0 || follows(second, kept[i - 1] as KeptSecond))
  if (isLive)
    return { kind: 'live', ids: kept.map(({ id }) => id), body: { device_id, ...facts, ...readingOf(kept) } }
  const sent = kept.slice(0, maxInBatch)
  const readings = sent.map((second) => ({
    client_timestamp: second.client_timestamp,
    placement: facts.placement,
    ...readingOf([second]),
  }))
  return { kind: 'batch', ids: sent.map(({ id }) => id), body: { device_id, readings } }
}

/** How it stands between the phone and the service: `ended` once the phone is no device any more. */
export type Line = 'connected' | 'lost' | 'refused' | 'ended'

export interface Response {
  /** 0 if there was none. */
  status: number
  /** In milliseconds. */
  retryAfter?: number | undefined
  /** The fields that the service cannot take, such as `readings.3.samples`. */
  fields?: readonly string[] | undefined
}

export interface Outcome {
  /** Which seconds are not sent again. */
  doneIds: readonly number[]
  /** How many of them the service has not taken. */
  refused: number
  waitMs: number
  line: Line
}

/** A device without the exact time waits a second after the response, and is never too early. */
const paceMs = 1000
const personMustActMs = 60_000
const longestBackoff = 4

/** Says what a response means for what was sent; `failures` is how many without an answer went before. */
export function outcomeOf(
  { kind, ids }: Pick<Outgoing, 'kind' | 'ids'>,
  { status, retryAfter = 0, fields = [] }: Response,
  failures: number,
  random = Math.random(),
): Outcome {
  const keep = { doneIds: [], refused: 0 }
  switch (status) {
    case 200:
      return { doneIds: ids, refused: 0, waitMs: paceMs, line: 'connected' }
    case 400:
    case 413: {
      // They would be refused again: of a batch the named ones, if any are named.
      const named =
        kind === 'batch'
          ? ids.filter((_, i) => fields.some((field) => field.startsWith(`readings.${i}.`)))
          : []
      const doneIds = named.length > 0 ? named : ids
      return { doneIds, refused: doneIds.length, waitMs: paceMs, line: 'connected' }
    }
    case 401:
      return { ...keep, waitMs: personMustActMs, line: 'ended' }
    case 403:
    case 409:
      return { ...keep, waitMs: personMustActMs, line: 'refused' }
    case 429:
      return { ...keep, waitMs: Math.max(100, retryAfter || paceMs), line: 'connected' }
    default: {
      const backoffMs = paceMs * 2 ** Math.min(failures, longestBackoff)
      return { ...keep, waitMs: Math.max(backoffMs, retryAfter) * (1 + random / 4), line: 'lost' }
    }
  }
}
