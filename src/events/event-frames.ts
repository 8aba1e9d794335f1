import type { Context } from '../context.ts'
import { deviceView, findDevices } from '../devices/devices.service.ts'
import { readIncidentViews } from '../incidents/incident-view.ts'
import { countUnread, findReceivedMessages } from '../messages/messages.service.ts'
import { readReachability } from '../notifications/reachability.ts'
import { findHandovers } from '../teams/handovers.service.ts'
import type { EventType } from './append-event.ts'
import type { StreamEvent } from './events.store.ts'

type ReadViews = (ctx: Context, ids: string[]) => Promise<{ id: string }[]>

const readIncidents: ReadViews = ({ db }, ids) => readIncidentViews(db, ids)

/** Only the id of the patient: what of it somebody sees depends on who asks, or was deleted. */
const readPatientIds: ReadViews = async (_, ids) => ids.map((id) => ({ id }))

/** The views of the subjects, as the endpoints show them; those that no longer exist are left out. */
const viewReaders: Record<EventType, ReadViews> = {
  'incident.opened': readIncidents,
  'incident.changed': readIncidents,
  'device.changed': async ({ db, now }, ids) =>
    (await findDevices(db, ids)).map((device) => deviceView(device, now())),
  'message.received': ({ db }, ids) => findReceivedMessages(db, ids),
  'messages.read': ({ db }, ids) => countUnread(db, ids),
  'contacts.changed': ({ db }, ids) => readReachability(db, ids),
  'patient.changed': readPatientIds,
  'shares.changed': readPatientIds,
  'notes.changed': readPatientIds,
  'handover.added': ({ db }, ids) => findHandovers(db, ids),
}

/** frame is one event as the protocol has it; JSON contains no line breaks. Without an id, it does not move where a client resumes. */
export const frame = (type: string, id: number | undefined, data: unknown) =>
  Buffer.from(`event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`)

/** timeComment is the time of the service, for clients whose own clock may be wrong; others leave a comment out. */
export const timeComment = (now: Date) => `: ${now.toISOString()}\n`

/**
 * renderFrames returns the frames of events by their ids, with the subjects as they are now. An event whose subject no
 * longer exists has none, nor has one whose type only a newer version of the service knows.
 */
export async function renderFrames(
  ctx: Context,
  events: readonly StreamEvent[],
): Promise<Map<number, Buffer>> {
  const frames = new Map<number, Buffer>()
  for (const type of new Set(events.map((event) => event.type))) {
    const ofType = events.filter((event) => event.type === type)
    const ids = new Set(ofType.map(({ subjectId }) => subjectId))
    const views = (await viewReaders[type]?.(ctx, [...ids])) ?? []
    const byId = new Map(views.map((view) => [view.id, view]))
    for (const { id, subjectId } of ofType) {
      const view = byId.get(subjectId)
      if (view) frames.set(id, frame(type, id, view))
    }
  }
  return frames
}
