import type { Context } from '../../platform/context.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { deleteEventsBefore } from './events.store.ts'

/** How long a stream can be resumed. */
const retentionMs = msPerDay

/** Deletes the events that are older than a day, and returns their number. */
export function cleanUpEvents({ db, now }: Context): Promise<number> {
  return deleteEventsBefore(db, new Date(now().getTime() - retentionMs))
}
