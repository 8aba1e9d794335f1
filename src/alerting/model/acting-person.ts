import type { AssignmentKind } from '../../accounts/access/assignment-kind.ts'

export interface PersonName {
  id: string
  /** Null after the account was deleted. */
  name: string | null
}

/** The SQL of the name of the person, or of the station, who handles an incident. */
export const handlerName = `coalesce(handler.first_name || ' ' || handler.last_name,
  (select name from stations where stations.id = coalesce(incidents.acknowledged_by, incidents.resolved_by)))`

/** Somebody in the record of a patient, and what they are to the patient. */
export interface ActingPerson extends PersonName {
  /** Null for the patient, an admin and a station. */
  kind: AssignmentKind | null
  /** Daughter, neighbour, in the words of whoever assigned them. */
  relationship: string | null
}

/** The SQL of somebody as what they are to a patient now, by the SQL of both ids; null without the person. */
export const actingPerson = (id: string, patientId: string) => `(
  select json_build_object('id', acting.id, 'name', acting_user.first_name || ' ' || acting_user.last_name,
                           'kind', acting_care.kind, 'relationship', acting_care.relationship)
  from (select ${id} as id) as acting
  left join users as acting_user on acting_user.id = acting.id
  left join assignments as acting_care on acting_care.caregiver_id = acting.id and acting_care.patient_id = ${patientId}
  where acting.id is not null
)`
