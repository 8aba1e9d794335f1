import { readIncidentViews } from '../../alerting/incidents/incident-view.ts'
import { readReachability } from '../../alerting/notifications/reachability.ts'
import { countUnread, findReceivedMessages } from '../../care/messages/messages.service.ts'
import { findHandovers } from '../../care/teams/handovers.service.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOutage } from '../../platform/db/database-errors.ts'
import { withDeadline } from '../../platform/db/deadline.ts'
import type { EventType } from '../../platform/events/append-event.ts'
import { createBoundedMap } from '../../platform/lib/bounded-map.ts'
import { msPerMinute } from '../../platform/lib/duration.ts'
import { deviceView, findDevices } from '../../telemetry/devices/devices.service.ts'

type View = { id: string }
type ReadViews = (db: Db, ids: string[], now: Date) => Promise<View[]>

/** Only the id: what of it somebody sees depends on who asks, or was deleted, or is a list that changes all the time. */
const readIds: ReadViews = async (_, ids) => ids.map((id) => ({ id }))

/** The views of the subjects, as the endpoints show them; those that no longer exist are left out. */
const viewReaders: Record<EventType, ReadViews> = {
  'incident.opened': readIncidentViews,
  'incident.changed': readIncidentViews,
  'device.changed': async (db, ids, now) =>
    (await findDevices(db, ids)).map((device) => deviceView(device, now)),
  'message.received': findReceivedMessages,
  'messages.read': countUnread,
  'contacts.changed': readReachability,
  'patient.changed': readIds,
  'shares.changed': readIds,
  'notes.changed': readIds,
  'handover.added': findHandovers,
  'nearby.changed': readIds,
}

/** Reads the views of the subjects of events of one type. */
export type ReadEventViews = (type: EventType, ids: string[]) => Promise<View[]>

/** A view takes a few milliseconds; while one is read on its own, the events of everybody else wait. */
const deadlineMs = 500

/** How long a subject whose view cannot be read is left out, so that its next events hold up nobody. */
const pauseMs = msPerMinute
const maxPaused = 10_000

/**
 * Reads the views of many subjects in one statement. If that fails, it reads each on its own, and leaves
 * out those that fail: nothing that is stored about one person may hold back the events of others. If the database cannot
 * be reached, it throws, and the events are read again later.
 */
export function createEventViews(ctx: Context): ReadEventViews {
  const pausedUntilMs = createBoundedMap<string, number>(maxPaused)
  const isPaused = (id: string) => ctx.now().getTime() < (pausedUntilMs.get(id) ?? 0)

  async function readEach(type: EventType, read: ReadViews, ids: string[]): Promise<View[]> {
    const views: View[] = []
    for (const id of ids) {
      try {
        views.push(...(await withDeadline(ctx.db, deadlineMs, (tx) => read(tx, [id], ctx.now()))))
      } catch (error) {
        if (isOutage(error)) throw error
        pausedUntilMs.set(id, ctx.now().getTime() + pauseMs)
        ctx.metrics.eventsSkipped(1)
        ctx.log.warn({ err: error, type, subjectId: id }, 'an event was left out: its subject cannot be read')
      }
    }
    return views
  }

  return async (type, ids) => {
    const read = viewReaders[type]
    // Only a newer version of the service knows the type.
    if (!read) return []
    const wanted = ids.filter((id) => !isPaused(id))
    ctx.metrics.eventsSkipped(ids.length - wanted.length)
    try {
      return wanted.length > 0 ? await read(ctx.db, wanted, ctx.now()) : []
    } catch {
      return readEach(type, read, wanted)
    }
  }
}
