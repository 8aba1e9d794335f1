import type { Db } from '../../platform/db/database.ts'
import type { PageCursor } from '../../platform/db/page.ts'
import { reportedAt } from '../model/open-falls.ts'
import { alertSubjects, isActive, maxSeverityRank, runKey, severityRank } from './alert-run.ts'

/** The SQL order of the alerts in a run: the most severe, newest one represents the run. */
const rank = `${severityRank}, alerts.created_at, coalesce(falls.created_at, alerts.created_at), alerts.id`

/** One entry of the active list. */
export interface AlertRun {
  /** The alert that represents the run, and the number of others in it. */
  id: string
  repeats: number
  /** The alerts that have not been shown to the caregiver before. */
  unshownIds: string[]
  /** The most severe runs come first, then those that nobody handles, then the oldest. */
  position: PageCursor
}

/** How many alerts of a patient are read, the newest first: a patient with endless falls must not hide the others. */
const maxAlertsPerRun = 1000

/** Lists the runs of a caregiver's open alerts about currently assigned patients, in order. */
export async function listOpenRuns(db: Db, caregiverId: string): Promise<AlertRun[]> {
  return db.query(
    `select id, repeats, "unshownIds", json_build_object('value', place, 'id', key) as position
     from (
       select ${runKey} as key,
              (array_agg(alerts.id order by (${rank}) desc))[1] as id,
              count(*)::int - 1 as repeats,
              coalesce(array_agg(alerts.id) filter (where alerts.shown_at is null), '{}') as "unshownIds",
              concat(${maxSeverityRank} - max(${severityRank}), bool_and(incidents.state = 'ACKNOWLEDGED')::int,
                     to_char(min(coalesce(${reportedAt}, alerts.created_at)) at time zone 'UTC',
                             'YYYYMMDDHH24MISSUS')) as place
       from assignments
       cross join lateral (
         select * from alerts
         where alerts.caregiver_id = assignments.caregiver_id and alerts.patient_id = assignments.patient_id
           and acknowledged_at is null
         order by created_at desc limit ${maxAlertsPerRun}
       ) as alerts
       ${alertSubjects}
       where assignments.caregiver_id = $1 and ${isActive}
       group by ${runKey}
     ) as runs
     order by place collate "C", key::text collate "C"`,
    [caregiverId],
  )
}

/**
 * Returns the open alerts of the run that an alert represents, including itself, and locks their falls, so that
 * none becomes more severe before it is acknowledged. Alerts with a higher rank, and those never shown, came after the
 * caregiver read the list.
 */
export async function lockRun(tx: Db, id: string): Promise<{ id: string; fallId: string | null }[]> {
  // PostgreSQL cannot lock the nullable side of an outer join, so the falls are locked by a statement of their own.
  await tx.query(
    `select from falls
     where id in (
       select alerts.fall_id from alerts as head join alerts using (caregiver_id, patient_id)
       where head.id = $1 and alerts.acknowledged_at is null
     )
     order by id for no key update`,
    [id],
  )
  return tx.query(
    `with head as materialized (
       select alerts.caregiver_id, alerts.patient_id, ${runKey} as key, (${rank}) as rank
       from alerts ${alertSubjects}
       where alerts.id = $1
     )
     select alerts.id, alerts.fall_id as "fallId"
     from head
     join alerts using (caregiver_id, patient_id)
     ${alertSubjects}
     where alerts.acknowledged_at is null
       and (alerts.id = $1 or (alerts.shown_at is not null and ${runKey} = head.key and (${rank}) <= head.rank))
     order by alerts.id <> $1, alerts.id
     limit ${maxAlertsPerRun}`,
    [id],
  )
}

/** Skips alerts that are locked by an acknowledgement or deletion, so that reading a list never waits. */
export async function setShown(db: Db, ids: string[], at: Date): Promise<void> {
  await db.query(
    `update alerts set shown_at = $2
     where id in (
       select id from alerts where id = any($1::uuid[]) and shown_at is null for update skip locked
     )`,
    [ids, at],
  )
}
