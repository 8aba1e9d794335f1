import { importedFields, personColumns } from '../../accounts/person-fields.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Known } from './import-plan.ts'
import type { RegisteredPerson } from './import-register.ts'

export interface Mentioned {
  emails: string[]
  signInNames: string[]
  references: string[]
  /** In lower case. */
  names: string[]
  /** Of caregivers without an address, in lower case. */
  proposedNames: string[]
  macAddresses: string[]
}

/**
 * Reads what is known of the people and devices that the files mention, and keeps the people from being
 * deleted. No stronger lock: falls, sign-ins and first readings of these people go on meanwhile.
 */
export async function readKnown(tx: Db, mentioned: Mentioned): Promise<Omit<Known, 'teams'>> {
  const people = await tx.query<RegisteredPerson>(
    `select users.id, email, sign_in_name as "signInName", reference, first_name as "firstName",
            last_name as "lastName", role, ${personColumns(importedFields)}, site, ward, room,
            coalesce(confirmed, false) as "isConfirmed",
            password_hash is not null as "hasPassword", false as "isNew"
     from users left join residences on patient_id = users.id
     where email = any($1) or reference = any($2) or sign_in_name = any($4)
       or role <> 'ADMIN' and lower(first_name || ' ' || last_name) = any($3)
     order by users.id
     for key share of users`,
    [mentioned.emails, mentioned.references, mentioned.names, mentioned.signInNames],
  )
  const ids = people.map(({ id }) => id)
  const assigned = await tx.query<Known['assigned'][number]>(
    `select caregiver_id || ' ' || patient_id as pair, by_hand as "byHand" from assignments where patient_id = any($1)`,
    [ids],
  )
  const devices = await tx.query<Known['devices'][number]>(
    `select user_id as "userId", mac as "macAddress", name, replaced from devices
     where user_id = any($1) or mac = any($2)`,
    [ids, mentioned.macAddresses],
  )
  const keys = await tx.query<{ userId: string; count: number }>(
    `select user_id as "userId", count(*)::int as count from device_keys where user_id = any($1) group by user_id`,
    [ids],
  )
  const names = await tx.query<{ name: string }>(
    `select sign_in_name as name from users
     where sign_in_name is not null and regexp_replace(sign_in_name, '[0-9]+$', '') = any($1)`,
    [mentioned.proposedNames.map((name) => name.replace(/[0-9]+$/, ''))],
  )
  return { people, assigned, devices, keys, signInNames: names.map(({ name }) => name) }
}
