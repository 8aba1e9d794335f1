import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type PatientUpdate,
  type PatientUpdates,
  readPatientUpdates,
} from '../../care/patients/patient-overview.service.ts'
import type { Context } from '../../platform/context.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { frame } from './event-frames.ts'
import { type EventStream, isFull, isOpen } from './event-stream.ts'

/** Writes to the streams of caregivers and admins how their patients are doing. */
export interface PatientUpdateSender {
  /** Writes to these streams, unless it did within a minute; after a failure, a minute later. */
  sendIfDue(streams: Iterable<EventStream>): Promise<void>
}

export const patientUpdatesEvent = 'patients.seen'

const intervalMs = msPerMinute

/** How many streams are written to before yielding to the event loop, so that readings are not delayed. */
const streamsPerTurn = 100

/**
 * Reads the patients of all streams in one statement. Its event is not stored and has no id: a
 * client that resumes has missed nothing, because the next one tells all. One whose client reads slowly is left out.
 */
export function createPatientUpdates(
  ctx: Context,
  checkSessions: (streams: EventStream[]) => Promise<Set<EventStream>>,
): PatientUpdateSender {
  let lastSentMs = ctx.now().getTime()
  let isSending = false

  async function send(streams: EventStream[]): Promise<void> {
    const valid = [...(await checkSessions(streams))]
    const caregivers = valid.filter(({ role }) => role === 'CAREGIVER')
    const ids = new Set(caregivers.map(({ userId }) => userId))
    const updates = await readPatientUpdates(ctx, [...ids], caregivers.length < valid.length)
    const frameOf = createFrames(updates)
    for (const [i, stream] of valid.entries()) {
      if (i % streamsPerTurn === streamsPerTurn - 1) await yieldToEventLoop()
      if (isOpen(stream) && !isFull(stream)) stream.response.write(frameOf(stream))
    }
  }

  return {
    async sendIfDue(streams) {
      const nowMs = ctx.now().getTime()
      // A clock that was set back must not stop the events.
      if (isSending || Math.abs(nowMs - lastSentMs) < intervalMs) return
      lastSentMs = nowMs
      const addressed = [...streams].filter(({ role }) => role === 'CAREGIVER' || role === 'ADMIN')
      if (addressed.length === 0) return
      isSending = true
      try {
        await send(addressed)
      } catch (error) {
        // While the service stops, all streams are closed.
        if (addressed.some(isOpen))
          ctx.log.warn({ err: error }, 'the patients of open streams could not be read')
      } finally {
        isSending = false
      }
    },
  }
}

/** Renders each frame once: all admins see the same, and a caregiver may have several streams. */
function createFrames({ ofCaregiver, ofAdmins }: PatientUpdates): (stream: EventStream) => Buffer {
  const frames = new Map<string, Buffer>()
  return ({ role, userId }) => {
    const key = role === 'ADMIN' ? role : userId
    const known = frames.get(key)
    if (known) return known
    const patients: PatientUpdate[] = role === 'ADMIN' ? ofAdmins : (ofCaregiver.get(userId) ?? [])
    const rendered = frame(patientUpdatesEvent, undefined, { patients })
    frames.set(key, rendered)
    return rendered
  }
}
