import type { Db } from '../db/database.ts'
import { isOpenFall, reportedAt } from '../falls/open-falls.ts'

/** canBeTold is the SQL that tells which of `users` can sign in and read alerts, provided they are assigned. */
const canBeTold = `users.role = 'CAREGIVER' and users.status = 'active' and users.password_hash is not null`

export interface Told {
  /** How many caregivers can be told of the fall. */
  recipients: number
  /** How many of them were told now; the others have their alert from before. */
  alerts: number
}

/**
 * insertAlerts makes an alert for each caregiver of the patient who can be told and has none of this fall yet. It
 * locks the caregivers: one whose account is being deleted is waited for and passed over, and does not undo the fall.
 */
export async function insertAlerts(tx: Db, fallId: string, patientId: string, at: Date): Promise<Told> {
  const [told] = await tx.query<Told>(
    `with recipients as materialized (
       select users.id from assignments join users on users.id = caregiver_id
       where patient_id = $2 and ${canBeTold}
       for key share of users
     ), inserted as (
       insert into alerts (id, fall_id, caregiver_id, patient_id, created_at)
       select gen_random_uuid(), $1, id, $2, $3 from recipients
       on conflict (fall_id, caregiver_id) do nothing
       returning 1
     )
     select (select count(*)::int from recipients) as recipients, (select count(*)::int from inserted) as alerts`,
    [fallId, patientId, at],
  )
  return told ?? { recipients: 0, alerts: 0 }
}

/** insertAlertsOfOpenFalls makes those that a caregiver who can be told has not got yet. It answers how many. */
export async function insertAlertsOfOpenFalls(
  tx: Db,
  caregiverId: string,
  since: Date,
  at: Date,
): Promise<number> {
  const rows = await tx.query(
    `insert into alerts (id, fall_id, caregiver_id, patient_id, created_at)
     select gen_random_uuid(), falls.id, caregiver_id, patient_id, $3
     from assignments
     join users on users.id = caregiver_id
     join falls on falls.user_id = patient_id
     where caregiver_id = $1 and ${canBeTold} and ${isOpenFall('$2')}
     on conflict (fall_id, caregiver_id) do nothing
     returning 1`,
    [caregiverId, since, at],
  )
  return rows.length
}

/** lockPatientsOf waits for the falls of a caregiver's patients that are being recorded, and holds up further ones. */
export async function lockPatientsOf(tx: Db, caregiverId: string): Promise<void> {
  await tx.query(
    `select id from users where id in (select patient_id from assignments where caregiver_id = $1)
     order by id for update`,
    [caregiverId],
  )
}

export interface UnansweredFalls {
  count: number
  oldest: Date | null
  /** Those of people without a caregiver who can be told. */
  withoutRecipient: number
}

/** findUnansweredFalls looks for a recipient once for each person: one person may have fallen, or said so, many times. */
export async function findUnansweredFalls(db: Db, since: Date): Promise<UnansweredFalls> {
  const [row] = await db.query<UnansweredFalls>(
    `with unanswered as materialized (
       select user_id, count(*) as falls, min(${reportedAt}) as oldest
       from falls where ${isOpenFall('$1')}
       group by user_id
     ), without_recipient as (
       select falls from unanswered
       where not exists (
         select from assignments join users on users.id = caregiver_id
         where patient_id = unanswered.user_id and ${canBeTold}
       )
     )
     select (select coalesce(sum(falls), 0)::int from unanswered) as count,
            (select min(oldest) from unanswered) as oldest,
            (select coalesce(sum(falls), 0)::int from without_recipient) as "withoutRecipient"`,
    [since],
  )
  return row ?? { count: 0, oldest: null, withoutRecipient: 0 }
}
