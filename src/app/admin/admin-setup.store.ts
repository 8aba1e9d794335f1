import type { Db } from '../../platform/db/database.ts'

/** What the first start of an installation leads to. */
export interface Setup {
  passwordChanged: boolean
  timeZoneChosen: boolean
  caregiverId: string | null
  patientId: string | null
  macAddress: string | null
  alertTested: boolean
}

const newest = (role: 'CAREGIVER' | 'PATIENT') =>
  `(select id from users where role = '${role}' order by created_at desc, id limit 1)`

/** Finds what is set up by what is stored; a password that was changed is only in the audit log. */
export async function findSetup(db: Db, adminId: string): Promise<Setup> {
  const [setup] = await db.query<Setup>(
    `select exists (select from audit_log
                    where actor_id = $1 and action = 'auth.password_changed'
                       or subject_id = $1 and action = 'auth.password_reset') as "passwordChanged",
            exists (select from installation where time_zone is not null) as "timeZoneChosen",
            ${newest('CAREGIVER')} as "caregiverId", ${newest('PATIENT')} as "patientId",
            (select mac from devices order by created_at desc, id limit 1) as "macAddress",
            exists (select from deliveries where state = 'SENT' and purpose in ('alert', 'test'))
              or exists (select from incident_results where first_acknowledged_at is not null) as "alertTested"`,
    [adminId],
  )
  if (!setup) throw new Error('A query without a table returns a row')
  return setup
}
