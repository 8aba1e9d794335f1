import { inactiveAfterMs } from '../../../src/telemetry/devices/device-status.ts'
import type { PatientOverview } from '../api/queries.ts'

type Seen = Pick<PatientOverview, 'status' | 'lastReadingAt'>

/**
 * Whether a fall of a patient would be noticed: a device of theirs sends. Whoever has none, has never
 * sent a reading or is silent is not well but unknown.
 */
export const isWatched = ({ status, lastReadingAt }: Seen, now: Date): boolean =>
  status !== 'NO_DEVICE' &&
  status !== 'SILENT' &&
  lastReadingAt !== null &&
  now.getTime() - Date.parse(lastReadingAt) < inactiveAfterMs

/** Returns the patients of whom nobody knows how they are; while there is one, nothing says that all is well. */
export const unwatchedOf = <Patient extends Seen>(patients: readonly Patient[], now: Date): Patient[] =>
  patients.filter((patient) => !isWatched(patient, now))
