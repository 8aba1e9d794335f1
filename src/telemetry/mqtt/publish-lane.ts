import { setTimeout as sleep } from 'node:timers/promises'
import type { Principal } from '../../platform/context.ts'
import type { AdmissionControl } from '../../platform/http/admission-control.ts'
import { toAppError } from '../../platform/http/error-handler.ts'
import type { AppError } from '../../platform/lib/errors.ts'
import type { DeviceEvent } from '../device-events/device-event.ts'
import type { EventIntake } from '../device-events/event-intake.ts'
import type { EventSource } from '../device-events/record-device-event.ts'
import type { BatchBody, ReadingBody } from '../ingest/ingest.schemas.ts'
import type { IngestParts } from '../ingest/pipeline.ts'
import { receiveBatch, receiveReading, wasReceived } from '../ingest/receive.ts'
import { batchIn, eventIn, readingIn } from './payload.ts'
import type { AnsweredTopic } from './topics.ts'

/** What became of a publish: stored, or refused. It is settled after the commit. */
export type Outcome = { data: object } | { error: AppError }

/** A reading, a batch or an event that was published. */
export interface Publish {
  name: AnsweredTopic
  payload: Buffer
  /** It may be one that was stored already: its sender cannot tell. */
  isRepetition: boolean
  /** For how long one that is refused for now is tried again. */
  retryMs: number
  settle(outcome: Outcome, uptimeMs: number | undefined): void
}

/** Processes what one device published, in its order. */
export interface PublishLane {
  push(publish: Publish): void
  readonly length: number
  /** Forgets what is not being processed, and resolves when nothing is any more. */
  stop(): Promise<void>
}

export interface LaneParts {
  ingest: IngestParts
  events: EventIntake
  admission: Pick<AdmissionControl, 'enter'>
}

export interface LaneOptions extends LaneParts {
  mac: string
  /** As the device writes its id, if that is not its MAC address. */
  externalId: string
  /** Who may say what happened; the default is the account. */
  sourceOf?: (userId: string) => { owner: string; source: EventSource }
  /** The account that the device sends for; throws 401 if it may not any more. */
  authenticate: () => Pick<Principal, 'actor'> | Promise<Pick<Principal, 'actor'>>
}

/** A reading that arrives later than this after its time was queued somewhere, and is stored with its own time. */
const lateAfterMs = 10_000
const maxBatchReadings = 100
const maxRetryDelayMs = 5000
/** A queue of sixteen readings takes this long at one a second, and some more. */
const maxTooEarlyMs = 20_000

interface Entry {
  publish: Publish
  reading: ReadingBody | undefined
  batch: BatchBody | undefined
  event: DeviceEvent | undefined
  since: number
}

/**
 * Keeps readings in order. One that is too early waits for its turn, because a client cannot be told to
 * repeat it; readings that were queued while there was no connection are stored as batches.
 */
