import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { findLiveSessions } from '../../accounts/auth/sessions.ts'
import { readReachability } from '../../alerting/notifications/reachability.ts'
import { countUnread } from '../../care/messages/messages.service.ts'
import type { Caller, Context } from '../../platform/context.ts'
import { eventsChannel, sessionsChannel } from '../../platform/db/channels.ts'
import type { Heartbeat } from '../../platform/db/heartbeat.ts'
import { createConcurrencyLimiter } from '../../platform/lib/concurrency-limiter.ts'
import { unavailable } from '../../platform/lib/errors.ts'
import { frame, renderFrames, timeComment } from './event-frames.ts'
import { createEventStream, drained, type EventStream, endStream, isFull, isOpen } from './event-stream.ts'
import { createEventViews } from './event-views.ts'
import * as store from './events.store.ts'
import { createOpenStreams } from './open-streams.ts'
import { createPatientUpdates } from './patient-updates.ts'
import { createStreamHeartbeats } from './stream-heartbeats.ts'

/** Writes events to the open streams of this process. */
export interface EventStreams {
  /** Returns where a stream begins: after the event with this id, or now. Throws 503 if no stream can be opened. */
  findStart(caller: Caller, lastEventId: string | undefined): Promise<StreamStart>
  /** Makes a response, whose headers have been written, a stream. */
  open(caller: Caller, response: ServerResponse, start: StreamStart): void
  /** The number of open streams. */
  count(): number
  /** Ends all streams: their clients connect to another process, or to the next one. */
  close(): void
}

export interface StreamStart {
  position: number
  newest: number
  /** What the stream begins with. */
  text: string
}

const maxStreams = 10_000
const pollIntervalMs = 1000
const batchSize = 200

/** A stream looks through many events for those that its caller may see, and writes what fits into its buffer. */
const catchUpSizes = { seen: 1000, found: 50 }

/** Clients reconnect at different times after a restart. */
const retryMs = { min: 1000, max: 3000 }

/** How many streams read what they have missed at once: after a restart, all of them may. */
const catchUpLimits = { maxConcurrent: 2, maxQueued: maxStreams, refuse: () => unavailable() }

/**
 * Has one reader of the table of events, woken by notifications and once a second. A batch costs a few
 * statements, however many streams are open: the views, who may see them, and whether the sessions of the streams that
 * get them are still valid.
 *
 * A stream that was resumed, or whose client reads slowly, is not live: it reads from the table at its own pace, after
 * the last event that was written to it, until it has reached the common position. So nothing accumulates in memory, no
 * event is lost, and none is sent twice.
 */
