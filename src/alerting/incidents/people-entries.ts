import type { Db } from '../../platform/db/database.ts'
import { msPerDay } from '../../platform/lib/duration.ts'
import { refusal } from '../../platform/lib/errors.ts'
import {
  countEntriesBy,
  countEntriesOfPeople,
  hasEntry,
  insertEntry,
  type NewEntry,
} from './incident-timeline.store.ts'

/** Nobody has so much to say of one incident in a day; a program that writes without end must not fill its timeline. */
export const maxNotesADay = 200

/** More than notes, so that notes leave room for what their author does. */
export const maxActsADay = 2 * maxNotesADay

/** With so many entries of people, a timeline takes no further notes, and each act of a person once a day. */
export const maxEntriesOfPeople = 1000

/** With so many entries in all, the service adds the same one once a day: people can make it do so again and again. */
export const maxEntries = 1000

const dayBefore = (at: Date) => new Date(at.getTime() - msPerDay)

/** Whether who makes an entry has made this many in the same timeline within a day; the service makes any number. */
async function hasMade(tx: Db, { incidentId, actorId, at }: NewEntry, count: number): Promise<boolean> {
  if (!actorId) return false
  return (await countEntriesBy(tx, { incidentId, actorId, since: dayBefore(at) }, count)) >= count
}

/** Adds a note to a timeline, or throws 409 if its author or all people together have written too much. */
export async function recordNote(
  tx: Db,
  { note, ...by }: Omit<NewEntry, 'type' | 'data'> & { note: string },
): Promise<void> {
  const entry: NewEntry = { ...by, type: 'note', data: { code: 'NOTE', note } }
  // Not 429: clients repeat such a request by themselves.
  if (await hasMade(tx, entry, maxNotesADay)) throw refusal('TOO_MANY_ENTRIES_TODAY', { limit: maxNotesADay })
  if (await isFullOfPeople(tx, entry)) throw refusal('TIMELINE_FULL', { limit: maxEntriesOfPeople })
  await insertEntry(tx, entry)
}

async function isFullOfPeople(tx: Db, { incidentId }: NewEntry): Promise<boolean> {
  return (await countEntriesOfPeople(tx, incidentId, maxEntriesOfPeople)) >= maxEntriesOfPeople
}

/**
 * Adds what a person did to a timeline. The act is never refused: of somebody who does it hundreds of times a
 * day, or again on the same day in a timeline that is full, the later ones have no entry.
 */
export async function recordAct(tx: Db, act: NewEntry): Promise<void> {
  const since = dayBefore(act.at)
  const ofActor = { count: maxActsADay, since }
  if (await insertEntry(tx, act, { ofPeople: maxEntriesOfPeople, ofActor })) return
  const isTooMuch = (await hasMade(tx, act, maxActsADay)) || (await hasEntry(tx, act, since))
  if (!isTooMuch) await insertEntry(tx, act)
}

/**
 * Adds what the service did, or learned, to a timeline. In one that is full, an entry stands for all of
 * the same words within a day: who acknowledges and releases an incident in a loop must not fill it.
 */
export async function recordConsequence(tx: Db, entry: NewEntry): Promise<void> {
  if (await insertEntry(tx, entry, { all: maxEntries })) return
  if (!(await hasEntry(tx, entry, dayBefore(entry.at)))) await insertEntry(tx, entry)
}
