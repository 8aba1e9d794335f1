import type { Db } from '../../platform/db/database.ts'

/** Person is first, because most ids of the audit log are of people. */
export const mentionKinds = [
  ...['PERSON', 'TEAM', 'DEVICE', 'STATION', 'INCIDENT', 'FALL', 'CONTACT', 'WEBHOOK', 'DELIVERY'],
  ...['DEVICE_KEY', 'SHARE', 'NOTE', 'ALERT', 'MESSAGE'],
] as const

/** A record whose id is in an audit entry. */
export interface Mention {
  id: string
  kind: (typeof mentionKinds)[number]
  /** Of a person, a team, a device or a station; of an incident or a fall, the name of the patient. */
  name: string | null
}

const nameOf = `users.first_name || ' ' || users.last_name`
/** The name of the person whose id is in a column. */
const personOf = (column: string) => `(select ${nameOf} from users where users.id = ${column})`

const kinds = [
  `select id, 'PERSON' as kind, ${nameOf} as name from users where id = any($1::uuid[])`,
  `select id, 'TEAM', name from teams where id = any($1::uuid[])`,
  `select id, 'DEVICE', name from devices where id = any($1::uuid[])`,
  `select id, 'STATION', name from stations where id = any($1::uuid[])`,
  `select incident_id, 'INCIDENT', ${personOf('patient_id')} from (
     select id as incident_id, patient_id from incidents where id = any($1::uuid[])
     union all select id, patient_id from past_incidents where id = any($1::uuid[])) as any_incident`,
  `select falls.id, 'FALL', ${personOf('falls.user_id')} from falls where falls.id = any($1::uuid[])`,
  `select id, case channel when 'webhook' then 'WEBHOOK' else 'CONTACT' end, null from contacts where id = any($1::uuid[])`,
  `select id, 'DELIVERY', null from deliveries where id = any($1::uuid[])`,
  `select id, 'DEVICE_KEY', null from device_keys where id = any($1::uuid[])`,
  `select id, 'SHARE', null from shares where id = any($1::uuid[])`,
  `select id, 'NOTE', null from patient_notes where id = any($1::uuid[])`,
  `select id, 'ALERT', null from alerts where id = any($1::uuid[])`,
  `select id, 'MESSAGE', null from messages where id = any($1::uuid[])`,
]

/** Returns the records that have one of these ids. What was deleted has none. */
export function listMentions(db: Db, ids: readonly string[]): Promise<Mention[]> {
  return db.query(kinds.join(' union all '), [ids])
}
