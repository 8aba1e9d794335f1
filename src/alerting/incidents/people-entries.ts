import type { Db } from '../../platform/db/database.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import {
  countEntriesBy,
  countEntriesOfPeople,
  insertEntry,
  keepWithoutEntry,
  type NewEntry,
} from './incident-timeline.store.ts'

/** Nobody has so much to say of one incident in a day; a program that writes without end must not fill its timeline. */
export const maxNotesADay = 200

/** More than notes, so that notes leave room for what their author does. */
export const maxActsADay = 2 * maxNotesADay

/** With so many entries of people, a timeline takes no further notes. */
export const maxEntriesOfPeople = 1000

/** hasMade is true if who makes an entry has made this many in the same timeline within a day; the service makes any number. */
async function hasMade(tx: Db, { incidentId, actorId, at }: NewEntry, count: number): Promise<boolean> {
  if (!actorId) return false
  return (
    (await countEntriesBy(tx, { incidentId, actorId, since: new Date(at.getTime() - msPerDay) }, count)) >=
    count
  )
}

/** recordNote adds a note to a timeline, or throws 409 if its author or all people together have written too much. */
export async function recordNote(
  tx: Db,
  { note, ...by }: Omit<NewEntry, 'type' | 'data'> & { note: string },
): Promise<void> {
  const entry: NewEntry = { ...by, type: 'note', data: { code: 'NOTE', note } }
  // Not 429: clients repeat such a request by themselves.
  if (await hasMade(tx, entry, maxNotesADay)) throw refusal('TOO_MANY_ENTRIES_TODAY', { limit: maxNotesADay })
  if ((await countEntriesOfPeople(tx, entry.incidentId, maxEntriesOfPeople)) >= maxEntriesOfPeople)
    throw refusal('TIMELINE_FULL', { limit: maxEntriesOfPeople })
  await insertEntry(tx, entry)
}

/**
 * recordAct adds what a person did to a timeline. The act is never refused: of somebody who does it hundreds of times a
 * day, the later ones have no entry.
 */
export async function recordAct(tx: Db, act: NewEntry): Promise<void> {
  if (await hasMade(tx, act, maxActsADay)) await keepWithoutEntry(tx, act)
  else await insertEntry(tx, act)
}
