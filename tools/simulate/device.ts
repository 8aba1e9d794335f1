import { type Api, Refused } from './api.ts'
import type { DetectionRecord, DeviceRecord } from './detection-record.ts'
import { type Pace, sleepUntil } from './pace.ts'
import type { Tally } from './tally.ts'
import { batchText, readingText, type SimulatedReading } from './wearable.ts'

/** What all devices of a run share. */
export interface Field {
  api: Api
  pace: Pace
  tally: Tally
  detections: DetectionRecord
  /** Milliseconds between two readings of a device. */
  interval: number
  endsAt: number
  signal: AbortSignal
  /** Hears how far apart the service wants readings to be, in milliseconds. */
  onPace?(milliseconds: number): void
}

export interface Identity {
  mac: string
  key: string
}

/** One device of a run: who it is, what it measures and from when on, and what becomes of its falls. */
export interface Wearing {
  identity: Identity
  record: DeviceRecord
  next: () => SimulatedReading
  startsAt: number
}

interface Held {
  reading: SimulatedReading
  at: Date
}

interface ReadingAnswer {
  timestamp: string
  fallDetected: boolean
  fallConfidence: number
  nextAllowedRequest: string
}

interface BatchAnswer {
  /** Readings that were new. */
  stored: number
  fallDetected: boolean
  nextAllowedRequest: string
}

/** A device has no room for more readings than this, nor has a batch. */
const mostHeld = 600
const mostInBatch = 100

/**
 * Sends a reading whenever it is due and the service allows it. What cannot be sent is kept, and sent as a
 * batch when the service can be reached again.
 */
export async function runDevice(field: Field, { identity, record, next, startsAt }: Wearing) {
  const { tally, interval, endsAt, signal } = field
  const held: Held[] = []
  let dueAt = startsAt
  while (dueAt < endsAt) {
    const sleeps = dueAt > Date.now()
    await sleepUntil(dueAt, signal)
    if (sleeps) tally.woke(Date.now() - dueAt)
    const reading = next()
    if (reading.fall) record.addFall(reading.fall)
    dueAt += interval
    const isBack = reading.reachable && (await sendHeld(field, identity, record, held))
    const answer = isBack ? await sendReading(field, identity, reading) : undefined
    if (answer) {
      tally.delivered(1, 'live')
      record.addResponse(reading.uptimeMs, answer.fallDetected, answer.fallConfidence)
      field.onPace?.(Date.parse(answer.nextAllowedRequest) - Date.parse(answer.timestamp))
      dueAt = Math.max(dueAt, answer.allowedAt)
    } else hold(held, reading)
  }
  await sendHeld(field, identity, record, held)
}

/** Readings are distinguished by their time, so no two have the same, however late this machine is. */
function hold(held: Held[], reading: SimulatedReading): void {
  const newest = held.at(-1)?.at.getTime() ?? 0
  held.push({ reading, at: new Date(Math.max(Date.now(), newest + 1)) })
  if (held.length > mostHeld) held.shift()
}

/** What it takes to send something. */
export type Line = Pick<Field, 'api' | 'pace' | 'tally' | 'signal'>

/** Gives the answer and the time of the next reading; undefined when the service was not reached. */
export async function sendReading(line: Line, { mac, key }: Identity, reading: SimulatedReading) {
  const answer = await post<ReadingAnswer>(line, '/device/sensor-stream', key, readingText(mac, reading))
  return answer && { ...answer.data, allowedAt: line.pace.nextAfter(answer.data, answer.receivedAt) }
}

/** Empties what was held; false when the service cannot be reached. */
async function sendHeld(
  field: Field,
  { mac, key }: Identity,
  record: DeviceRecord,
  held: Held[],
): Promise<boolean> {
  while (held.length > 0) {
    const batch = held.slice(0, mostInBatch)
    const answer = await post<BatchAnswer>(field, '/device/sensor-stream/batch', key, batchText(mac, batch))
    if (!answer) return false
    held.splice(0, batch.length)
    const [first, last] = [batch[0]?.reading.uptimeMs ?? 0, batch.at(-1)?.reading.uptimeMs ?? 0]
    record.addBatch(first, last, answer.data.fallDetected)
    field.tally.delivered(answer.data.stored, 'batch')
    if (held.length > 0) {
      await sleepUntil(field.pace.nextAfter(answer.data, answer.receivedAt), field.signal)
    }
  }
  return true
}

/** Sends until there is an answer that is none of "too soon"; undefined when nobody answers. */
async function post<T>({ api, tally, signal }: Line, path: string, token: string, body: string) {
  for (;;) {
    const answer = await api.call<T>('POST', path, { token, body }).catch((error: Error) => {
      signal.throwIfAborted()
      tally.failed(error.message)
    })
    if (!answer) return undefined
    const receivedAt = Date.now()
    if (answer.status === 200) {
      tally.answered(answer.milliseconds)
      return { data: answer.body.data, receivedAt }
    }
    tally.refused(answer.status)
    if (answer.status >= 500) return undefined
    // Anything but "too soon" will be no better the next time.
    if (answer.status !== 429) throw new Refused('POST', path, answer)
    const wait = answer.body.retryAfter ?? Number(answer.headers['retry-after']) * 1000
    await sleepUntil(receivedAt + (wait || 1000) + 1, signal)
  }
}
