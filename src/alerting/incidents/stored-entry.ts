import type { IncidentKind } from '../model/incident.ts'
import { type EntryData, parseEntryData, withoutVitals } from './entry-data.ts'
import { entryText } from './entry-text.ts'

/**
 * What the table has of an entry: data without the words of a person, and those words as its text. An entry
 * of before version 57 of the schema whose text was not recognised has no data.
 */
export interface StoredEntry {
  data: unknown
  text: string
}

export interface ReadEntry {
  /** Null for an entry that has only a text. */
  data: EntryData | null
  text: string
}

/** Splits data into the columns of the table. */
export function storedEntry(data: EntryData): { data: object; text: string } {
  const { note = '', ...rest } = { note: undefined, ...data }
  return { data: rest, text: note }
}

/** Returns what was stored as data, with its English text. */
export function readEntry<Row extends StoredEntry>(row: Row): Omit<Row, keyof StoredEntry> & ReadEntry {
  const { data, text } = row
  const known = data ? parseEntryData(text ? { ...data, note: text } : data) : undefined
  if (known) return { ...row, data: known, text: entryText(known) }
  // Better the code of a newer version than an empty line.
  return { ...row, data: null, text: text || String((data as { code?: unknown } | null)?.code ?? '') }
}

/**
 * Leaves out the figures of vital signs. What the service said of an alarm of vital signs as a mere text
 * can have some; a process of an earlier version writes such texts while it is being replaced.
 */
export function entryWithoutVitals<Entry extends ReadEntry & { actor: unknown }>(
  entry: Entry,
  kind: IncidentKind,
): Entry {
  if (entry.data) {
    const data = withoutVitals(entry.data)
    return { ...entry, data, text: entryText(data) }
  }
  const isUnknown = kind === 'VITALS' && entry.actor === null
  return isUnknown ? { ...entry, text: 'Not shown: the patient does not share vital signs' } : entry
}
