import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'
import type { PersonName } from './handler-name.ts'

/** ActingPerson is somebody in the record of a patient, and what they are to the patient. */
export interface ActingPerson extends PersonName {
  /** Null of the patient, an admin and a station. */
  kind: AssignmentKind | null
  /** Daughter, neighbour, in the words of whoever assigned them. */
  relationship: string | null
}