export function createPublishLane(options: LaneOptions): PublishLane {
  const { ingest, events, admission, mac, externalId, authenticate } = options
  const { sourceOf = (userId) => ({ owner: userId, source: { type: 'ACCOUNT', userId } }) } = options
  const { ctx } = ingest
  let queue: Entry[] = []
  let running: Promise<void> | undefined
  let isStopping = false
  const stopping = new AbortController()

  async function run(): Promise<void> {
    while (queue.length > 0 && !isStopping) {
      const group = nextGroup()
      const outcome = await attempt(group)
      if (outcome === 'later') continue
      if ('error' in outcome && group.length > 1) {
        // One of them must not fail the others.
        for (const one of group) settle(one, await attemptUntilDone(one))
      } else for (const one of group) settle(one, outcome)
    }
    running = undefined
  }

  /** The first publish, or all late readings that follow each other. */
  function nextGroup(): Entry[] {
    let late = 0
    while (late < Math.min(queue.length, maxBatchReadings) && isLate(queue[late] as Entry)) late++
    return queue.slice(0, Math.max(1, late))
  }

  function isLate({ reading }: Entry): boolean {
    if (reading?.client_timestamp === undefined) return false
    return ctx.now().getTime() - Date.parse(reading.client_timestamp) > lateAfterMs
  }

  async function attemptUntilDone(entry: Entry): Promise<Outcome> {
    for (;;) {
      const outcome = await attempt([entry])
      if (outcome !== 'later') return outcome
    }
  }

  /** Stores a group; `later` if it was refused for now, after the time to wait. */
  async function attempt(group: Entry[]): Promise<Outcome | 'later'> {
    const [first] = group as [Entry]
    try {
      return { data: await store(group, first) }
    } catch (reason) {
      const error = toAppError(reason as AppError)
      if (error.status === 500) ctx.log.error({ err: reason }, 'a publish could not be stored')
      const delayMs = Math.min(maxRetryDelayMs, retryDelayMs(error))
      const { retryMs } = first.publish
      const patienceMs = error.status === 429 ? Math.min(retryMs, maxTooEarlyMs) : retryMs
      const leftMs = first.since + patienceMs - performance.now()
      if (!isTemporary(error) || isStopping || retryDelayMs(error) > leftMs) return { error }
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => {})
      return isStopping ? { error } : 'later'
    }
  }

  async function store(group: Entry[], first: Entry): Promise<object> {
    // Without a promise if the principal is cached.
    const principal = authenticate()
    const { actor } = principal instanceof Promise ? await principal : principal
    if (first.event) {
      const { owner, source } = sourceOf(actor.id)
      return events.receive(owner, source, first.event)
    }
    const isDuplicate = async ({ reading, publish }: Entry) =>
      publish.isRepetition && reading !== undefined && (await wasReceived(ingest, actor.id, reading))
    if (!first.reading || isLate(first)) {
      const missing: Entry[] = []
      for (const entry of group) if (!(await isDuplicate(entry))) missing.push(entry)
      return missing.length === 0 ? { duplicate: true } : storeBatch(actor.id, missing, first)
    }
    // Without a promise for nearly all readings.
    if (first.publish.isRepetition && (await isDuplicate(first))) return { duplicate: true }
    const release = await admission.enter()
    try {
      return await receiveReading(ingest, actor.id, first.reading)
    } finally {
      release()
    }
  }

  async function storeBatch(userId: string, group: Entry[], first: Entry): Promise<object> {
    const readings = group.map(({ reading }) => reading) as BatchBody['readings']
    const body = first.batch ?? { device_id: mac, readings }
    const bytes = group.reduce((sum, { publish }) => sum + publish.payload.length, 0)
    const release = await ingest.batchSlots.acquire(userId, bytes)
    try {
      return await receiveBatch(ingest, userId, body)
    } finally {
      release()
    }
  }

  function settle(entry: Entry, outcome: Outcome): void {
    queue.shift()
    if ('error' in outcome) ctx.metrics.readingsRefused(outcome.error.status)
    if (!isStopping) entry.publish.settle(outcome, entry.reading?.uptime_ms)
  }

  return {
    push(publish) {
      const since = performance.now()
      const entry: Entry = { publish, reading: undefined, batch: undefined, event: undefined, since }
      try {
        if (publish.name === 'readings') entry.reading = readingIn(publish.payload, mac)
        else if (publish.name === 'events') entry.event = eventIn(publish.payload, externalId)
        else entry.batch = batchIn(publish.payload, mac)
      } catch (reason) {
        const error = toAppError(reason as AppError)
        ctx.metrics.readingsRefused(error.status)
        return void publish.settle({ error }, undefined)
      }
      queue.push(entry)
      running ??= run()
    },
    get length() {
      return queue.length
    },
    async stop() {
      isStopping = true
      stopping.abort()
      queue = queue.slice(0, 1)
      await running
    },
  }
}

/** True for a refusal that is not because of what was sent. */
export const isTemporary = ({ status }: AppError) => status === 429 || status >= 500

/** How long to wait before trying again. */
export const retryDelayMs = ({ extraFields, retryAfter = 1 }: AppError): number =>
  typeof extraFields?.retryAfter === 'number' ? extraFields.retryAfter : retryAfter * 1000

/** The answer as HTTP has it, with its status, and the uptime of the reading that it is about. */
export function responseTo(outcome: Outcome, uptimeMs: number | undefined): object {
  const about = uptimeMs === undefined ? {} : { uptime_ms: uptimeMs }
  if (!('error' in outcome)) return { status: 200, ...about, success: true, data: outcome.data }
  const { status, message, details, problems, extraFields } = outcome.error
  // A device gets the messages of its fields; codes and values are for those who show errors.
  const fields = problems && { details }
  return { status, ...about, success: false, error: message, ...fields, ...extraFields }
}