export function createEventStreams(ctx: Context, heartbeat: Heartbeat): EventStreams {
  /** All events up to this id have been written to the live streams. */
  let position = 0
  let isReading = false
  let hasNews = false
  let isClosed = false
  /** Notifications of ended sessions may have been missed. */
  let mustCheckAll = false
  const streams = createOpenStreams()
  const readViews = createEventViews(ctx)
  const heartbeats = createStreamHeartbeats(ctx, () => position)
  const catchUps = createConcurrencyLimiter(catchUpLimits)
  const patientUpdates = createPatientUpdates(ctx, checkSessions)
  const pollTimer = setInterval(poll, pollIntervalMs).unref()

  heartbeat.onNotification((channel, payload) => {
    if (channel === eventsChannel) readEvents()
    if (channel !== sessionsChannel) return
    const [userId = '', sessionId] = payload.split(' ')
    const ofUser = [...streams.ofUser(userId)]
    if (sessionId) end(ofUser.filter((stream) => stream.sessionId === sessionId))
    else checkSessions(ofUser).catch(checkLater)
  })
  heartbeat.onConnectionLost(() => {
    mustCheckAll = true
  })

  function poll(): void {
    const nowMs = ctx.now().getTime()
    end([...streams.all].filter(({ expiresAtMs }) => expiresAtMs <= nowMs))
    if (!heartbeat.alive) return
    if (mustCheckAll) {
      mustCheckAll = false
      checkSessions([...streams.all]).catch(checkLater)
    }
    readEvents()
    patientUpdates.sendIfDue(streams.all)
  }

  function checkLater(): void {
    mustCheckAll = true
  }

  function remove(stream: EventStream): void {
    streams.remove(stream)
    heartbeats.remove(stream)
  }

  function end(ended: readonly EventStream[]): void {
    for (const stream of ended) {
      remove(stream)
      endStream(stream)
    }
  }

  /** Returns the streams whose callers are still signed in, with the same role, and ends the others. */
  async function checkSessions(checked: readonly EventStream[]): Promise<Set<EventStream>> {
    if (checked.length === 0) return new Set()
    const ids = new Set(checked.map(({ sessionId }) => sessionId))
    const sessions = await findLiveSessions(ctx.db, [...ids], ctx.now())
    const byId = new Map(sessions.map((session) => [session.id, session]))
    const valid = new Set(checked.filter(({ sessionId, role }) => byId.get(sessionId)?.role === role))
    end(checked.filter((stream) => !valid.has(stream)))
    for (const stream of valid) {
      stream.expiresAtMs = byId.get(stream.sessionId)?.expiresAt.getTime() ?? stream.expiresAtMs
    }
    return valid
  }

  /** Writes new events to the live streams; after a failure, the next poll tries again. */
  async function readEvents(): Promise<void> {
    hasNews = true
    if (isReading || isClosed || streams.all.size === 0) return
    isReading = true
    try {
      while (hasNews) {
        hasNews = false
        const events = await store.listEvents(ctx.db, position, batchSize)
        if (events.length > 0) await publish(events)
        if (events.length === batchSize) hasNews = true
      }
    } catch (error) {
      if (!isClosed) ctx.log.warn({ err: error }, 'events could not be read; they will be retried')
    } finally {
      isReading = false
    }
  }

  async function publish(events: readonly store.StreamEvent[]): Promise<void> {
    const ids = events.map(({ id }) => id)
    const [frames, readers] = await Promise.all([
      renderFrames(readViews, events),
      store.listReaders(ctx.db, ids),
    ])
    const addressed = readers.flatMap(({ userId }) => [...streams.ofUser(userId)])
    const valid = await checkSessions([...new Set(addressed)])
    // From here on nothing is awaited: a stream is either live and gets the events, or will read them.
    const behind: EventStream[] = []
    for (const { eventId, userId } of readers) {
      for (const stream of streams.ofUser(userId)) {
        if (!stream.isLive || stream.position >= eventId || !isOpen(stream)) continue
        // A stream that was opened meanwhile has not been checked.
        if (valid.has(stream) && !isFull(stream)) write(stream, eventId, frames)
        else {
          stream.isLive = false
          stream.position = Math.max(stream.position, position)
          behind.push(stream)
        }
      }
    }
    position = Math.max(position, events.at(-1)?.id ?? 0)
    for (const stream of behind) catchUp(stream)
  }

  function write(stream: EventStream, id: number, frames: Map<number, Buffer>): void {
    const text = frames.get(id)
    if (!text) return
    stream.response.write(text)
    stream.position = id
    ctx.metrics.eventSent()
  }

  /** Reads what a stream has missed, as fast as its client reads, and then makes it live. */
  async function catchUp(stream: EventStream): Promise<void> {
    try {
      while (isOpen(stream)) {
        if (isFull(stream)) await drained(stream)
        else if (stream.position < position) await catchUps.run(() => readMissed(stream))
        else {
          stream.isLive = true
          return
        }
      }
    } catch (error) {
      // The client resumes after the last event that it got.
      if (!isClosed) ctx.log.warn({ err: error }, 'a stream could not read what it has missed')
      end([stream])
    }
  }

  /** Writes the next events to a stream, until its client has to read them. */
  async function readMissed(stream: EventStream): Promise<void> {
    const common = position
    const { userId } = stream
    const { events, upTo } = await store.listEventsFor(ctx.db, userId, stream.position, catchUpSizes)
    if (events.length > 0) {
      const frames = await renderFrames(readViews, events)
      const readers = await store.listReaders(ctx.db, [...frames.keys()])
      if (!(await checkSessions([stream])).has(stream)) return
      for (const { eventId } of readers.filter((reader) => reader.userId === userId)) {
        if (isFull(stream) || !isOpen(stream)) return
        write(stream, eventId, frames)
      }
    }
    stream.position = Math.max(stream.position, upTo ?? common)
  }

  return {
    async findStart({ actor }, lastEventId) {
      if (isClosed || streams.all.size >= maxStreams) throw unavailable()
      const { oldest, newest } = await store.findEventBounds(ctx.db)
      const beginning = `retry: ${randomInt(retryMs.min, retryMs.max)}\n${timeComment(ctx.now())}`
      const last = lastEventId ? parseId(lastEventId) : -1
      if (last >= Math.max(0, oldest - 1) && last <= newest)
        return { position: last, newest, text: `${beginning}\n` }
      // An id from the beginning: a client that reconnects before the first event can resume.
      const type = lastEventId ? 'reset' : 'ready'
      // Read after the position: a later change comes as an event.
      const [[person], [messages]] = await Promise.all([
        readReachability(ctx.db, [actor.id]),
        countUnread(ctx.db, [actor.id]),
      ])
      const { reachable = false } = person ?? {}
      const data = { id: String(newest), reachable, unread: messages?.unread ?? 0 }
      return { position: newest, newest, text: `${beginning}${frame(type, newest, data)}` }
    },
    open(caller, response, { position: start, newest, text }) {
      const stream = createEventStream(caller, response, start)
      response.once('close', () => remove(stream))
      // A client that disconnects while something is written to it is no error.
      response.on('error', () => {})
      response.socket?.once('timeout', () => ctx.metrics.streamDropped())
      if (isClosed) return end([stream])
      // The reader pauses while no stream is open.
      if (streams.all.size === 0) position = Math.max(position, newest)
      const oldest = streams.add(stream)
      if (oldest) end([oldest])
      heartbeats.add(stream)
      response.write(text)
      // The session may have ended since the request was authenticated.
      checkSessions([stream]).catch(checkLater)
      catchUp(stream)
    },
    count: () => streams.all.size,
    close() {
      isClosed = true
      clearInterval(pollTimer)
      heartbeats.stop()
      end([...streams.all])
    },
  }
}

/** Returns an id that the service may have sent, or -1. */
const parseId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : -1)
