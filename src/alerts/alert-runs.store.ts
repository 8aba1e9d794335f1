import type { Db } from '../db/database.ts'
import type { Position } from '../db/page.ts'
import { fallLevels } from '../falls/fall-level.ts'
import { reportedAt } from '../falls/open-falls.ts'

/**
 * runKey is the SQL by which the open alerts of a caregiver form runs: by patient, and the falls that nobody has
 * answered apart from those that another caregiver has.
 */
export const runKey = 'alerts.patient_id, falls.responded_at is not null'

/** rank is the SQL by which alerts of a run are ordered: the most severe, newest one stands for the run. */
const severity = `array_position(array['${fallLevels.join(`','`)}'], falls.status)`
const rank = `${severity}, alerts.created_at, falls.created_at, alerts.id`

/** AlertRun is one line of the active list. */
export interface AlertRun {
  /** The alert that stands for the run, and how many more stand behind it. */
  id: string
  repeats: number
  /** Those of them that the caregiver has not been shown before. */
  unshownIds: string[]
  /** The most severe runs come first, then those that nobody has answered, then those that have waited longest. */
  position: Position
}

/** So many alerts of a patient are looked at, the newest: one who reports falls without end must not hide the others. */
const longestRun = 1000

/** listOpenRuns lists the runs of a caregiver's open alerts about the patients that are still theirs, in order. */
export async function listOpenRuns(db: Db, caregiverId: string): Promise<AlertRun[]> {
  return db.query(
    `select id, repeats, "unshownIds", json_build_object('value', place, 'id', "patientId") as position
     from (
       select alerts.patient_id as "patientId",
              (array_agg(alerts.id order by (${rank}) desc))[1] as id,
              count(*)::int - 1 as repeats,
              coalesce(array_agg(alerts.id) filter (where alerts.shown_at is null), '{}') as "unshownIds",
              concat(${fallLevels.length} - max(${severity}), (falls.responded_at is not null)::int,
                     to_char(min(${reportedAt}) at time zone 'UTC', 'YYYYMMDDHH24MISSUS')) as place
       from assignments
       cross join lateral (
         select * from alerts
         where alerts.caregiver_id = assignments.caregiver_id and alerts.patient_id = assignments.patient_id
           and acknowledged_at is null
         order by created_at desc limit ${longestRun}
       ) as alerts
       join falls on falls.id = alerts.fall_id
       where assignments.caregiver_id = $1
       group by ${runKey}
     ) as runs
     order by place collate "C", "patientId"::text collate "C"`,
    [caregiverId],
  )
}

/**
 * lockRunBehind gives the open alerts that an alert stands for, itself among them, and locks their falls, so that none
 * of them becomes more severe before it is acknowledged. What ranks above it, or was never shown, came in since the
 * caregiver looked. An alert of an answered fall stands for none that nobody has answered.
 */
export async function lockRunBehind(tx: Db, id: string): Promise<{ id: string; fallId: string }[]> {
  return tx.query(
    `with head as materialized (
       select alerts.caregiver_id, alerts.patient_id, falls.responded_at is not null as answered, (${rank}) as rank
       from alerts join falls on falls.id = alerts.fall_id
       where alerts.id = $1
     )
     select alerts.id, alerts.fall_id as "fallId"
     from head
     join alerts using (caregiver_id, patient_id)
     join falls on falls.id = alerts.fall_id
     where alerts.acknowledged_at is null
       and (alerts.id = $1 or (
         alerts.shown_at is not null
         and (falls.responded_at is not null or not head.answered)
         and (${rank}) <= head.rank))
     order by alerts.id <> $1, falls.id
     limit ${longestRun}
     for no key update of falls`,
    [id],
  )
}

/** setShown passes over what is just being acknowledged or deleted: nobody waits for a look at the list. */
export async function setShown(db: Db, ids: string[], at: Date): Promise<void> {
  await db.query(
    `update alerts set shown_at = $2
     where id in (
       select id from alerts where id = any($1::uuid[]) and shown_at is null for update skip locked
     )`,
    [ids, at],
  )
}
